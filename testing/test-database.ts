import "server-only";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createDatabase, dropDatabase } from "@/e2e/support/postgres";
import { type Db, migrate, openPostgres, openSqlite } from "@/lib/server/db";

declare module "vitest" {
  interface ProvidedContext {
    /** A running PostgreSQL server; undefined if the tests run against SQLite. */
    postgres: PostgresForTests | undefined;
  }
}

interface PostgresForTests {
  /** Address of a database of the server. */
  server: string;
  /** Name of a database with the newest schema, which tests copy. */
  migrated: string;
}

/** Whether this run of the tests is against PostgreSQL (`vitest.config.ts`, project `postgres`). */
export const onPostgres = (): boolean => inject("postgres") !== undefined;

/**
 * An empty, migrated database for one test, of the type that this run uses. It is removed when the test ends.
 * @param last the migration to stop at
 */
export async function testDatabase(last?: string): Promise<Db> {
  const isCurrent = last === undefined;
  const db = onPostgres()
    ? openPostgres(await testDatabaseUrl({ isEmpty: !isCurrent }))
    : openSqlite(await newSqlite(isCurrent));
  onTestFinished(() => db.destroy());
  if (!isCurrent) await migrate(db, last);
  return db;
}

async function newSqlite(isMigrated: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "instance.db");
  if (isMigrated) await placeMigrated(path);
  return path;
}

/** Creates a SQLite file with the newest schema and without rows. */
export async function placeMigrated(path: string): Promise<void> {
  writeFileSync(path, await (migratedFile ??= makeMigrated()), { mode: 0o600 });
}

/** Migrated only once, because copying is ten times as fast. */
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
 * URL of a PostgreSQL database for one test, removed when the test ends.
 * @param isEmpty whether it has no tables, instead of the newest schema
 * @param atEnd the `onTestFinished` of the test's own context, for tests that run concurrently
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
