import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Adds indexes for filters of the audit log. Filters without an index read entries in batches
 * (`lib/server/audit/list.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of [
    sql`audit_by_actor on audit (actor, id)`,
    sql`audit_by_action on audit (action, id)`,
    sql`audit_by_time on audit (at)`,
    sql`audit_failed on audit (id, completes) where outcome = 'failed'`,
  ])
    await sql`create index ${index}`.execute(db);
}
