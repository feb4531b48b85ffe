import "server-only";
import { type Kysely, sql } from "kysely";

/** The list of bots is read page by page, newest first, and deleting a bot searches for its roles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index applications_by_age on applications (created_at, id)`.execute(db);
  await sql`create index roles_by_application on roles (application_id)`.execute(db);
}
