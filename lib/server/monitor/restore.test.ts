import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Readable } from "node:stream";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Db, dialectOf, migrate, openPostgres, openSqlite, replaceWithDump } from "@/lib/server/db";
import { PANEL } from "@/lib/server/db/postgres";
import { openKey } from "@/lib/server/audit/key";
import { summaryOf, verifyAudit } from "@/lib/server/audit/verify";
import { testAudit } from "@/testing/test-audit";
import { onPostgres, placeMigrated, testDatabaseUrl } from "@/testing/test-database";
import type { Places } from "./backup/files";
import { makeBackup } from "./backup/make";
import { restoreBackup } from "./backup/restore";
import { verifyBackup } from "./backup/verify";

const folderOf = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const openAt = ({ dataDir, databaseUrl }: Places): Db => {
  const db = databaseUrl === undefined ? openSqlite(join(dataDir, "instance.db")) : openPostgres(databaseUrl);
  onTestFinished(() => db.destroy());
  return db;
};

/** A panel's data with rows in the tables that a restore treats in a special way. */
async function machine({ config = '{ "a": 1 }\n' } = {}) {
  const dataDir = folderOf("machine");
  const databaseUrl = onPostgres() ? await testDatabaseUrl() : undefined;
  if (databaseUrl === undefined) await placeMigrated(join(dataDir, "instance.db"));
  const places: Places = { dataDir, configPath: join(dataDir, "config.json"), databaseUrl };
  writeFileSync(places.configPath, config);
  writeFileSync(join(dataDir, "nextauth-secret"), "s".repeat(40));
  const db = openAt(places);
  await sql`insert into operators (username, username_key, password_hash, user_id, role, sessions_valid_since, disabled, created_at)
    values ('ada', 'ada', 'x', '1', 'owner', 1, 0, 1)`.execute(db);
  await sql`insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
    values ('1', ${"Ädä \u0000".replace("\u0000", "�")}, 0, '0', 0, 0, 1, 9007199254740991)`.execute(db);
  await sql`insert into guilds (id, name, owner_id, created_at) values ('7', 'Harbor', '1', 1)`.execute(db);
  await sql`insert into members (guild_id, user_id, bot, joined_at) values ('7', '1', 0, 1)`.execute(db);
  await sql`insert into config_files (created_at, undone_dismissed) values (1, 0)`.execute(db);
  for (let nth = 1; nth <= 27; nth += 1)
    await db
      .insertInto("config_revisions")
      .values({
        file_id: 1,
        etag: `e${nth}`,
        content: Buffer.from([nth, 0, 255]),
        author: "ada",
        author_kind: "operator",
        note: nth % 2 ? null : 'a "note"\n\u2028of two lines\u2029',
        created_at: nth,
        state: nth === 27 ? "pending" : "saved",
      })
      .execute();
  const { audit, add } = await testAudit({ db, dataDir });
  await add("a", "b");
  await audit.stop();
  return { places, db };
}

const TABLES = [
  "operators",
  "users",
  "guilds",
  "members",
  "config_files",
  "config_revisions",
  "audit",
  "meta",
];

const rowsIn = async (db: Db) =>
  Promise.all(
    TABLES.map(async (table) => [table, (await sql`select * from ${sql.table(table)}`.execute(db)).rows]),
  );

