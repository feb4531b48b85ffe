import { expect, it } from "vitest";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { CHECKS_PER_MINUTE, createChecks } from ".";

it("allows two concurrent checks and twenty a minute, and does not count failed checks as running", async () => {
  const { limited } = createChecks({
    settings: () => Promise.reject(new Error("not needed")),
    reach: () => {
      throw new Error("not needed");
    },
    limiter: new RateLimiterMemory({ points: CHECKS_PER_MINUTE, duration: 60 }),
  });
  let finish = (): void => undefined;
  const running = new Promise<void>((resolve) => (finish = resolve));
  const first = [limited(() => running), limited(() => running)];
  await expect(limited(() => running)).rejects.toMatchObject({
    code: "rate-limited",
    message: expect.stringContaining("2 checks are already running") as string,
  });
  finish();
  await Promise.all(first);

  for (let count = 2; count < 20; count += 1) {
    await expect(limited(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  }
  await expect(limited(async () => "ran")).rejects.toMatchObject({
    code: "rate-limited",
    message: expect.stringContaining("at most 20 checks a minute") as string,
    details: { retryAfter: expect.any(Number) as number },
  });
});
