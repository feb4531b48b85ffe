import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { askPostgres, toUnavailableError } from "./unavailable";
import {
  disconnectSqlite,
  migrate,
  openPostgres,
  openSqlite,
  SqliteConnection,
  sqliteTrouble,
  whyNotKept,
} from ".";
import { spawnSync } from "node:child_process";

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("PostgreSQL is reported as unavailable if it is not running", async () => {
  const db = openPostgres("postgres://postgres@127.0.0.1:1/none");
  const error = toUnavailableError(await failure(sql`select 1`.execute(db)));
  expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("127.0.0.1:1") });
  await db.destroy();
});

test("a failed query is not reported as an unavailable database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "away-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = openSqlite(join(folder, "instance.db"));
  expect(toUnavailableError(await failure(sql`select nothing`.execute(db)))).toBeNull();
  await db.destroy();
  expect(toUnavailableError(new TypeError("x"))).toBeNull();
  expect(toUnavailableError("x")).toBeNull();
});

const coded = (code: string) => Object.assign(new Error("x"), { code });

test("an unavailable database is recognized by the error codes of PostgreSQL's client", async () => {
  const away = async (code: string) =>
    toUnavailableError(await failure(askPostgres(() => Promise.reject(coded(code)))))?.code;
  for (const code of ["ECONNREFUSED", "08006", "57P01", "53300", "40P01"])
    expect([code, await away(code)]).toEqual([code, "unavailable"]);
  for (const code of ["23505", "42P01", "ENOENT"])
    expect([code, await away(code)]).toEqual([code, undefined]);
});

test("broken connections of other clients are not reported as an unavailable database", () => {
  for (const code of ["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"])
    expect([code, toUnavailableError(coded(code))]).toEqual([code, null]);
});

/** Returns the error of a statement on a SQLite file with one row, or null if the statement succeeds. */
function sqliteFailure(statement: string, { readOnly = false, busy = false } = {}): unknown {
  const folder = mkdtempSync(join(tmpdir(), "away-"));
  const path = join(folder, "instance.db");
  const other = new SqliteConnection(path, { busyTimeout: 0 });
  const connection = new SqliteConnection(path, { busyTimeout: 0, readOnly });
  onTestFinished(() => {
    for (const open of [connection, other]) disconnectSqlite(open);
    rmSync(folder, { recursive: true });
  });
  other.exec("create table things (name text unique); insert into things values ('a')");
  if (busy) other.exec("begin exclusive");
  try {
    connection.exec(statement);
    return null;
  } catch (error) {
    return error;
  }
}

test("a SQLite file is reported as unavailable if it is busy, full, read-only, missing or on a failing disk", () => {
  const insert = "insert into things values ('b')";
  const failures = {
    busy: sqliteFailure(insert, { busy: true }),
    full: sqliteFailure("pragma max_page_count = 1; insert into things values (zeroblob(100000))"),
    "read-only": sqliteFailure(insert, { readOnly: true }),
    "cannot-open": sqliteFailure("attach '/nowhere/instance.db' as other"),
    // SQLITE_IOERR_WRITE is 778.
    "input-output": Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 778 }),
  };
  for (const [trouble, error] of Object.entries(failures)) {
    expect([sqliteTrouble(error), toUnavailableError(error)?.code]).toEqual([trouble, "unavailable"]);
  }
});

test("a constraint violation is not reported as an unavailable database", () => {
  const error = sqliteFailure("insert into things values ('a')");
  expect(error).toMatchObject({ message: expect.stringContaining("UNIQUE constraint failed") });
  expect([sqliteTrouble(error), toUnavailableError(error)]).toEqual([null, null]);
});

const newFolder = () => mkdtempSync(join(tmpdir(), "kept-"));

async function database(folder = newFolder()) {
  const path = join(folder, "instance.db");
  const db = openSqlite(path);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(db);
  const write = () => db.insertInto("meta").values({ key: "k", value: "v" }).execute();
  return { db, folder, path, write };
}

test("the storage check finds no problem in a working data folder and leaves no file behind", async () => {
  const { db, folder, write } = await database();
  expect(await whyNotKept(db, folder)).toBeNull();
  await write();
  const { stdout } = spawnSync("ls", ["-A", folder], { encoding: "utf8" });
  expect(stdout.split("\n").filter((name) => !name.startsWith("instance.db"))).toEqual([""]);
});

test.each<[string, (folder: string, path: string) => void]>([
  ["deleted with its folder", (folder) => rmSync(folder, { recursive: true })],
  [
    "deleted and its folder was created again",
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
  ],
  [
    "replaced by a copy",
    (_, path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])("a write fails if the database file was %s", async (_, change) => {
  const { db, folder, path, write } = await database();
  change(folder, path);
  const gone = { code: "unavailable", message: expect.stringContaining("deleted or replaced") };
  await expect(write()).rejects.toMatchObject(gone);
  await expect(db.transaction().execute(() => Promise.resolve())).rejects.toMatchObject(gone);
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([]);
  expect(await whyNotKept(db, folder)).toContain("deleted or replaced");
});

test("a transaction fails if the database file is replaced before the commit", async () => {
  const { db, folder, path } = await database();
  const replaced = db.transaction().execute(async (tx) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await tx.insertInto("meta").values({ key: "k", value: "v" }).execute();
  });
  await expect(replaced).rejects.toMatchObject({ code: "unavailable" });
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([]);
  expect(await whyNotKept(db, folder)).toContain("deleted or replaced");
});

const canMount = process.geteuid?.() === 0 && tryMount();
if (!canMount) console.warn("SKIPPED: a full disk needs root and the right to mount.");

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "kept-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

test.skipIf(!canMount)("the storage check reports a full disk", async () => {
  const folder = newFolder();
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status).toBe(0);
  const { db } = await database(folder);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  spawnSync("sh", ["-c", `cat /dev/zero > ${join(folder, "ballast")}`]);
  expect(existsSync(join(folder, "ballast"))).toBe(true);
  expect(await whyNotKept(db, folder)).toMatch(/^The disk of the data folder \(DATA_DIR\) is full/);
});