test("a machine that lost everything is restored at another path, with every row and an intact audit log", async () => {
  const { places, db } = await machine();
  const before = await rowsIn(db);
  const backup = join(folderOf("backups"), "first");
  expect(await makeBackup(places, backup)).toEqual({
    database: dialectOf(db),
    versions: 26,
    operators: 1,
    config: "valid",
  });
  for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
  // Entries that are added during the backup are not in the copied head.
  const copiedAt = (name: string) => statSync(join(backup, name)).mtimeMs;
  expect(copiedAt("audit-head")).toBeLessThanOrEqual(
    copiedAt(onPostgres() ? "instance.jsonl" : "instance.db"),
  );
  await db.destroy();
  rmSync(places.dataDir, { recursive: true });

  const dataDir = join(folderOf("elsewhere"), "new", "data");
  const target: Places = {
    dataDir,
    configPath: join(dataDir, "etc", "chat.json"),
    databaseUrl: onPostgres() ? await testDatabaseUrl({ isEmpty: true }) : undefined,
  };
  const { contents, renamed } = await restoreBackup(backup, target);
  expect([contents.versions, renamed]).toEqual([26, []]);
  expect(readFileSync(target.configPath, "utf8")).toBe('{ "a": 1 }\n');
  expect(readFileSync(join(dataDir, "nextauth-secret"), "utf8")).toBe("s".repeat(40));
  const restored = openAt(target);
  expect(await rowsIn(restored)).toEqual(before);
  const keyed = openKey({ given: undefined, dataDir });
  expect(summaryOf(await verifyAudit({ db: restored, keyed, dataDir }))).toMatch(
    /^The audit log is intact: 2 entries\. Compared with .*audit-head \(entry 2\)\.$/,
  );
  // New rows continue the numbers, triggers work again, and the audit log can be written.
  await sql`insert into config_files (created_at, undone_dismissed) values (2, 0)`.execute(restored);
  expect(await restored.selectFrom("config_files").select("id").orderBy("id").execute()).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  await sql`delete from members`.execute(restored);
  expect(await restored.selectFrom("guilds").select("member_count").execute()).toEqual([{ member_count: 0 }]);
  const { add, verify } = await testAudit({ db: restored, dataDir });
  await add("c");
  expect((await verify()).fault).toBeUndefined();
});

test("files that exist at the target are renamed, and the database there is kept too", async () => {
  const { places, db } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  await db.destroy();
  // With Node 20, this process has the database open until its statements are collected.
  const dataDir = folderOf("used");
  cpSync(places.dataDir, dataDir, { recursive: true });
  const target = {
    dataDir,
    configPath: join(dataDir, "config.json"),
    databaseUrl: onPostgres() ? await testDatabaseUrl({ isEmpty: true }) : undefined,
  };
  writeFileSync(target.configPath, "later");
  const { renamed } = await restoreBackup(backup, target);
  expect(renamed.some((path) => readFileSync(path, "utf8") === "later")).toBe(true);
  expect(renamed.some((path) => path.includes("instance.db."))).toBe(!onPostgres());
  expect(readFileSync(target.configPath, "utf8")).toBe('{ "a": 1 }\n');
});

test("a restore writes the configuration file as a save does: through links, in place, with its mode", async () => {
  const { places, db } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  await db.destroy();
  const dataDir = folderOf("used");
  const etc = folderOf("etc");
  const [file, other] = [join(etc, "chat.json"), join(etc, "other.json")];
  writeFileSync(file, "later", { mode: 0o640 });
  linkSync(file, other);
  const configPath = join(dataDir, "link.json");
  symlinkSync(file, configPath);
  const databaseUrl = onPostgres() ? await testDatabaseUrl({ isEmpty: true }) : undefined;
  const { renamed } = await restoreBackup(backup, { dataDir, configPath, databaseUrl });
  expect(renamed.map((path) => readFileSync(path, "utf8"))).toEqual(["later"]);
  expect([file, other].map((path) => readFileSync(path, "utf8"))).toEqual(['{ "a": 1 }\n', '{ "a": 1 }\n']);
  expect([lstatSync(configPath).isSymbolicLink(), statSync(file).mode & 0o777]).toEqual([true, 0o640]);
});

test.runIf(process.geteuid?.() === 0)(
  "root gives restored files to the owners of their folders",
  async () => {
    const { places } = await machine();
    const backup = join(folderOf("backups"), "first");
    await makeBackup(places, backup);
    const [dataDir, etc] = [folderOf("used"), folderOf("etc")];
    chownSync(dataDir, 65_534, 65_533);
    chownSync(etc, 65_532, 65_531);
    const databaseUrl = onPostgres() ? await testDatabaseUrl({ isEmpty: true }) : undefined;
    await restoreBackup(backup, { dataDir, configPath: join(etc, "config.json"), databaseUrl });
    const owner = (path: string) => [statSync(path).uid, statSync(path).gid];
    for (const name of readdirSync(dataDir)) expect(owner(join(dataDir, name))).toEqual([65_534, 65_533]);
    expect(owner(join(etc, "config.json"))).toEqual([65_532, 65_531]);
  },
);

