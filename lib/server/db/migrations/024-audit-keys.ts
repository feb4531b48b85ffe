import "server-only";
import { type Kysely, sql } from "kysely";

/** The audit's chain is keyed by a secret outside the database: from which entry on is noted here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_keys (from_id bigint primary key, proof text not null)`.execute(db);
}
