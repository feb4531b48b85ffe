import "server-only";
import { sql } from "kysely";
import { contains, type Db } from "@/lib/server/db";
import type { AuditOutcome, AuditRecord } from "@/lib/shared/contract/operators";

const parsed = (detail: string | null) => (detail ? (JSON.parse(detail) as Record<string, unknown>) : null);

/** How many of the newest entries a search looks through. */
const searched = 2000;

/** Newest first; `before` is the id to continue below, `search` a part of who, what or the details. */
export async function listAudit(
  db: Db,
  { before, limit = 50, search }: { before?: number; limit?: number; search?: string } = {},
): Promise<AuditRecord[]> {
  const rows = await db
    .selectFrom("audit")
    .leftJoin("audit as ending", "ending.completes", "audit.id")
    .selectAll("audit")
    .select(["ending.outcome as ended", "ending.target as ended_target", "ending.detail as ended_detail"])
    .where("audit.completes", "is", null)
    .$if(before !== undefined, (query) => query.where("audit.id", "<", before!))
    .$if(search !== undefined, (query) =>
      query
        .where("audit.id", ">", sql<number>`(select max(id) - ${sql.lit(searched)} from audit)`)
        .where(({ or }) =>
          or(
            ["audit.actor", "audit.action", "audit.target", "audit.detail", "ending.target"].map((column) =>
              contains(column, search!),
            ),
          ),
        ),
    )
    .orderBy("audit.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, at, actor, user_id, action, address, browser, ...row }) => ({
    id,
    at,
    actor,
    userId: user_id,
    action,
    target: row.ended_target ?? row.target,
    detail:
      row.ended_detail === null ? parsed(row.detail) : { ...parsed(row.detail), ...parsed(row.ended_detail) },
    address,
    browser,
    outcome: (row.ended ?? row.outcome) as AuditOutcome,
  }));
}

/**
 * The newest entry of an action that has a number in its detail.
 * @param detail its name and the number
 */
export async function findAuditEntry(
  db: Db,
  action: string,
  detail: Readonly<Record<string, number>>,
): Promise<number | null> {
  const part = JSON.stringify(detail).slice(1, -1);
  const row = await db
    .selectFrom("audit")
    .where("action", "=", action)
    .where(({ eb, or }) => or([",", "}"].map((end) => eb("detail", "like", `%${part}${end}%`))))
    .select(["id", "completes"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? (row.completes ?? row.id) : null;
}
