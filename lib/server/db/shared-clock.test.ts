import { expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { onPostgres, testDatabase } from "@/testing/test-database";
import { createSharedClock } from "./shared-clock";

const minute = 60_000;

test("PostgreSQL's clock corrects a machine's clock that is a minute ahead", async () => {
  const ahead = { ...systemClock, now: () => Date.now() + minute };
  const { clock, measure } = createSharedClock(await testDatabase(), ahead);
  expect(clock.now() - Date.now()).toBeGreaterThan(minute - 1_000);
  await measure();
  const difference = clock.now() - Date.now();
  if (onPostgres()) expect(Math.abs(difference)).toBeLessThan(minute / 2);
  else expect(difference).toBeGreaterThan(minute / 2);
});
