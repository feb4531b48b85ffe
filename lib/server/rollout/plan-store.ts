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

/** The planned apply, if there is one. */
export async function readPlan(db: Db): Promise<ApplyPlan | null> {
  const row = await planned(db);
  return row ? planView(row) : null;
}

/** @returns whether it still existed, because only one of several replicas removes it */
export async function removePlan(db: Db, { file_id, created_at }: PlanRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("planned_applies")
    .where("file_id", "=", file_id)
    .where("created_at", "=", created_at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
