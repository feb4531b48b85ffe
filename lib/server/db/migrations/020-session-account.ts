import "server-only";
import { type Kysely, sql } from "kysely";

/** Stores the connected account of a running instance with its operator's session, encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column account text`.execute(db);
}
