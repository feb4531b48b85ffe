import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Every save looks up pending versions and counts the stored ones. Without this index, both read every version's
 * row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index config_revisions_by_state on config_revisions (config_path, state, id)`.execute(db);
}
