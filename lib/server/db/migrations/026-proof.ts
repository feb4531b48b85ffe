import "server-only";
import { type Kysely, sql } from "kysely";

/** Sessions know when their operator last proved who they are, by a sign-in or by the password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proved_at bigint not null default 0`.execute(db);
}
