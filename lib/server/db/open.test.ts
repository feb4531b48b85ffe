import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import pino from "pino";
import { migrate } from "./migrate";
import { onPostgres, testDatabaseUrl } from "@/testing/test-database";
import { openDatabase, openSqlite, reclaimSpace } from "./open";
import { openPool } from "./postgres";

function opened() {
  const dataDir = mkdtempSync(join(tmpdir(), "open-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { db, ...database } = openDatabase({ dataDir, databaseUrl: undefined }, pino({ level: "silent" }));
  const query = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows);
  return { ...database, query };
}

test("background work is stopped before the database is closed, even work that starts during shutdown", async () => {
  const { close, query, stopBeforeClose } = opened();
  const stopped: string[] = [];
  stopBeforeClose(async () => {
    expect(await query()).toEqual([{ one: 1 }]);
    stopBeforeClose(() => void stopped.push("backup"));
    stopped.push("schedule");
  });
  stopBeforeClose(() => void stopped.push("watcher"));
  await close();
  expect(stopped).toEqual(["watcher", "schedule", "backup"]);
  await expect(query()).rejects.toThrow();
});

test("the database is closed even if some work cannot be stopped", async () => {
  const { close, query, stopBeforeClose } = opened();
  stopBeforeClose(() => {
    throw new Error("does not stop");
  });
  stopBeforeClose(() => Promise.reject(new Error("does not stop either")));
  await query();
  await close();
  await expect(query()).rejects.toThrow();
});

test("deleted rows return their space to the disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reclaim-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "instance.db");
  const file = openSqlite(path);
  await migrate(file);
  for (let row = 0; row < 100; row += 1)
    await file
      .insertInto("meta")
      .values({ key: `filler ${row}`, value: "x".repeat(100_000) })
      .execute();
  const checkpoint = () => sql`pragma wal_checkpoint(truncate)`.execute(file);
  await checkpoint();
  expect(statSync(path).size).toBeGreaterThan(10_000_000);
  await file.deleteFrom("meta").where("key", "like", "filler %").execute();
  await checkpoint();
  expect(statSync(path).size).toBeGreaterThan(10_000_000);
  await reclaimSpace(file);
  await checkpoint();
  expect(statSync(path).size).toBeLessThan(1_000_000);
  await file.destroy();
});

test.runIf(onPostgres())("a connection on which a query is late is not used again", async () => {
  const pool = openPool(`${await testDatabaseUrl({ isEmpty: true })}?query_timeout=100`, { max: 1 });
  const late = await pool.connect();
  await expect(late.query("select pg_sleep(3600)", [])).rejects.toThrow("Query read timeout");
  late.release();
  const next = await pool.connect();
  expect((await next.query("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  next.release();
  await pool.end();
});
