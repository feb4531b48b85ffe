import { expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { onPostgres, testDatabase } from "@/testing/test-database";
import { createSharedClock, readReplicas } from "./shared-clock";

const minute = 60_000;
const ahead = { ...systemClock, now: () => Date.now() + minute };

test("PostgreSQL's clock corrects a machine's clock that is a minute ahead", async () => {
  const { clock, measure } = createSharedClock(await testDatabase(), ahead);
  expect(clock.now() - Date.now()).toBeGreaterThan(minute - 1_000);
  await measure();
  const difference = clock.now() - Date.now();
  if (onPostgres()) expect(Math.abs(difference)).toBeLessThan(minute / 2);
  else expect(difference).toBeGreaterThan(minute / 2);
});

test.runIf(onPostgres())(
  "each replica's clock is known until it has been silent for two minutes",
  async () => {
    const db = await testDatabase();
    let elapsed = 0;
    const machine = { ...systemClock, elapsed: () => elapsed };
    const one = createSharedClock(db, machine, "one");
    await one.measure();
    await createSharedClock(db, ahead, "two").measure();
    const replicas = await readReplicas(db);
    expect(replicas.map(({ host }) => host)).toEqual(["one", "two"]);
    expect(replicas[1]!.clock_ahead - replicas[0]!.clock_ahead).toBeGreaterThan(minute / 2);
    await db.updateTable("replicas").set({ seen_at: 0 }).where("host", "=", "two").execute();
    expect(await readReplicas(db)).toHaveLength(1);
    elapsed = 29_999;
    await one.measure();
    expect(await db.selectFrom("replicas").select("host").execute()).toHaveLength(2);
    elapsed = 30_000;
    await one.measure();
    expect(await db.selectFrom("replicas").select("host").execute()).toEqual([{ host: "one" }]);
  },
);
