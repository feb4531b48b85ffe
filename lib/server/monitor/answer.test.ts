import { describe, expect, it } from "vitest";
import { testFileId, testRows } from "@/testing/test-file";
import { testDatabase } from "@/testing/test-database";
import type { SeriesName } from "@/lib/shared/contract/watch";
import { newestCounts, readMeasured } from "./answer";
import { DAY, HOUR } from "@/lib/clock";
import { storeSamples, rollUp } from "./samples";
import { means, median, shareUp } from "./steps";

const now = Date.parse("2026-11-22T19:20:00Z");
const minute = 60_000;

/** Stores samples of an instance's API. `ago` is the age of a sample (ms), and `value` its response time (ms). */
async function measured(samples: [ago: number, value: number | null][], isUp = true) {
  const db = await testDatabase();
  const file_id = await testFileId(db);
  await db.transaction().execute(async (tx) => {
    for (const [ago, value] of samples)
      await storeSamples(tx, file_id, now - ago, [{ series: "api", value }]);
  });
  await rollUp(testRows(db), now);
  const last = samples.at(-1)?.[1] ?? null;
  await db
    .insertInto("watch_parts")
    .values({
      file_id,
      name: "api",
      target: "https://chat.example.org/api/ping",
      ms: isUp ? last : null,
      reason: null,
      certificate_ends: null,
      at: now,
      failures: isUp ? 0 : 1,
      failed_since: isUp ? null : now,
    })
    .execute();
  return testRows(db);
}

describe("the measurements of a monitored service", () => {
  it("contain the time of the first sample", async () => {
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
    const none = await readMeasured(testRows(await testDatabase()), "24h", now);
    expect([none.parts, none.since]).toEqual([[], null]);
  });

  it("contain the median response time of the last five minutes", async () => {
    const rows = await measured([
      [5 * minute, 1],
      [4 * minute, 60],
      [3 * minute, 4_000],
      [2 * minute, null],
      [minute, 62],
      [30_000, 61],
    ]);
    for (const range of ["1h", "24h", "7d", "30d"] as const)
      expect((await readMeasured(rows, range, now)).parts[0]?.ms).toBe(62);
    // If there is no sample from the last five minutes, the response time comes from the last sample.
    expect((await readMeasured(await measured([[HOUR, 70]]), "24h", now)).parts[0]?.ms).toBe(70);
    expect((await readMeasured(await measured([[minute, 70]], false), "24h", now)).parts[0]?.ms).toBeNull();
  });

  it("contain the uptime and the mean response times", async () => {
    const rows = await measured([
      [3 * HOUR, 10],
      [50 * minute, 30],
      [49 * minute + 1, null],
      [49 * minute, 50],
    ]);
    const hour = await readMeasured(rows, "1h", now);
    expect([hour.line.step, hour.line.count]).toEqual([minute, 60]);
    expect(hour.times.api?.filter((one) => one !== null)).toEqual([30, 50]);
    const day = await readMeasured(rows, "24h", now);
    expect(day.parts[0]?.uptime.day).toBe(0.75);
    // The second value is the mean of the answers 30 and 50 in the same five minutes. The failed sample
    // between them is ignored.
    expect(day.times.api?.filter((one) => one !== null)).toEqual([10, 40]);
  });
});

describe("the sparkline of a monitored service", () => {
  it("shows a mean for every 15 minutes of the last day", async () => {
    const rows = await measured([
      [30 * minute, 8],
      [22 * minute, 10],
      [12 * minute, 30],
      [minute, 50],
    ]);
    const { sparkLine, parts } = await readMeasured(rows, "1h", now);
    expect(sparkLine).toMatchObject({ step: 15 * minute, count: 96 });
    const spark = parts[0]?.spark ?? [];
    expect([spark.length, spark.slice(-3)]).toEqual([96, [8, 20, 50]]);
    expect(spark.slice(0, -3).every((one) => one === null)).toBe(true);
  });
});

describe("user counts", () => {
  /** Stores user counts. `ago` is the age of a count (ms). */
  async function counted(samples: [ago: number, value: number][]) {
    const db = await testDatabase();
    const file_id = await testFileId(db);
    await db.transaction().execute(async (tx) => {
      for (const [ago, value] of samples)
        await storeSamples(tx, file_id, now - ago, [{ series: "users", value }]);
    });
    await rollUp(testRows(db), now);
    return testRows(db);
  }

  it("include the newest value and the value from a week ago", async () => {
    const rows = await counted([
      [8 * DAY, 10],
      [7 * DAY, 70],
      [6 * DAY, 60],
      [10 * minute, 100],
      [5 * minute, 101],
    ]);
    const { counts } = await readMeasured(rows, "24h", now);
    expect(counts.line).toMatchObject({ step: 2 * HOUR, count: 360 });
    expect(counts.list).toMatchObject([{ name: "users", now: 101, weekAgo: 70 }]);
    const points = counts.list[0]?.points ?? [];
    expect(points.filter((one) => one !== null)).toEqual([10, 70, 60, 101]);
    expect(await newestCounts(rows, now)).toEqual({ users: 101 });
  });

  it("include the last known value even if it is older than twenty minutes", async () => {
    const { counts } = await readMeasured(await counted([[3 * HOUR, 42]]), "24h", now);
    expect(counts.list).toMatchObject([{ name: "users", now: 42, weekAgo: null }]);
    expect((await readMeasured(await counted([]), "24h", now)).counts.list).toEqual([]);
  });
});

it("the panel's own figures contain request totals and the mean response time of its endpoints", async () => {
  const db = await testDatabase();
  const file_id = await testFileId(db);
  const figures = { requests: 8, limited: 1, refused: 2, failed: 3, endpoints: 4, endpointTime: 60 } as const;
  await db.transaction().execute(async (tx) => {
    const samples = Object.entries(figures).map(([series, value]) => ({
      series: series as SeriesName,
      value,
    }));
    await storeSamples(tx, file_id, now - 30 * minute, samples);
    await storeSamples(tx, file_id, now - 10 * minute, [
      { series: "requests", value: 2 },
      { series: "endpoints", value: 2 },
      { series: "endpointTime", value: 50 },
    ]);
  });
  const { own, line } = await readMeasured(testRows(db), "1h", now);
  expect(own.total).toEqual({ requests: 10, limited: 1, refused: 2, failed: 3, endpoints: 6 });
  expect(own.ms).toBe(25);
  const placeOf = (ago: number) => Math.floor((now - ago - line.from) / line.step);
  expect([own.endpointMs[placeOf(30 * minute)], own.endpointMs[placeOf(10 * minute)]]).toEqual([15, 25]);
  expect(own.endpointMs.filter((one) => one !== null)).toHaveLength(2);
  expect(own.points.limited.filter((one) => one !== null)).toEqual([1]);
});

it("calculates means, medians and the share of successful samples", () => {
  const steps = [{ samples: 4, up: 2, total: 90 }, { samples: 3, up: 0, total: 0 }, undefined];
  expect(means(steps)).toEqual([45, null, null]);
  expect([shareUp(steps), shareUp([undefined])]).toEqual([2 / 7, null]);
  expect([median([]), median([3]), median([9, 1, 5]), median([1, 100, 2, 3])]).toEqual([null, 3, 5, 3]);
});
