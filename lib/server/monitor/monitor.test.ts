import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type Db } from "@/lib/server/db";
import { closedPort, listening, savedWith } from "@/testing/check-setting";
import type { PlannedRestart } from "@/lib/shared/contract/watch";
import { RunningInstance } from "@/testing/running-instance";
import { testFileId, testRows } from "@/testing/test-file";
import { testDatabase } from "@/testing/test-database";
import { readMeasured } from "./answer";
import { DAY, HOUR } from "@/lib/clock";
import { hourOf, KEEP_HOURS, KEEP_SAMPLES, prune, rollUp } from "./samples";
import { type Look, Monitor, type MonitorSetting } from "./service";

const reach = { instanceApiUrl: undefined, instanceOperatorToken: undefined, checkAllow: [] };

function startMonitor(db: Db, setting: Partial<MonitorSetting> = {}) {
  const looks: Look[] = [];
  const monitor = new Monitor({
    db,
    log: pino({ level: "silent" }),
    fileId: () => testFileId(db),
    settings: async () => savedWith({}, "neutral"),
    reach: () => reach,
    every: 1,
    restarts: async () => [],
    ownCounts: async () => ({ users: 3, guilds: 2 }),
    ownFigures: () => [{ series: "requests", value: 5 }],
    onLook: (look) => looks.push(look),
    ...setting,
  });
  onTestFinished(() => monitor.stop());
  return { monitor, looks };
}

test("records an outage after two failed samples", async () => {
  const db = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const instance = await RunningInstance.start({ configPath: join(folder, "config.json") });
  onTestFinished(() => instance.stop());
  const settings = savedWith({ "gateway.endpointPublic": `ws://127.0.0.1:${instance.port}` }, "branded");
  const { monitor, looks } = startMonitor(db, {
    settings: async () => settings,
    reach: () => ({ ...reach, instanceApiUrl: instance.apiUrl }),
  });
  await monitor.sampleOnce();
  await instance.end();
  await monitor.sampleOnce();
  expect(looks.map(({ changes }) => changes)).toEqual([[], []]);
  expect(await db.selectFrom("watch_outages").selectAll().execute()).toEqual([]);
  await monitor.sampleOnce();
  expect(looks.at(-1)?.changes).toMatchObject([
    { part: "api", kind: "down", from: looks[1]?.at },
    { part: "gateway", kind: "down" },
  ]);
  await monitor.sampleOnce();
  expect(looks.at(-1)?.changes).toEqual([]);
  const down = await readMeasured(testRows(db), "24h");
  expect(down.parts).toMatchObject([
    {
      name: "api",
      isUp: false,
      ms: null,
      reason: expect.stringContaining("No service is listening on this port"),
    },
    { name: "gateway", isUp: false },
  ]);
  expect(down.parts[0]?.uptime.day).toBeLessThan(1);
  await instance.restart();
  await instance.said("listening");
  await monitor.sampleOnce();
  expect(looks.at(-1)?.changes).toMatchObject([
    { part: "api", kind: "up", from: looks[1]?.at, to: looks.at(-1)?.at },
    { part: "gateway", kind: "up" },
  ]);
  const up = await readMeasured(testRows(db), "24h");
  expect(up.parts[0]).toMatchObject({ isUp: true, ms: expect.any(Number), reason: null });
  expect(up.outages).toHaveLength(2);
  expect(up.outages).toContainEqual({ part: "api", from: looks[1]?.at, to: looks.at(-1)?.at });
});

test("does not store failed samples while an apply restarts the instance", async () => {
  const db = await testDatabase();
  const port = await closedPort(createServer());
  let restarts: PlannedRestart[] = [{ from: Date.now() - 5_000, to: null, version: 41 }];
  const asked: number[] = [];
  const { monitor, looks } = startMonitor(db, {
    settings: async () => savedWith({ "gateway.endpointPublic": `ws://127.0.0.1:${port}` }, "branded"),
    restarts: async (since) => (asked.push(since), restarts),
  });
  await monitor.sampleOnce();
  expect(looks.at(-1)).toMatchObject({ parts: [], changes: [] });
  expect(asked).toEqual([looks.at(-1)?.at]);
  const kept = () => db.selectFrom("watch_samples").where("series", "=", "gateway").selectAll().execute();
  expect(await kept()).toEqual([]);
  restarts = [];
  await monitor.sampleOnce();
  expect(await kept()).toMatchObject([{ value: null }]);
});

test("stopping the monitor cancels a sample that is in progress", async () => {
  const db = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const configPath = join(folder, "config.json");
  const instance = await RunningInstance.start({ configPath, behavior: "hang" });
  onTestFinished(() => instance.stop());
  const { monitor, looks } = startMonitor(db, {
    reach: () => ({ ...reach, instanceApiUrl: instance.apiUrl }),
  });
  const sampling = monitor.sampleOnce();
  await monitor.stop();
  expect(await sampling).toBe(false);
  expect(looks).toEqual([]);
  expect(await db.selectFrom("watch_parts").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("leases").selectAll().execute()).toEqual([]);
});

test("only one replica at a time takes samples", async () => {
  const db = await testDatabase();
  const every = DAY;
  const [one, other] = [startMonitor(db, { every }), startMonitor(db, { every })];
  expect(await Promise.all([one.monitor.sampleOnce(), one.monitor.sampleOnce()])).toEqual([true, true]);
  expect(one.looks).toHaveLength(1);
  expect(await other.monitor.sampleOnce()).toBe(false);
  expect(other.looks).toHaveLength(0);
  const { own, counts } = await readMeasured(testRows(db), "24h");
  expect(own.total.requests).toBe(10);
  expect(counts.list.map(({ name, now }) => [name, now])).toEqual([
    ["users", 3],
    ["guilds", 2],
  ]);
  expect(await other.monitor.sampleOnce({ now: true })).toBe(true);
  // This replica has no lease, so it does not store its regular sample, but only the sample that an operator
  // requests at the same time.
  expect(await Promise.all([other.monitor.sampleOnce(), other.monitor.sampleOnce({ now: true })])).toEqual([
    false,
    true,
  ]);
  await one.monitor.stop();
  expect(await other.monitor.sampleOnce()).toBe(true);
});