test("a restore changes nothing if the configuration file cannot be written", async () => {
  const { places, db } = await machine();
  const before = await rowsIn(db);
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  await db.destroy();
  const dataDir = folderOf("used");
  cpSync(places.dataDir, dataDir, { recursive: true });
  for (const [configPath, said] of [
    [dataDir, /^The backup could not be copied \(EISDIR.*\)\. Nothing was changed\. /],
    [join(dataDir, "nextauth-secret", "config.json"), /nextauth-secret/],
  ] as const)
    await expect(
      restoreBackup(backup, { ...places, dataDir, configPath }, { replaces: true }),
    ).rejects.toMatchObject({ name: "AppError", message: expect.stringMatching(said) });
  expect(readdirSync(dataDir).filter((name) => /before-restore|\.new$/.test(name))).toEqual([]);
  expect(await rowsIn(openAt({ ...places, dataDir }))).toEqual(before);
});

test("a restore is refused while the database is in use or not empty, and changes nothing", async () => {
  const { places, db } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  await sql`select 1 from meta`.execute(db);
  writeFileSync(places.configPath, "later");
  const names = readdirSync(places.dataDir).toSorted();
  await expect(restoreBackup(backup, places)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(onPostgres() ? /is not empty\. Nothing was changed/ : /Stop the panel/),
  });
  expect(readdirSync(places.dataDir).toSorted()).toEqual(names);
  expect(readFileSync(places.configPath, "utf8")).toBe("later");
});

describe.runIf(onPostgres())("a restore that replaces the tables of a PostgreSQL database", () => {
  const replaces = { replaces: true };

  test("exchanges them at once, and leaves the replaced rows and other tables", async () => {
    const { places, db } = await machine();
    const before = await rowsIn(db);
    const backup = join(folderOf("backups"), "first");
    await makeBackup(places, backup);
    await sql`update operators set role = 'viewer'`.execute(db);
    await sql`create table of_others as select 7 as id`.execute(db);
    await db.destroy();
    writeFileSync(places.configPath, "later");
    await restoreBackup(backup, places, replaces);
    const restored = openAt(places);
    expect(await rowsIn(restored)).toEqual(before);
    expect(readFileSync(places.configPath, "utf8")).toBe('{ "a": 1 }\n');
    const { rows } = await sql<{ name: string; mine: string }>`
      select nspname as name, current_schema() as mine from pg_namespace
      where nspname !~ '^(pg_|information_schema)' order by nspname`.execute(restored);
    expect(rows.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^before_restore_\d{8}t\d{9}z$/),
      "public",
    ]);
    const kept = sql.id(rows[0]!.name, "operators");
    expect((await sql`select role from ${kept}`.execute(restored)).rows).toEqual([{ role: "viewer" }]);
    expect((await sql`select * from of_others`.execute(restored)).rows).toEqual([{ id: 7 }]);
    await sql`delete from members`.execute(restored);
    expect(await restored.selectFrom("guilds").select("member_count").execute()).toEqual([
      { member_count: 0 },
    ]);
    const { add, audit, verify } = await testAudit({ db: restored, dataDir: places.dataDir });
    await add("c");
    expect((await verify()).fault).toBeUndefined();
    await audit.stop();
    // The panel that was restored is restored again, as after a restart in between.
    await restored.destroy();
    await restoreBackup(backup, places, replaces);
    expect(await rowsIn(openAt(places))).toEqual(before);
  });

  test("changes nothing while a panel uses the database, or if the backup ends too early", async () => {
    const { places, db } = await machine();
    const backup = join(folderOf("backups"), "first");
    await makeBackup(places, backup);
    const before = await rowsIn(db);
    await expect(restoreBackup(backup, places, replaces)).rejects.toThrow(/Another replica uses/);
    await db.destroy();
    const lines = readFileSync(join(backup, "instance.jsonl"), "utf8").split("\n").slice(0, -3);
    const cut = Readable.from(lines);
    await expect(replaceWithDump(places.databaseUrl!, cut, "kept")).rejects.toThrow(/incomplete/);
    const after = openAt(places);
    expect(await rowsIn(after)).toEqual(before);
    const { rows } =
      await sql`select 1 from pg_namespace where nspname in ('kept', 'instance_admin_restore')`.execute(
        after,
      );
    expect(rows).toEqual([]);
  });
});

