import type { TestProject } from "vitest/node";
import { migrate, openPostgres } from "@/lib/server/db";
import { startPostgres } from "./postgres";

/**
 * The global setup of Vitest's project `postgres`. Starts one server for all tests and migrates one database, which
 * each test copies (`testing/test-database.ts`). Migrating a database for each test would take longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const [server, toCopy] = [await postgres.createDatabase(), await postgres.createDatabase()];
  const db = openPostgres(toCopy);
  await migrate(db);
  await db.destroy();
  project.provide("postgres", { server, migrated: new URL(toCopy).pathname.slice(1) });
  return () => postgres.dispose();
}
