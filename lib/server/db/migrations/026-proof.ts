import "server-only";
import { type Kysely, sql } from "kysely";

/** Stores when a session's operator last proved their identity by signing in or entering the password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proved_at bigint not null default 0`.execute(db);
}
