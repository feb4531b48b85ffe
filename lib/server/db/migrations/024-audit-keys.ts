import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Stores the first entry that each key of the audit log was used for. The keys are derived from a secret outside the
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_keys (from_id bigint primary key, proof text not null)`.execute(db);
}
