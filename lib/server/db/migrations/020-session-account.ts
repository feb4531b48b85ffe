import "server-only";
import { type Kysely, sql } from "kysely";

/** Stores a session's account on the connected instance, encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column account text`.execute(db);
}
