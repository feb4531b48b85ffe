import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The audit chain is keyed by a secret outside the database. This records the first entry that a key applies to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_keys (from_id bigint primary key, proof text not null)`.execute(db);
}
