import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { oncePerTurn, shareFairly, takeTurns, takeTurnsFairly } from "./turns";

test("at most two works run at the same time, in order, also after a failure", async () => {
  const inTurn = takeTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = [0, 1, 2, 3].map((id) =>
    inTurn(async () => {
      begun.push(id);
      await new Promise<void>((end, fail) => ends.push(id === 0 ? () => fail(new Error("buoy")) : end));
      return id;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  ends[0]!();
  await expect(results[0]).rejects.toThrow("buoy");
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]!();
  await results[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]!();
  ends[3]!();
  expect((await settled).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

test("other work is done between two works that take turns fairly", async () => {
  const inTurn = takeTurnsFairly(4);
  const done: string[] = [];
  const both = ["first", "second"].map((name) => inTurn(1, async () => done.push(name)));
  setImmediate(() => done.push("other"));
  await Promise.all(both);
  expect(done).toEqual(["first", "other", "second"]);
});

test("at most four works of one person wait", async () => {
  const inTurn = takeTurnsFairly(4);
  const begun: number[] = [];
  const ask = (person: number) => inTurn(person, async () => begun.push(person));
  const asked = [1, 1, 1, 1, 1].map(ask);
  await expect(ask(1)).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 5 } });
  await Promise.all([...asked, ask(2)]);
  expect(begun).toEqual([1, 1, 1, 1, 1, 2]);
  await ask(1);
});

test("calls of one turn share a work, and a call during the work gets a later one", async () => {
  let begun = 0;
  const ends: (() => void)[] = [];
  const once = oncePerTurn(async () => {
    const number = (begun += 1);
    await new Promise<void>((end) => ends.push(end));
    return number;
  });
  const first = [once(), once()];
  expect(begun).toBe(0);
  await nextTurn();
  const later = once();
  await nextTurn();
  for (const end of ends) end();
  expect(await Promise.all([...first, later])).toEqual([1, 1, 2]);
});

test("two works of one person run at the same time, and those of others do not wait for them", async () => {
  const share = shareFairly(2, 8);
  const done: string[] = [];
  const held = new Map<string, () => void>();
  const ask = (person: number, name: string) =>
    share(person, async (hasWaited) => {
      done.push(`${name}${hasWaited ? " after a wait" : ""}`);
      await new Promise<void>((resolve) => held.set(name, resolve));
    });
  const asked = [ask(1, "a"), ask(1, "b"), ask(1, "c"), ask(2, "d")];
  expect(done).toEqual(["a", "b", "d"]);
  setImmediate(() => done.push("other"));
  held.get("a")!();
  await asked[0];
  expect(done).toEqual(["a", "b", "d"]);
  await vi.waitFor(() => expect(held.has("c")).toBe(true));
  expect(done).toEqual(["a", "b", "d", "other", "c after a wait"]);
  for (const release of held.values()) release();
  await Promise.all(asked);
  expect(done).toHaveLength(5);
});

test("of one person's works, two run, three wait, and further ones are refused", async () => {
  const share = shareFairly(2, 3);
  const ends: (() => void)[] = [];
  const ask = (person: number) => share(person, () => new Promise<void>((end) => ends.push(end)));
  const asked = [1, 1, 1, 1, 1].map(ask);
  await expect(ask(1)).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 5 } });
  const other = ask(2);
  ends[0]!();
  await asked[0];
  asked.push(ask(1));
  for (let ended = 1; ended < 7; ended += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(ended));
    ends[ended]!();
  }
  await Promise.all([other, ...asked]);
});
