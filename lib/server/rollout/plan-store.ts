import "server-only";
import { configFileId } from "@/lib/server/config-file";
import type { Db, Row } from "@/lib/server/db";
import type { ApplyPlan } from "@/lib/shared/contract/running";

export type PlanRow = Row<"planned_applies">;

export const planned = async (db: Db): Promise<PlanRow | undefined> =>
  db
    .selectFrom("planned_applies")
    .where("file_id", "=", await configFileId(db))
    .selectAll()
    .executeTakeFirst();

export const planView = ({ at, actor, created_at }: PlanRow): ApplyPlan => ({
  at: new Date(at).toISOString(),
  actor,
  plannedAt: new Date(created_at).toISOString(),
});

export async function readPlan(db: Db): Promise<ApplyPlan | null> {
  const row = await planned(db);
  return row ? planView(row) : null;
}

/** @returns false if the plan no longer exists, because another replica or an operator removed it */
export async function removePlan(db: Db, { file_id, created_at }: PlanRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("planned_applies")
    .where("file_id", "=", file_id)
    .where("created_at", "=", created_at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
