import { describe, expect, it } from "vitest";
import { configFileId } from "@/lib/server/config-file";
import { testDatabase } from "@/testing/test-database";
import { readMeasured } from "./answer";
import { DAY, HOUR, rollUp } from "./hours";
import { keepSamples } from "./samples";
import { means, median, shareUp } from "./steps";

const now = Date.parse("2026-11-22T19:20:00Z");
const minute = 60_000;

/** An instance whose API gave these answers, each at its number of ms before now. */
async function measured(samples: [ago: number, value: number | null][], isUp = true) {
  const db = await testDatabase();
  const file_id = await configFileId(db);
  await db.transaction().execute(async (tx) => {
    for (const [ago, value] of samples) await keepSamples(tx, file_id, now - ago, [{ series: "api", value }]);
  });
  await rollUp(db, now);
  const last = samples.at(-1)?.[1] ?? null;
  await db
    .insertInto("watch_parts")
    .values({
      file_id,
      name: "api",
      target: "https://chat.example.org/api/ping",
      ms: isUp ? last : null,
      reason: null,
      certificate_days: null,
      at: now,
      failures: isUp ? 0 : 1,
      failed_since: isUp ? null : now,
    })
    .execute();
  return db;
}

describe("the figures of a part", () => {
  it("show their start time, exact within a day and rounded to the hour after that", async () => {
    const young = await readMeasured(await measured([[40 * minute + 500, 9]]), "24h", now);
    expect([young.parts[0]?.since, young.since]).toEqual([now - 40 * minute - 500, now - 40 * minute - 500]);
    const days = await readMeasured(await measured([[5 * DAY + 7 * minute, 9]]), "24h", now);
    expect(days.parts[0]?.since).toBe(now - 5 * DAY - 20 * minute);
    const old = await readMeasured(
      await measured([
        [31 * DAY, 9],
        [2 * DAY, 9],
      ]),
      "24h",
      now,
    );
    expect(old.parts[0]?.since).toBe(now - 2 * DAY - 20 * minute);
    const none = await readMeasured(await testDatabase(), "24h", now);
    expect([none.parts, none.since]).toEqual([[], null]);
  });

  it("show one response time: the median of five minutes for any range", async () => {
    const db = await measured([
      [5 * minute, 1],
      [4 * minute, 60],
      [3 * minute, 4_000],
      [2 * minute, null],
      [minute, 62],
      [30_000, 61],
    ]);
    for (const range of ["1h", "24h", "7d", "30d"] as const)
      expect((await readMeasured(db, range, now)).parts[0]?.ms).toBe(62);
    // If samples are further apart than that, the value of the last sample.
    expect((await readMeasured(await measured([[HOUR, 70]]), "24h", now)).parts[0]?.ms).toBe(70);
    expect((await readMeasured(await measured([[minute, 70]], false), "24h", now)).parts[0]?.ms).toBeNull();
  });

  it("count responses and uptime of the range, and average successful responses", async () => {
    const db = await measured([
      [3 * HOUR, 10],
      [50 * minute, 30],
      [49 * minute + 1, null],
      [49 * minute, 50],
    ]);
    const hour = await readMeasured(db, "1h", now);
    expect([hour.answers, hour.line.step, hour.line.count]).toEqual([{ api: 2 }, minute, 60]);
    const day = await readMeasured(db, "24h", now);
    expect([day.answers, day.parts[0]?.uptime.day]).toEqual([{ api: 3 }, 0.75]);
    // Two answers and a missed sample in one step of five minutes.
    expect(day.times.api?.filter((one) => one !== null)).toEqual([10, 40]);
  });
});

it("averages responses and calculates the share of samples, and returns neither without data", () => {
  const steps = [{ samples: 4, up: 2, total: 90 }, { samples: 3, up: 0, total: 0 }, undefined];
  expect(means(steps)).toEqual([45, null, null]);
  expect([shareUp(steps), shareUp([undefined])]).toEqual([2 / 7, null]);
  expect([median([]), median([3]), median([9, 1, 5]), median([1, 100, 2, 3])]).toEqual([null, 3, 5, 3]);
});
