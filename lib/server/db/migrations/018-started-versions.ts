import "server-only";
import { type Kysely, sql } from "kysely";
import { dialectOf } from "../queries";

/**
 * Adds a column for the version that the instance started with. The column is null if the instance
 * has not reloaded its file since then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = dialectOf(db) === "postgres" ? sql`bytea` : sql`blob`;
  await sql`alter table running_versions add column started_content ${bytes}`.execute(db);
}
