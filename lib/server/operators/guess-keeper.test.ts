import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onPostgres, testDatabase } from "@/testing/test-database";
import { guessKeeper, memoryKeeper, postgresKeeper } from "./guess-keeper";
import { ACCOUNT_RULE } from "./guess-rule";

test("allows ten concurrent attempts without a wait, and another attempt after one is removed from the count", async () => {
  const keeper = guessKeeper(await testDatabase());
  const key = randomUUID();
  const begin = async () => (await keeper.begin(key, ACCOUNT_RULE)) === 0;
  const begun = await Promise.all(Array.from({ length: 25 }, begin));
  expect(begun.filter(Boolean)).toHaveLength(10);
  await keeper.takeBack(key);
  expect([await begin(), await begin()]).toEqual([true, false]);
  await keeper.forget(key);
  expect(await begin()).toBe(true);
});

test("waits in memory are measured by a monotonic clock", async () => {
  let now = 0;
  const keeper = memoryKeeper(() => now);
  const begin = () => keeper.begin("key", ACCOUNT_RULE);
  for (let count = 0; count < 10; count += 1) expect(await begin()).toBe(0);
  expect(await begin()).toBe(1000);
  now += 999;
  expect(await begin()).toBe(1);
  now += 1;
  expect([await begin(), await begin()]).toEqual([0, 2000]);
});

test.runIf(onPostgres())("all replicas share one count", async () => {
  const db = await testDatabase();
  const [one, other] = [postgresKeeper(db), postgresKeeper(db)];
  for (let count = 0; count < 5; count += 1) {
    expect(await one.begin("key", ACCOUNT_RULE)).toBe(0);
    expect(await other.begin("key", ACCOUNT_RULE)).toBe(0);
  }
  expect(await one.begin("key", ACCOUNT_RULE)).toBeGreaterThan(0);
  expect(await other.begin("key", ACCOUNT_RULE)).toBeLessThanOrEqual(1000);
});
