import { expect, test } from "vitest";
import {
  ACCOUNT_RULE,
  countAttempt,
  type Guesses,
  guardedAttempt,
  guessCounter,
  memoryCounter,
} from "./guesses";
import { randomUUID } from "node:crypto";
import { onPostgres, testDatabase } from "@/testing/test-database";

/** Makes `count` guesses, each as soon as the rule allows it. @returns the wait before each guess (s) */
function guessing(count: number, known?: Guesses) {
  const waits: number[] = [];
  let now = known?.retryAt ?? 0;
  for (let attempt = 0; attempt < count; attempt += 1) {
    const { wait } = countAttempt(known, now, ACCOUNT_RULE);
    waits.push(wait / 1000);
    now += wait;
    known = countAttempt(known, now, ACCOUNT_RULE).next;
  }
  return { waits, known: known!, now };
}

test("after ten attempts, the wait doubles with each attempt, up to 15 minutes", () => {
  const { waits } = guessing(23);
  expect(waits).toEqual([...Array(10).fill(0), 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test("an attempt during the wait does not extend the wait", () => {
  const { known, now } = guessing(15);
  for (const later of [0, 1, 5_000]) {
    expect(countAttempt(known, now + later, ACCOUNT_RULE)).toEqual({ wait: known.retryAt - now - later });
  }
});

test("all attempts are forgotten after a day without an attempt", () => {
  const { known, now } = guessing(30);
  const day = 24 * 60 * 60_000;
  expect(countAttempt(known, now + day - 1, ACCOUNT_RULE).next?.failures).toBe(31);
  expect(countAttempt(known, now + day, ACCOUNT_RULE).next?.failures).toBe(1);
});

test("allows only ten of 25 concurrent attempts", async () => {
  const counter = guessCounter(await testDatabase());
  const key = randomUUID();
  const begin = async () => (await counter.begin(key, ACCOUNT_RULE)) === 0;
  const begun = await Promise.all(Array.from({ length: 25 }, begin));
  expect(begun.filter(Boolean)).toHaveLength(10);
  await counter.takeBack(key);
  expect([await begin(), await begin()]).toEqual([true, false]);
  await counter.forget(key);
  expect(await begin()).toBe(true);
});

test("a monotonic clock measures the delays after wrong guesses", async () => {
  let now = 0;
  const counter = memoryCounter(() => now);
  const begin = () => counter.begin("key", ACCOUNT_RULE);
  for (let count = 0; count < 10; count += 1) expect(await begin()).toBe(0);
  expect(await begin()).toBe(1000);
  now += 999;
  expect(await begin()).toBe(1);
  now += 1;
  expect([await begin(), await begin()]).toEqual([0, 2000]);
});

test("beyond 100,000 counters in memory, ended ones are dropped, and then the oldest", async () => {
  let now = 0;
  const counter = memoryCounter(() => now);
  const begin = (key: string) => counter.begin(key, ACCOUNT_RULE);
  const exhaust = async (key: string) => {
    for (let count = 0; count < 10; count += 1) await begin(key);
  };
  for (const key of ["first", "second"]) await exhaust(key);
  for (let key = 2; key < 100_000; key += 1) await begin(String(key));
  expect([await begin("first"), await begin("second")]).toEqual([1_000, 1_000]);
  await begin("one more");
  // An attempt that was not counted does not need room.
  expect([await begin("second"), await begin("first"), await begin("second")]).toEqual([1_000, 0, 0]);
  now = 24 * 60 * 60_000 - 1;
  // The oldest counter, which has not ended.
  await exhaust("3");
  now += 1;
  await begin("another");
  expect(await begin("3")).toBe(999);
});

test("an attempt that fails with an error is no guess", async () => {
  const counter = memoryCounter(() => 0);
  const attempt = (work: () => Promise<undefined>) =>
    guardedAttempt(counter, [{ name: "key", rule: ACCOUNT_RULE, forgetWhenRight: true }], work);
  for (let count = 0; count < 12; count += 1)
    await expect(attempt(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect(await attempt(async () => undefined)).toEqual({ result: undefined });
});

test("taking back an attempt of an unknown key counts nothing", async () => {
  const counter = memoryCounter(() => 0);
  await counter.takeBack("key");
  for (let count = 0; count < 10; count += 1) expect(await counter.begin("key", ACCOUNT_RULE)).toBe(0);
  expect(await counter.begin("key", ACCOUNT_RULE)).toBe(1_000);
  await counter.takeBack("key");
  expect(await counter.begin("key", ACCOUNT_RULE)).toBe(0);
  expect(await counter.begin("key", ACCOUNT_RULE)).toBe(1_000);
});

test.runIf(onPostgres())("all replicas share the guess counters", async () => {
  const db = await testDatabase();
  const [one, other] = [guessCounter(db), guessCounter(db)];
  for (let count = 0; count < 5; count += 1) {
    expect(await one.begin("key", ACCOUNT_RULE)).toBe(0);
    expect(await other.begin("key", ACCOUNT_RULE)).toBe(0);
  }
  expect(await one.begin("key", ACCOUNT_RULE)).toBeGreaterThan(0);
  expect(await other.begin("key", ACCOUNT_RULE)).toBeLessThanOrEqual(1000);
});
