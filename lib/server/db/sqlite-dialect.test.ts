import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { toUnavailableError } from "./unavailable";
import { disconnectSqlite, migrate, openSqlite, SqliteConnection } from "./index";

/**
 * Returns a migrated database, and `other`, another program's connection that holds the file's write lock.
 */
async function locked(lockTimeout?: number) {
  const folder = mkdtempSync(join(tmpdir(), "lock-timeout-"));
  const path = join(folder, "instance.db");
  const db = openSqlite(path, { lockTimeout });
  await migrate(db);
  const other = new SqliteConnection(path, { busyTimeout: 0 });
  onTestFinished(async () => {
    disconnectSqlite(other);
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  other.exec("begin exclusive");
  const write = (key: string) => db.insertInto("meta").values({ key, value: "x" }).execute();
  return { db, other, path, write };
}

test("a write waits for another program's lock without blocking the process", async () => {
  const { db, other, write } = await locked();
  const writes = [
    write("a"),
    db.transaction().execute((tx) => tx.insertInto("meta").values({ key: "b", value: "x" }).execute()),
  ];
  // This timer releases the lock, and could not run if the wait blocked the process.
  setTimeout(() => other.exec("rollback"), 50);
  await Promise.all(writes);
  expect(await db.selectFrom("meta").select("key").orderBy("key").execute()).toEqual([
    { key: "a" },
    { key: "b" },
  ]);
});

test("a write that returns rows waits for a lock, even if the driver reports no result code", async () => {
  const { db, other } = await locked();
  const write = db.insertInto("meta").values({ key: "a", value: "x" }).returning("key").execute();
  setTimeout(() => other.exec("rollback"), 50);
  expect(await write).toEqual([{ key: "a" }]);
});

test("a write is refused if the file is replaced while the write waits for a lock", async () => {
  const { db, other, path, write } = await locked();
  const failure = write("a").catch((error: unknown) => error);
  setTimeout(() => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    other.exec("rollback");
  }, 50);
  expect(await failure).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("deleted or replaced"),
  });
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([]);
});

test("writes fail if another program holds the lock too long, and succeed after its release", async () => {
  const { db, other, write } = await locked(1_000);
  // If each of these statements waited the full time, the test would time out.
  const count = 40;
  const failures = await Promise.all(
    Array.from({ length: count }, (_, index) => write(`${index}`).catch((error: unknown) => error)),
  );
  expect(failures.map((error) => toUnavailableError(error)?.code)).toEqual(Array(count).fill("unavailable"));
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  other.exec("rollback");
  await write("h");
});
