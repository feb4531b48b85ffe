import { availableParallelism } from "node:os";
import { expect, test, vi } from "vitest";

test("hashing leaves a processor to other requests", async () => {
  let [now, most] = [0, 0];
  vi.doMock(import("@node-rs/argon2"), async (original) => {
    const real = await original();
    const counted =
      <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
      async (...given: A): Promise<T> => {
        most = Math.max(most, (now += 1));
        try {
          return await work(...given);
        } finally {
          now -= 1;
        }
      };
    return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
  });
  // The setup file has loaded the module, with the real functions.
  vi.resetModules();
  const fresh = await import("./password");
  const stored = await fresh.hashPassword("a calm harbour");
  const many = Array.from({ length: availableParallelism() + 2 }, () =>
    fresh.passwordMatches("wrong", stored),
  );
  await Promise.all(many);
  expect(most).toBe(Math.max(1, availableParallelism() - 1));
});
