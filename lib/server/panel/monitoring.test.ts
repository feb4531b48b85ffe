import { tmpdir } from "node:os";
import { Registry } from "prom-client";
import { changeEnv, configFile, db, panelSettings, theRooms } from "@/testing/rooms";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { takeLease } from "@/lib/server/db";
import { storeSamples } from "@/lib/server/monitor/samples";
import type { SeriesName } from "@/lib/shared/contract/watch";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });

beforeEach(async () => {
  for (const table of ["applies", "watch_parts", "watch_samples", "backups", "leases"] as const)
    await db().deleteFrom(table).execute();
});

const minute = 60_000;

/** Stores an apply that took half a minute. */
async function insertApply(
  minutesAgo: number,
  row: { state?: string; revision?: number | null; way?: string } = {},
) {
  const { state = "confirmed", revision = 7, way = "command" } = row;
  const created_at = Date.now() - minutesAgo * minute;
  const { id } = await db()
    .insertInto("applies")
    .values({
      file_id: await configFile().id(),
      etag: "1".repeat(64),
      revision,
      way,
      state,
      actor: "keeper",
      ...{
        from_etag: null,
        from_content: null,
        from_revision: null,
        checks: "[]",
        output: "",
        reason: null,
      },
      ...{
        taken_back: "[]",
        answer: null,
        back_etag: null,
        back_revision: null,
      },
      ...{
        created_at,
        ended_at: created_at + minute / 2,
        planned_at: null,
      },
      ...{
        holder: null,
        lease_until: 0,
        deadline: null,
      },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, at: created_at };
}

describe("the measurements", () => {
  test("contain the instance's restarts and loaded versions in the requested range", async () => {
    const old = await insertApply(90);
    const confirmed = await insertApply(40);
    await insertApply(30, { state: "kept", revision: 8, way: "broker" });
    await insertApply(20, { state: "rolled-back", revision: 9 });
    await insertApply(10, { revision: null });
    const hour = await panel.get("readWatch", { query: { range: "1h" } });
    expect(hour.marks).toEqual([{ at: confirmed.at, number: 7 }]);
    expect(hour.restarts.map(({ version }) => version)).toEqual([7, 9, null]);
    const day = await panel.get("readWatch");
    expect(day.range).toBe("24h");
    expect(day.marks[0]).toEqual({ at: old.at, number: 7 });
  });

  test("contain the monitoring interval and whether notifications are on", async () => {
    expect(await panel.get("readWatch")).toMatchObject({
      interval: 30,
      isLocal: true,
      notifies: false,
      backup: null,
    });
    changeEnv({ watchInterval: 60 });
    panelSettings().setNotifications({
      channels: { webhook: { url: "http://127.0.0.1:9/hook" } },
      muted: [],
    });
    panel.connect("http://127.0.0.1:9/api");
    try {
      expect(await panel.get("readWatch")).toMatchObject({ interval: 60, isLocal: false, notifies: true });
    } finally {
      changeEnv({ watchInterval: 30 });
      panelSettings().setNotifications({ channels: {}, muted: [] });
      panel.connect();
    }
    expect(await panel.ask("readWatch", { query: { range: "2h" } })).toMatchObject({ status: 422 });
  });

  test("are taken on request at most ten times a minute", async () => {
    await takeLease(db(), `watch:${await configFile().id()}`, { holder: "replica", span: minute });
    const { counts } = await panel.get("checkNow", { body: { range: "1h" } });
    expect(counts.list.find(({ name }) => name === "users")).toMatchObject({ now: 1 });
    expect(await panel.entries()).toMatchObject([{ action: "watch.check", outcome: "done" }]);
    for (let nth = 2; nth <= 10; nth += 1)
      expect((await panel.ask("checkNow", { body: {} })).status).toBe(200);
    expect(await panel.ask("checkNow", { body: {} })).toMatchObject({
      status: 429,
      headers: { "retry-after": "60" },
      body: { code: "rate-limited" },
    });
    // The panel's own users are counted now, not at the last sample.
    await panel.get("createUser", { body: { username: "castaway" } });
    const later = await panel.get("readWatch", { query: { range: "1h" } });
    expect(later.counts.list.find(({ name }) => name === "users")).toMatchObject({ now: 2, at: later.at });
  });

  test("are not taken if monitoring is off", async () => {
    changeEnv({ watchInterval: 0 });
    try {
      expect(await panel.ask("checkNow", { body: {} })).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("WATCH_INTERVAL") },
      });
      await expect(theRooms().panel.monitoring.start()).resolves.toBeUndefined();
    } finally {
      changeEnv({ watchInterval: 30 });
    }
  });
});

