import "server-only";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Db, migrate, openPostgres, openSqlite } from "@/lib/server/db";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a running PostgreSQL server; undefined where the tests run against SQLite. */
    postgres: string | undefined;
  }
}

/** Whether this run of the tests is against PostgreSQL (`vitest.config.ts`, project `postgres`). */
export const onPostgres = (): boolean => inject("postgres") !== undefined;

/**
 * An empty, migrated database for one test, of the type that this run uses; removed when the test ends.
 * @param last the migration to stop at
 */
export async function testDatabase(last?: string): Promise<Db> {
  const server = inject("postgres");
  const db = server === undefined ? newSqlite() : openPostgres(await newPostgres(server));
  onTestFinished(() => db.destroy());
  await migrate(db, last);
  return db;
}

function newSqlite(): Db {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return openSqlite(join(folder, "instance.db"));
}

/** URL of an empty PostgreSQL database for one test. */
export function testDatabaseUrl(): Promise<string> {
  return newPostgres(inject("postgres") ?? "");
}

async function newPostgres(server: string): Promise<string> {
  const name = `unit_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
