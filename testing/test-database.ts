import "server-only";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createDatabase, dropDatabase } from "@/e2e/support/postgres";
import { type Db, migrate, openPostgres, openSqlite } from "@/lib/server/db";

declare module "vitest" {
  interface ProvidedContext {
    /** A running PostgreSQL server. Undefined if the tests use SQLite. */
    postgres: PostgresForTests | undefined;
  }
}

interface PostgresForTests {
  server: string;
  /** The name of a database with the newest schema. Tests copy this database. */
  migrated: string;
}

/** Whether the tests use PostgreSQL (the project `postgres` in `vitest.config.ts`). */
export const onPostgres = (): boolean => inject("postgres") !== undefined;

/**
 * Returns an empty database with the newest schema: SQLite or PostgreSQL, whichever this test run uses. The database is
 * removed when the test ends.
 */
export async function testDatabase(): Promise<Db> {
  const db = onPostgres() ? openPostgres(await testDatabaseUrl()) : openSqlite(await newSqlite());
  onTestFinished(() => db.destroy());
  return db;
}

async function newSqlite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "instance.db");
  await placeMigrated(path);
  return path;
}

/** Creates a SQLite file with the newest schema and no rows. */
export async function placeMigrated(path: string): Promise<void> {
  writeFileSync(path, await (migratedFile ??= makeMigrated()), { mode: 0o600 });
}

/** A migrated SQLite file to copy. Copying takes a tenth of the time of migrating. */
let migratedFile: Promise<Buffer> | undefined;

async function makeMigrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "migrated-"));
  const path = join(folder, "instance.db");
  const db = openSqlite(path);
  await migrate(db);
  await db.destroy();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

/**
 * Returns the URL of a PostgreSQL database for one test. The database is removed when the test ends.
 * @param isEmpty whether the database has no tables; by default it has the newest schema
 * @param atEnd the `onTestFinished` in the test's context, for tests that run concurrently
 */
export async function testDatabaseUrl({
  isEmpty = false,
  atEnd = onTestFinished,
}: { isEmpty?: boolean; atEnd?: typeof onTestFinished } = {}): Promise<string> {
  const postgres = inject("postgres");
  if (!postgres) throw new Error("This test needs the project postgres: vitest run --project postgres");
  const url = await createDatabase(postgres.server, isEmpty ? undefined : postgres.migrated);
  atEnd(() => dropDatabase(postgres.server, url));
  return url;
}
