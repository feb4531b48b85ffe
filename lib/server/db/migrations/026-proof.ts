import "server-only";
import { type Kysely, sql } from "kysely";

/** When the operator of a session last proved who they are, by signing in or by entering the password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proved_at bigint not null default 0`.execute(db);
}
