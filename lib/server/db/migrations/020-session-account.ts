import "server-only";
import { type Kysely, sql } from "kysely";

/** Keeps with a session, encrypted, the account of a running instance that its operator has connected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column account text`.execute(db);
}