test.runIf(onPostgres())(
  "a restore obeys the parameters of DATABASE_URL, and finds replicas with them",
  async () => {
    const plain = await testDatabaseUrl({ isEmpty: true });
    const owner = openPostgres(plain, { name: "owner" });
    onTestFinished(() => owner.destroy());
    await sql`create schema panel`.execute(owner);
    const databaseUrl = `${plain}?application_name=panel&options=-c%20search_path%3Dpanel`;
    const replica = openPostgres(databaseUrl);
    onTestFinished(() => replica.destroy());
    await migrate(replica, { schema: "panel" });
    const dataDir = folderOf("machine");
    const places: Places = { dataDir, configPath: join(dataDir, "config.json"), databaseUrl };
    const backup = join(folderOf("backups"), "first");
    await makeBackup(places, backup);
    await sql`insert into meta (key, value) values ('later', 'x')`.execute(replica);
    await expect(restoreBackup(backup, places, { replaces: true })).rejects.toThrow(/Another replica uses/);
    await replica.destroy();
    await restoreBackup(backup, places, { replaces: true });
    expect((await sql`select * from panel.meta where key = 'later'`.execute(owner)).rows).toEqual([]);
    expect((await sql`select 1 from pg_tables where schemaname = 'public'`.execute(owner)).rows).toEqual([]);
  },
);

test("a backup of another version is refused before its restore is planned", async () => {
  const { places, db } = await machine();
  const [newer, without] = [join(folderOf("backups"), "newer"), join(folderOf("backups"), "without")];
  const refusal = {
    code: "conflict",
    message: expect.stringContaining("another version of Instance Admin"),
  };
  await sql`insert into kysely_migration (name, timestamp) values ('900-newer', '2026-11-27')`.execute(db);
  // A backup before an upgrade is of another version.
  await makeBackup(places, newer);
  await expect(verifyBackup(newer)).rejects.toMatchObject(refusal);
  await sql`update kysely_migration set name = '000-older' where name like '001-%'`.execute(db);
  await makeBackup(places, without);
  await expect(verifyBackup(without)).rejects.toMatchObject(refusal);
});

test.runIf(onPostgres())("the restore of a dump with other tables changes nothing", async () => {
  const { places, db } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  await db.destroy();
  const lines = readFileSync(join(backup, "instance.jsonl"), "utf8").split("\n").slice(0, -1);
  const strange = lines.map((line) => line.replace('"username":"ada"', '"nickname":"ada"'));
  expect(strange).not.toEqual(lines);
  await expect(replaceWithDump(places.databaseUrl!, Readable.from(strange), "kept")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/nickname.*Nothing was changed/),
  });
});

test.runIf(onPostgres())("a restore looks five times for the connections of a panel that stops", async () => {
  const { places, db } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  const lines = readFileSync(join(backup, "instance.jsonl"), "utf8").split("\n").slice(0, -1);
  let pauses = 0;
  const restore = (kept: string, pause: () => Promise<void>) =>
    replaceWithDump(places.databaseUrl!, Readable.from(lines), kept, { pause });
  await expect(restore("never", async () => void (pauses += 1))).rejects.toThrow(/Another replica uses/);
  expect(pauses).toBe(4);
  const watcher = new pg.Client(places.databaseUrl);
  await watcher.connect();
  onTestFinished(() => watcher.end());
  const connections = async () =>
    (
      await watcher.query(
        "select 1 from pg_stat_activity where datname = current_database() and application_name = $1",
        [PANEL],
      )
    ).rowCount;
  await restore("kept", async () => {
    pauses -= 1;
    if (pauses > 0) return;
    await db.destroy();
    // The server ends a closed connection later.
    await vi.waitFor(async () => expect(await connections()).toBe(0), 15_000);
  });
  expect((await rowsIn(openAt(places)))[0]).toMatchObject(["operators", [{ username: "ada" }]]);
});