describe("the metrics", () => {
  const registry = new Registry();
  beforeAll(() => theRooms().panel.monitoring.registerMetrics(registry));
  /** Returns the values of all metrics `instance_admin_instance_…`, by name and labels. */
  async function read(): Promise<Record<string, number>> {
    const text = await registry.metrics();
    const lines = [...text.matchAll(/^instance_admin_instance_(\S+) (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
  }
  const part = async (
    name: string,
    row: { ms?: number | null; failures?: number; certificate_ends?: number | null; at?: number },
  ) =>
    db()
      .insertInto("watch_parts")
      .values({
        file_id: await configFile().id(),
        name,
        target: "https://chat.example.org",
        reason: null,
        ...{
          ms: 80,
          failures: 0,
          certificate_ends: null,
          at: Date.now(),
          failed_since: null,
          ...row,
        },
      })
      .execute();
  const sample = async (series: SeriesName, value: number | null) => {
    const file = await configFile().id();
    await db()
      .transaction()
      .execute((tx) => storeSamples(tx, file, Date.now() - minute, [{ series, value }]));
  };

  test("contain the measurements in seconds, days and ratios", async () => {
    const at = Date.now();
    await part("api", { at, certificate_ends: at + 40.5 * 24 * 60 * minute });
    await part("gateway", { ms: null, failures: 2 });
    await part("cdn", { at: at - 60 * minute });
    await sample("api", 80);
    await sample("gateway", null);
    await sample("users", 12);
    await sample("requests", 5);
    const values = await read();
    expect(values).toMatchObject({
      'up{part="api"}': 1,
      'up{part="gateway"}': 0,
      'response_seconds{part="api"}': 0.08,
      'certificate_days{part="api"}': 40,
      'probed_timestamp_seconds{part="api"}': at / 1000,
      'uptime_day_ratio{part="api"}': 1,
      'uptime_day_ratio{part="gateway"}': 0,
      'uptime_month_ratio{part="api"}': 1,
      'count{of="users"}': 12,
      'panel_answers{kind="requests"}': 5,
    });
    for (const name of [
      'response_seconds{part="gateway"}',
      // An hour ago says nothing about now.
      'up{part="cdn"}',
      'response_seconds{part="cdn"}',
      'certificate_days{part="gateway"}',
      "backup_timestamp_seconds",
    ])
      expect(values).not.toHaveProperty([name]);
    // If a part is no longer probed, its values are no longer returned.
    await db().deleteFrom("watch_parts").where("name", "=", "gateway").execute();
    expect(await read()).not.toHaveProperty(['up{part="gateway"}']);
  });

  test("contain the time of the last backup", async () => {
    await db()
      .insertInto("backups")
      .values({
        at: 179e10,
        actor: "keeper",
        due_at: null,
        host: "x",
        folder: tmpdir(),
        ...{
          ended_at: 1790000001e3,
          size: 1,
          problem: null,
        },
      })
      .execute();
    expect(await read()).toMatchObject({ backup_timestamp_seconds: 1_790_000_000 });
  });

  test("omit the measurements if the database fails", async () => {
    await part("api", {});
    await db().schema.alterTable("watch_parts").renameTo("watch_parts_elsewhere").execute();
    try {
      expect(Object.keys(await read()).filter((name) => name.startsWith("up"))).toEqual([]);
    } finally {
      await db().schema.alterTable("watch_parts_elsewhere").renameTo("watch_parts").execute();
    }
    expect(await read()).toMatchObject({ 'up{part="api"}': 1 });
  });
});

describe("backups", () => {
  test("are listed with folder, database and schedule", async () => {
    expect(await panel.get("getBackups")).toEqual({
      folder: `${panel.dataDir}/backups`,
      database: "sqlite",
      schedule: { time: null, keep: 7 },
      nextAt: null,
      isKeepFixed: false,
      backups: [],
      plannedRestore: null,
      lastRestore: null,
    });
  });

  test("follow the stored schedule after a restart", async () => {
    const body = { time: "03:30", keep: 3 };
    const saved = await panel.get("saveBackupSchedule", { body });
    expect(saved.schedule).toEqual(body);
    expect(new Date(saved.nextAt!).toISOString()).toMatch(/T03:30:00\.000Z$/);
    expect(saved.nextAt! - Date.now()).toBeGreaterThan(0);
    expect(saved.nextAt! - Date.now()).toBeLessThanOrEqual(24 * 60 * minute);
    expect((await panel.entries())[0]).toMatchObject({ action: "backup.schedule", detail: body });
    // A restarted panel reads the stored schedule.
    await theRooms().schedule.stop();
    await db()
      .updateTable("meta")
      .set({ value: JSON.stringify({ time: "04:00", keep: 5, since: Date.now() }) })
      .where("key", "=", "backup-schedule")
      .execute();
    await theRooms().schedule.start();
    await theRooms().schedule.stop();
    expect((await panel.get("getBackups")).schedule).toEqual({ time: "04:00", keep: 5 });
    await theRooms().schedule.save({ time: null, keep: 7 });
    for (const time of ["24:00", "3:30", "03:60", ""])
      expect((await panel.ask("saveBackupSchedule", { body: { time, keep: 3 } })).status).toBe(422);
    for (const keep of [0, 366, 1.5])
      expect((await panel.ask("saveBackupSchedule", { body: { time: null, keep } })).status).toBe(422);
  });

  test("can be started by the operator, one at a time", async () => {
    const { backups } = await panel.get("startBackup");
    expect(backups).toMatchObject([{ by: "keeper", state: "running" }]);
    expect((await panel.entries())[0]).toMatchObject({ action: "backup.start", outcome: "done" });
    expect(await panel.ask("startBackup")).toMatchObject({ status: 409 });
    await theRooms().backups.stop();
    expect((await panel.get("getBackups")).backups[0]?.state).not.toBe("running");
  });

  const due = async (since: number, at = Date.now() - 5 * minute) => {
    const time = new Date(at).toISOString().slice(11, 16);
    await db()
      .insertInto("meta")
      .values({ key: "backup-schedule", value: JSON.stringify({ time, keep: 3, since }) })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
      )
      .execute();
    const rows = () => db().selectFrom("backups").select(["actor", "due_at"]).execute();
    await theRooms().schedule.start();
    return { time, rows };
  };

  test("are made at startup if the scheduled time was missed", async () => {
    const { time, rows } = await due(0);
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    const [row] = await rows();
    expect([row?.actor, new Date(row?.due_at ?? 0).toISOString().slice(11, 16)]).toEqual(["", time]);
    await theRooms().schedule.stop();
    await theRooms().backups.stop();
    await theRooms().schedule.start();
    await theRooms().schedule.stop();
    expect(await rows()).toHaveLength(1);
  });

  test("that were due before the schedule was saved are not made", async () => {
    // Use a later time than the previous test. A process skips all scheduled times up to the last one that it
    // handled, so with an earlier time, this test would always pass.
    const at = Date.now() - minute;
    const { rows } = await due(at - (at % minute), at);
    await theRooms().schedule.stop();
    // If the schedule had started a backup, the panel would refuse this request.
    await panel.get("startBackup");
    await theRooms().backups.stop();
    expect((await rows()).map(({ actor }) => actor)).toEqual(["keeper"]);
  });
});
