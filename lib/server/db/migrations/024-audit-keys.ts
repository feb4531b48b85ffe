import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Stores, for each key of the audit log, the first entry that was written with the key. The keys are derived
 * from a secret outside the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_keys (from_id bigint primary key, proof text not null)`.execute(db);
}
