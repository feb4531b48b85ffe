import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Every save searches for pending versions and counts the saved ones. Without this index, both queries read the row
 * of every version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index config_revisions_by_state on config_revisions (config_path, state, id)`.execute(db);
}
