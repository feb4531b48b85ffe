import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Adds an index for two queries that every save makes: one for the pending versions, and one that counts the
 * saved versions. Without the index, both would read the row of every version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index config_revisions_by_state on config_revisions (config_path, state, id)`.execute(db);
}
