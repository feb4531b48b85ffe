import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { databaseAway } from "./away";
import { openPostgres, openSqlite } from "./index";

/** What a query fails with. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("a PostgreSQL that is not there", async () => {
  const db = openPostgres("postgres://postgres@127.0.0.1:1/none");
  const error = databaseAway(await failure(sql`select 1`.execute(db)));
  expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("127.0.0.1:1") });
  await db.destroy();
});

test("a wrong query is a defect", async () => {
  const folder = mkdtempSync(join(tmpdir(), "away-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = openSqlite(join(folder, "instance.db"));
  expect(databaseAway(await failure(sql`select nothing`.execute(db)))).toBeNull();
  await db.destroy();
  expect(databaseAway(new TypeError("x"))).toBeNull();
  expect(databaseAway("x")).toBeNull();
});

test("codes of both databases", () => {
  const away = (code: string) => databaseAway(Object.assign(new Error("x"), { code }))?.code;
  for (const code of [
    "ECONNREFUSED",
    "08006",
    "57P01",
    "53300",
    "40P01",
    "SQLITE_BUSY",
    "SQLITE_IOERR_WRITE",
  ]) {
    expect([code, away(code)]).toEqual([code, "unavailable"]);
  }
  for (const code of ["23505", "42P01", "SQLITE_CONSTRAINT", "ENOENT"])
    expect([code, away(code)]).toEqual([code, undefined]);
});