test("requests user and guild counts with the operator token", async () => {
  const db = await testDatabase();
  const asked: unknown[] = [];
  const port = await listening(
    createServer((request, response) => {
      const { url, headers } = request;
      if (url?.endsWith("/ping")) return void response.end("{}");
      asked.push([url, headers.authorization]);
      response.end('{"counts":{"user":6801,"guild":212,"message":"many","members":9}}');
    }),
  );
  const { monitor } = startMonitor(db, {
    reach: () => ({
      ...reach,
      instanceApiUrl: `http://127.0.0.1:${port}/api`,
      instanceOperatorToken: "a-token",
    }),
  });
  await monitor.sampleOnce();
  await monitor.sampleOnce();
  // The second sample requests no counts, because counts are requested only every five minutes.
  expect(asked).toEqual([["/api/v9/policies/stats", "a-token"]]);
  const { counts } = await readMeasured(testRows(db), "24h");
  expect(counts.list).toMatchObject([
    { name: "users", now: 6801 },
    { name: "guilds", now: 212 },
  ]);
});

test("skips samples while the database is unavailable", async () => {
  const db = await testDatabase();
  let isUnavailable = true;
  const { monitor, looks } = startMonitor(db, {
    fileId: () => (isUnavailable ? Promise.reject(new Error("away")) : testFileId(db)),
  });
  expect(await monitor.sampleOnce()).toBe(false);
  isUnavailable = false;
  expect(await monitor.sampleOnce()).toBe(true);
  expect(looks).toHaveLength(1);
  expect((await readMeasured(testRows(db), "24h")).own.total.requests).toBe(10);
});

test("stores hourly totals and deletes old samples", async () => {
  const db = await testDatabase();
  const file_id = await testFileId(db);
  const now = hourOf(Date.now()) + 10 * 60_000;
  const hour = hourOf(now) - HOUR;
  const sample = (at: number, value: number | null) => ({ file_id, at, series: "api", value });
  await db
    .insertInto("watch_samples")
    .values([
      sample(hour - 3 * HOUR, 7),
      sample(hour, 40),
      sample(hour + 30_000, null),
      sample(hour + 60_000, 60),
      sample(hour + HOUR, 1),
      ...Array.from({ length: 3 }, (_, nth) => sample(now - KEEP_SAMPLES - (nth + 1) * HOUR, 1)),
    ])
    .execute();
  await rollUp(testRows(db), now);
  await rollUp(testRows(db), now);
  const hours = () =>
    db
      .selectFrom("watch_hours")
      .where("at", ">=", hour - 4 * HOUR)
      .orderBy("at")
      .selectAll()
      .execute();
  expect(await hours()).toEqual([
    { file_id, at: hour - 3 * HOUR, series: "api", samples: 1, up: 1, low: 7, total: 7, high: 7 },
    { file_id, at: hour, series: "api", samples: 3, up: 2, low: 40, total: 100, high: 60 },
  ]);
  const kept = async () => (await db.selectFrom("watch_samples").select("at").execute()).length;
  await prune(testRows(db), now);
  expect(await kept()).toBe(7);
  await prune(testRows(db), now);
  await prune(testRows(db), now);
  expect(await kept()).toBe(5);

  const old = { file_id, series: "api", samples: 1, up: 1, low: 1, total: 1, high: 1 };
  await db
    .insertInto("watch_hours")
    .values([
      { ...old, at: hour - KEEP_HOURS - DAY },
      { ...old, at: hour - KEEP_HOURS + DAY },
    ])
    .execute();
  await prune(testRows(db), now);
  const [first] = await db
    .selectFrom("watch_hours")
    .select(({ fn }) => fn.min("at").as("at"))
    .execute();
  expect(first?.at).toBe(hour - KEEP_HOURS + DAY);
  const month = await readMeasured(testRows(db), "30d", now);
  expect(month.times).toEqual({});
  expect(month.line.count).toBe(720);
});

test("returns at most 720 points for each range", async () => {
  const db = await testDatabase();
  const now = hourOf(Date.now()) + 30 * 60_000;
  const file_id = await testFileId(db);
  const part = {
    file_id,
    name: "api",
    target: "x",
    ms: 5,
    reason: null,
    certificate_ends: now + 61 * 24 * HOUR,
    at: now,
    failures: 0,
    failed_since: null,
  };
  await db.insertInto("watch_parts").values(part).execute();
  const rows = [hourOf(now) - 2 * HOUR, hourOf(now)].map((at) => ({ file_id, at, series: "api", value: 50 }));
  await db.insertInto("watch_samples").values(rows).execute();
  await rollUp(testRows(db), now);
  for (const range of ["7d", "30d"] as const) {
    const { times, line } = await readMeasured(testRows(db), range, now);
    expect(line.count).toBeLessThanOrEqual(720);
    expect(times.api?.slice(-3)).toEqual([50, null, 50]);
  }
  const { times, parts, line } = await readMeasured(testRows(db), "24h", now);
  expect([times.api?.filter((one) => one !== null), line.count]).toEqual([[50, 50], 288]);
  expect(parts[0]?.uptime).toEqual({ day: 1, month: 1 });
});
