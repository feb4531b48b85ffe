import "server-only";
import { type Kysely, sql } from "kysely";

/** Adds two indexes: one to read the list of bots page by page, newest first, and one to delete a bot's roles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index applications_by_age on applications (created_at, id)`.execute(db);
  await sql`create index roles_by_application on roles (application_id)`.execute(db);
}
