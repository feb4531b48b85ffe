import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type Db,
  finishedMigrations,
  migrate,
  openSqlite,
  SqliteConnection,
  writeMeta,
} from "@/lib/server/db";
import { placeMigrated } from "@/testing/test-database";
import { type BackupsDeps, backUpBeforeUpgrade, createBackups, verifyInProcess } from "./backup/backups";
import { cancelRestore, planRestore } from "./backup/planned-restore";
import { createBackupSchedule, lastDue } from "./backup/schedule";
import { verifyBackup } from "./backup/verify";

/* These tests run the real backup program. */

const folder = mkdtempSync(join(tmpdir(), "backups-"));
const backups = join(folder, "backups");
const record = join(folder, "last-backup.json");

const places = { dataDir: folder, configPath: join(folder, "config.json"), databaseUrl: undefined };

let db: Db;
let deps: BackupsDeps;
let own: ReturnType<typeof createBackups>;
const failures: string[] = [];

beforeAll(async () => {
  await placeMigrated(join(folder, "instance.db"));
  writeFileSync(places.configPath, "{}");
  db = openSqlite(join(folder, "instance.db"));
  deps = {
    db,
    places,
    backupDir: backups,
    clock: { now: () => Date.now() },
    log: pino({ level: "silent" }),
    onFailure: async (reason) => void failures.push(reason),
  };
  own = createBackups(deps);
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  failures.length = 0;
  await db.deleteFrom("backups").execute();
  for (const path of [backups, record]) rmSync(path, { recursive: true, force: true });
});

/** Makes a backup, and waits for it to finish. */
async function made(by: string | null, options: { dueAt?: number; keep: number }) {
  expect(await own.begin(by, options)).toBe(true);
  await vi.waitFor(async () => expect((await own.list())[0]?.state).not.toBe("running"), 20_000);
  const [newest] = await own.list();
  if (newest === undefined) throw new Error("The backup is not listed.");
  return newest;
}

