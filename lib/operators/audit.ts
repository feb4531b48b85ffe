import "server-only";
import type { Db } from "@/lib/db";

export interface AuditEntry {
  id: number;
  /** ms since 1970 */
  at: number;
  /** Operator's user name at the time, or `system`. */
  actor: string;
  /** Dotted verb: `config.save`, `operator.create`, `sign-in`. */
  action: string;
  target: string | null;
  detail: Record<string, unknown> | null;
}

/** Keeps who did what. `detail` must hold nothing secret: key paths, never values. */
export async function recordAudit(
  db: Db,
  entry: { actor: string; action: string; target?: string; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      at: Date.now(),
      actor: entry.actor,
      action: entry.action,
      target: entry.target ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute();
}

/** Newest first; `before` is the id to go on below. */
export async function listAudit(db: Db, { before, limit = 50 }: { before?: number; limit?: number } = {}) {
  const rows = await db
    .selectFrom("audit")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row): AuditEntry => ({
    ...row,
    detail: row.detail ? (JSON.parse(row.detail) as Record<string, unknown>) : null,
  }));
}