test.runIf(onPostgres())("a restore that was interrupted can be made again", async () => {
  const { places, db } = await machine();
  const before = await rowsIn(db);
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  const databaseUrl = await testDatabaseUrl({ isEmpty: true });
  const target = { ...places, dataDir: folderOf("used"), databaseUrl };
  const interrupted = openAt(target);
  await migrate(interrupted);
  await interrupted.destroy();
  await restoreBackup(backup, target);
  expect(await rowsIn(openAt(target))).toEqual(before);
  await expect(restoreBackup(backup, target)).rejects.toThrow(/is not empty/);
});

test("a backup of the other kind of database is refused with what to do", async () => {
  const { places } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  const databaseUrl = onPostgres() ? undefined : "postgres://127.0.0.1:1/none";
  await expect(restoreBackup(backup, { ...places, databaseUrl })).rejects.toThrow(
    onPostgres() ? /set DATABASE_URL/ : /Remove DATABASE_URL/,
  );
});

test.each([
  [
    "a changed byte in the database",
    (folder: string, file: string) => flip(join(folder, file)),
    /was changed since/,
  ],
  ["a shortened database", (folder: string, file: string) => cut(join(folder, file)), /was changed since/],
  [
    "a changed configuration file",
    (folder: string) => appendFileSync(join(folder, "config.json"), " "),
    /was changed/,
  ],
  ["a missing secret", (folder: string) => rmSync(join(folder, "audit-key")), /audit-key is missing/],
  ["a missing description", (folder: string) => rmSync(join(folder, "backup.json")), /not a complete backup/],
])("verification of a backup finds %s, and a restore refuses it", async (_, damage, said) => {
  const { places } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  expect((await verifyBackup(backup)).contents.versions).toBe(26);
  damage(backup, onPostgres() ? "instance.jsonl" : "instance.db");
  await expect(verifyBackup(backup)).rejects.toThrow(said);
  await expect(restoreBackup(backup, { ...places, dataDir: folderOf("other") })).rejects.toThrow(said);
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

const cut = (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -10));

test("a damaged database is found even if the description was replaced", async () => {
  const { places } = await machine();
  const backup = join(folderOf("backups"), "first");
  await makeBackup(places, backup);
  const file = join(backup, onPostgres() ? "instance.jsonl" : "instance.db");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const path = join(backup, "backup.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/("instance\.\w+": ")[^"]+/, `$1${hash}`));
  await expect(verifyBackup(backup)).rejects.toThrow(/Use another backup/);
});

test("a broken or missing configuration file does not prevent a backup, which says so", async () => {
  const { places } = await machine({ config: "{ broken" });
  const backups = folderOf("backups");
  expect(await makeBackup(places, join(backups, "broken"))).toMatchObject({ config: "broken" });
  rmSync(places.configPath);
  expect(await makeBackup(places, join(backups, "missing"))).toMatchObject({ config: "missing" });
  expect(existsSync(join(backups, "missing", "config.json"))).toBe(false);
});

test("a failed backup leaves no folder, and an existing folder is not touched", async () => {
  const { places } = await machine();
  const backups = folderOf("backups");
  const taken = join(backups, "taken");
  mkdirSync(taken);
  await expect(makeBackup(places, taken)).rejects.toThrow(/already exists/);
  expect(readdirSync(taken)).toEqual([]);
  // A folder instead of the configuration file cannot be copied.
  await expect(
    makeBackup({ ...places, configPath: places.dataDir }, join(backups, "failed")),
  ).rejects.toThrow();
  expect(existsSync(join(backups, "failed"))).toBe(false);
});