describe("a backup", () => {
  it("is verified in a process of its own, which says what is wrong", async () => {
    const { folder: at } = await made("ada", { keep: 3 });
    const { signal } = new AbortController();
    expect(await own.verify(at, signal)).toEqual(await verifyBackup(at));
    writeFileSync(join(at, "config.json"), "changed");
    const changed = "was changed since the backup was made. Use another backup.";
    await expect(own.verify(at, signal)).rejects.toThrow(changed);
    rmSync(join(at, "backup.json"));
    mkdirSync(join(at, "backup.json"));
    await expect(own.verify(at, signal)).rejects.toThrow(
      /^The backup could not be verified \(EISDIR.*\)\. Try again, or use another backup\.$/,
    );
  });

  it("is verified until the time limit, the end of the request, or the end of the panel", async () => {
    const { folder: at } = await made("ada", { keep: 3 });
    const { signal } = new AbortController();
    await expect(verifyInProcess(places, at, { stopped: signal, limit: 1 })).rejects.toThrow(
      "The verification took longer than 10 minutes and was stopped.",
    );
    const stopped = { code: "conflict", message: "The verification was stopped. Start it again." };
    const request = new AbortController();
    const left = own.verify(at, request.signal);
    request.abort();
    await expect(left).rejects.toMatchObject(stopped);
    const other = createBackups(deps);
    const ended = other.verify(at, signal);
    await other.stop();
    await expect(ended).rejects.toMatchObject(stopped);
  });

  it("prevents other backups while it runs", async () => {
    const before = Date.now();
    expect(await own.begin("ada", { keep: 3 })).toBe(true);
    expect(await own.begin("bo", { keep: 3 })).toBeNull();
    expect(await own.list()).toMatchObject([{ by: "ada", state: "running", size: null, problem: null }]);
    expect(await own.state()).toEqual({ backup: null, backupProblem: null });
    await vi.waitFor(async () => expect((await own.list())[0]?.state).toBe("done"), 20_000);
    const [backup] = await own.list();
    expect(backup?.at).toBeGreaterThanOrEqual(before);
    const files = readdirSync(backup?.folder ?? "");
    expect(files.toSorted()).toEqual(["backup.json", "config.json", "instance.db"]);
    const sizes = files.map((file) => statSync(join(backup?.folder ?? "", file)).size);
    expect(backup?.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(backup?.folder).toMatch(/\/\d{8}T\d{6}Z-[\da-f]{8}$/);
    expect(await own.state()).toEqual({
      backup: { at: backup?.at, folder: backup?.folder },
      backupProblem: null,
    });
    // The program also writes a record, but the same backup must not be listed twice.
    expect(existsSync(record)).toBe(true);
    expect(await own.list()).toHaveLength(1);
    const copy = new SqliteConnection(join(backup?.folder ?? "", "instance.db"), { busyTimeout: 0 });
    expect(copy.prepare("select name from leases").all()).toEqual([]);
    copy.close();
  });

  it("is made only once for each scheduled time", async () => {
    const dueAt = Date.parse("2026-11-22T03:00:00Z");
    expect(await made(null, { dueAt, keep: 3 })).toMatchObject({ by: null, state: "done" });
    expect(await own.begin(null, { dueAt, keep: 3 })).toBe(false);
    expect(await made(null, { dueAt: dueAt + 1, keep: 3 })).toMatchObject({ state: "done" });
    expect(await own.list()).toHaveLength(2);
  });

  it("deletes older backups only in the same folder", async () => {
    const first = await made("ada", { keep: 2 });
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    await db
      .insertInto("backups")
      .values([
        {
          at: 2,
          actor: "",
          due_at: null,
          host: "another",
          folder: "/there",
          ended_at: 2,
          size: 1,
          problem: null,
        },
        {
          at: 3,
          actor: "",
          due_at: null,
          host: "another",
          folder: elsewhere,
          ended_at: 3,
          size: 1,
          problem: null,
        },
      ])
      .execute();
    // A container has another host name after each start.
    await db.updateTable("backups").set({ host: "earlier" }).execute();
    const second = await made("ada", { keep: 2 });
    expect(existsSync(first.folder)).toBe(false);
    const third = await made("ada", { keep: 2 });
    expect((await own.list()).map((backup) => backup.folder)).toEqual([
      third.folder,
      second.folder,
      "/there",
    ]);
    // This backup is not deleted, because it is outside the backup folder. It was made before BACKUP_DIR changed.
    expect(existsSync(elsewhere)).toBe(true);
    expect(existsSync(second.folder)).toBe(true);
  });

  it("is neither deleted nor replaced while a planned restore needs it", async () => {
    const [wanted, before] = [await made("ada", { keep: 9 }), await made("ada", { keep: 9 })];
    const plan = { folder: wanted.folder, before: before.folder, backupAt: 1, by: "ada", withConfig: true };
    await planRestore(folder, plan);
    const newest = await made(null, { keep: 1 });
    const folders = async () => (await own.list()).map((backup) => backup.folder);
    expect(await folders()).toEqual([newest.folder, before.folder, wanted.folder]);
    await expect(own.remove(wanted.id)).rejects.toMatchObject({ code: "conflict" });
    expect([wanted, before].every((one) => existsSync(one.folder))).toBe(true);
    await cancelRestore(folder);
    const next = await made(null, { keep: 1 });
    expect(await folders()).toEqual([next.folder]);
  });

  it("cannot begin, and none can be deleted, while a restore is being planned", async () => {
    const { id, folder: at } = await made("ada", { keep: 9 });
    await own.alone(async () => {
      await expect(own.remove(id)).rejects.toMatchObject({ code: "conflict" });
      expect(existsSync(at)).toBe(true);
      expect(await own.begin("ada", { keep: 1 })).toBeNull();
      await expect(own.alone(() => Promise.resolve())).rejects.toMatchObject({ code: "conflict" });
    });
    expect(await made("ada", { keep: 9 })).toMatchObject({ state: "done" });
    await own.remove(id);
  });

  it("is listed with its error output if it fails", async () => {
    writeFileSync(backups, "not a folder");
    const failed = await made("ada", { keep: 3 });
    expect(failed).toMatchObject({
      state: "failed",
      size: null,
      problem: expect.stringMatching(/\S/) as unknown,
    });
    expect(await own.state()).toEqual({
      backup: null,
      backupProblem: { at: failed.at, reason: failed.problem },
    });
    expect(failures).toEqual([failed.problem]);
    rmSync(backups);
    const done = await made("ada", { keep: 3 });
    expect((await own.list()).map(({ state }) => state)).toEqual(["done", "failed"]);
    expect(await own.state()).toEqual({
      backup: { at: done.at, folder: done.folder },
      backupProblem: null,
    });
  });

  it("does not show where the database is if it fails", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://keeper:lantern@127.0.0.1:1/harbor");
    onTestFinished(() => void vi.unstubAllEnvs());
    const reasons: string[] = [];
    const write = (line: string) => void reasons.push((JSON.parse(line) as { reason: string }).reason);
    const other = createBackups({ ...deps, log: pino({ level: "error" }, { write }) });
    expect(await other.begin("ada", { keep: 3 })).toBe(true);
    await vi.waitFor(() => expect(failures).toHaveLength(1), 20_000);
    const problem =
      "The backup failed (the database refused or did not answer). Nothing was backed up. Correct the cause, and try again.";
    expect(failures).toEqual([problem]);
    expect(await other.list()).toMatchObject([{ state: "failed", problem }]);
    expect(reasons).toEqual([expect.stringMatching(/^PostgreSQL: connect ECONNREFUSED 127\.0\.0\.1:1\n/)]);
  });

  it("can be read back and deleted, and its folder is then gone", async () => {
    const { id, folder: at } = await made("ada", { keep: 3 });
    expect((await own.list())[0]).toMatchObject({ id, isReadBack: true });
    // However many are stored.
    const later = { at: 3, actor: "", due_at: null, host: "h", folder, ended_at: 3, size: 1 };
    await db.insertInto("backups").values(Array(60).fill(later)).execute();
    expect(await own.folderOf(id)).toBe(at);
    await own.remove(id);
    expect([existsSync(at), (await own.list()).length]).toEqual([false, 60]);
    await expect(own.folderOf(id)).rejects.toMatchObject({ code: "not-found" });
    await expect(own.remove(id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("outside the backup folder is never deleted by the panel", async () => {
    const elsewhere = join(folder, "kept-elsewhere");
    mkdirSync(elsewhere);
    await db
      .insertInto("backups")
      .values({ at: 3, actor: "", due_at: null, host: hostname(), folder: elsewhere, ended_at: 3, size: 1 })
      .execute();
    const [{ id } = { id: "" }] = await own.list();
    await expect(own.remove(id)).rejects.toMatchObject({ code: "conflict" });
    expect(existsSync(elsewhere)).toBe(true);
    rmSync(elsewhere, { recursive: true });
    await expect(own.folderOf(id)).rejects.toMatchObject({ code: "conflict" });
  });

  it("does not count as made if its folder is gone, and no other one is deleted for it", async () => {
    const [first, second] = [join(backups, "first"), join(backups, "second")];
    mkdirSync(first, { recursive: true });
    const row = { actor: "", due_at: null, host: "h", size: 1 };
    await db
      .insertInto("backups")
      .values([first, second].map((path, at) => ({ ...row, at, ended_at: at, folder: path })))
      .execute();
    const [{ id } = { id: "" }] = await own.list();
    expect((await own.list()).map(({ state }) => state)).toEqual(["gone", "done"]);
    expect((await own.state()).backup).toEqual({ at: 0, folder: first });
    await expect(own.folderOf(id)).rejects.toMatchObject({ code: "conflict" });
    await made("ada", { keep: 2 });
    expect(existsSync(first)).toBe(true);
  });

  it("that fails while the database is unavailable is reported when the database is back", async () => {
    writeFileSync(backups, "not a folder");
    const said: string[] = [];
    const write = (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg);
    const hurried = openSqlite(join(folder, "instance.db"), { lockTimeout: 50 });
    const other = createBackups({ ...deps, db: hurried, log: pino({ level: "warn" }, { write }), pause: 1 });
    expect(await other.begin("ada", { keep: 3 })).toBe(true);
    const lock = new SqliteConnection(join(folder, "instance.db"), { busyTimeout: 0 });
    lock.exec("begin immediate");
    await vi.waitFor(() => expect(said).toContain("The outcome of a backup is not stored yet"), 20_000);
    expect(said[0]).toBe("A backup failed");
    expect(failures).toEqual([]);
    lock.close();
    await vi.waitFor(() => expect(failures).toHaveLength(1), 20_000);
    expect(await other.list()).toMatchObject([{ state: "failed", problem: failures[0] }]);
    await hurried.destroy();
  });

  it("is stopped together with the panel", async () => {
    expect(await own.begin("ada", { keep: 3 })).toBe(true);
    await own.stop();
    const [ended] = await own.list();
    expect(ended).toMatchObject({ state: "failed", problem: "The backup stopped before it was complete." });
    expect(existsSync(ended?.folder ?? folder)).toBe(false);
    await own.stop();
  });

  it("counts as failed if the panel was killed", async () => {
    const [mine, other] = [join(backups, "mine"), join(folder, "other")];
    for (const [host, path] of [
      ["earlier", mine],
      [hostname(), other],
    ] as const) {
      mkdirSync(path, { recursive: true });
      await db
        .insertInto("backups")
        .values({ at: Date.now(), actor: "ada", due_at: null, host, folder: path })
        .execute();
    }
    const problem = "The panel stopped during this backup.";
    expect(await own.list()).toMatchObject([
      { state: "failed", problem },
      { state: "failed", problem },
    ]);
    await made("ada", { keep: 3 });
    expect((await own.list()).map(({ state }) => state)).toEqual(["done", "failed", "failed"]);
    expect([existsSync(mine), existsSync(other)]).toEqual([false, true]);
  });
});

describe("a backup that was restored", () => {
  it("is still listed as complete, and the next backup does not delete it", async () => {
    const first = await made("ada", { keep: 3 });
    // Its database contains the row of the backup itself, from before the backup ended.
    const copy = new SqliteConnection(join(first.folder, "instance.db"), { busyTimeout: 0 });
    const rows = copy.prepare("select ended_at, size, problem from backups").all();
    copy.close();
    expect(rows).toEqual([{ ended_at: null, size: null, problem: null }]);
    await db.updateTable("backups").set({ ended_at: null, size: null }).execute();
    expect(await own.list()).toMatchObject([{ id: first.id, state: "done", problem: null }]);
    await made("ada", { keep: 3 });
    expect((await own.list())[1]).toEqual(first);
    expect((await verifyBackup(first.folder)).contents.config).toBe("valid");
  });
});

describe("a backup that is newer than the restored one", () => {
  it("is listed if this panel made it", async () => {
    const secret = join(folder, "nextauth-secret");
    writeFileSync(secret, "own");
    const [first, second, third] = [
      await made("ada", { keep: 9 }),
      await made("ada", { keep: 9 }),
      await made("ada", { keep: 9 }),
    ];
    // A copy of an operator, and one that is as old as the restored backup.
    cpSync(third.folder, join(backups, "before-the-move"), { recursive: true });
    cpSync(first.folder, join(backups, "20260101T000000Z-copy"), { recursive: true });
    writeFileSync(secret, "of another panel");
    await made("ada", { keep: 9 });
    for (const path of [secret, record]) rmSync(path);
    mkdirSync(join(backups, "20991231T000000Z-partial"));
    await db.deleteFrom("backups").where("id", "<>", Number(first.id)).execute();
    const restored = { folder: first.folder, before: third.folder, by: "bo" };
    await own.recordNewer(restored);
    await own.recordNewer(restored);
    expect(await own.list()).toMatchObject([
      { folder: third.folder, by: "bo", state: "done", size: third.size },
      { folder: second.folder, by: null, state: "done" },
      { folder: first.folder, by: "ada" },
    ]);
    await own.recordNewer({ ...restored, folder: "/gone" });
    expect(await own.list()).toHaveLength(3);
  });
});

describe("a backup by `npm run backup`", () => {
  const at = "2026-11-22T03:00:00.000Z";

  it("is listed with its size among the panel's backups", async () => {
    const made = join(folder, "by-hand");
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "instance.db"), "12345");
    writeFileSync(record, JSON.stringify({ at, folder: made }));
    const command = {
      id: "command",
      at: Date.parse(at),
      by: "npm run backup",
      state: "done",
      problem: null,
      isReadBack: false,
    };
    expect(await own.list()).toEqual([{ ...command, folder: made, size: 5 }]);
    const rows = [Date.parse(at) - 1, Date.parse(at) + 1].map((when) => ({
      at: when,
      actor: "ada",
      due_at: null,
      host: "another",
      folder: `/there/${when}`,
      ended_at: when,
      size: 1,
      problem: null,
    }));
    await db.insertInto("backups").values(rows).execute();
    expect((await own.list()).map(({ by }) => by)).toEqual(["ada", "npm run backup", "ada"]);
    rmSync(made, { recursive: true });
    expect((await own.list())[1]).toMatchObject({ size: null });
  });

  it.each([
    ["of another database", JSON.stringify({ at, folder: "/there", database: "postgres" })],
    ["with an unreadable record", "{"],
    ["with a record that lacks its time", JSON.stringify({ folder: "/there" })],
  ])("%s is not listed", async (_case, text) => {
    writeFileSync(record, text);
    expect(await own.list()).toEqual([]);
  });
});

describe("the schedule", () => {
  const scheduleWith = (keepFixed: number | undefined, begin = vi.fn(async () => true)) => ({
    begin,
    schedule: createBackupSchedule({
      db,
      backups: { begin },
      keepFixed,
      clock: { now: () => Date.parse("2026-11-23T12:00:00Z") },
      log: pino({ level: "silent" }),
      announce: async () => undefined,
      onAnnouncement: () => undefined,
    }),
  });

  it("stores as many backups as BACKUP_KEEP says, whatever an owner chose before", async () => {
    const { schedule } = scheduleWith(2);
    await schedule.save({ time: null, keep: 9 });
    expect([schedule.keep(), schedule.isKeepFixed, schedule.view().schedule.keep]).toEqual([2, true, 2]);
    const free = scheduleWith(undefined).schedule;
    await free.start();
    await free.stop();
    expect([free.keep(), free.isKeepFixed]).toEqual([9, false]);
  });

  it("passes the number to keep to a due backup", async () => {
    await writeMeta(db, "backup-schedule", JSON.stringify({ time: "03:00", keep: 9, since: 0 }));
    const { schedule, begin } = scheduleWith(4);
    await schedule.start();
    await schedule.stop();
    expect(begin).toHaveBeenCalledExactlyOnceWith(null, {
      dueAt: Date.parse("2026-11-23T03:00:00Z"),
      keep: 4,
    });
  });

  it("finds the last time when a daily backup was due", () => {
    const at = Date.parse("2026-11-23T03:00:00Z");
    const before = Date.parse("2026-11-22T03:00:00Z");
    expect(lastDue({ time: "03:00" }, at)).toBe(at);
    expect(lastDue({ time: "03:00" }, at - 1)).toBe(before);
    expect(lastDue({ time: "03:00" }, at + 86_400_000 - 1)).toBe(at);
    expect(lastDue({ time: "00:00" }, at)).toBe(Date.parse("2026-11-23T00:00:00Z"));
    expect(lastDue({ time: null }, at)).toBeNull();
  });
});

describe("before the database is upgraded", () => {
  const further = {
    "002-later": {
      up: async (later: Kysely<unknown>) => void (await sql`create table later (id integer)`.execute(later)),
    },
  };
  const upgrade = async (backupDir: string) => {
    let at: string | undefined;
    const path = join(folder, "old.db");
    await placeMigrated(path);
    const old = openSqlite(path);
    try {
      await migrate(old, {
        further,
        beforeUpgrade: async () => void (at = await backUpBeforeUpgrade({ ...places, backupDir })),
      });
    } finally {
      await old.destroy();
      rmSync(path);
    }
    return at;
  };

  it("a backup is made, and it is listed afterwards", async () => {
    const at = (await upgrade(backups)) ?? "";
    expect(at).toMatch(/\/\d{8}T\d{6}Z-before-upgrade$/);
    expect((await verifyBackup(at)).contents.config).toBe("valid");
    await own.recordMade(at);
    expect(await own.list()).toMatchObject([{ by: null, state: "done", folder: at }]);
  });

  it("nothing is changed if the backup fails", async () => {
    writeFileSync(backups, "not a folder");
    const path = join(folder, "kept.db");
    await placeMigrated(path);
    const old = openSqlite(path);
    const backUp = async () => void (await backUpBeforeUpgrade({ ...places, backupDir: backups }));
    await expect(migrate(old, { further, beforeUpgrade: backUp })).rejects.toThrow(
      /the backup before the upgrade failed, so nothing was changed/,
    );
    expect(await finishedMigrations(old)).toHaveLength(1);
    await old.destroy();
  });

  it("a new database is created without a backup", async () => {
    const fresh = openSqlite(join(folder, "fresh.db"));
    const beforeUpgrade = vi.fn(async () => undefined);
    await migrate(fresh, { beforeUpgrade });
    await migrate(fresh, { beforeUpgrade });
    expect(beforeUpgrade).not.toHaveBeenCalled();
    await fresh.destroy();
  });
});
