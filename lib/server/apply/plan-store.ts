import "server-only";
import type { Db, Row } from "@/lib/server/db";
import type { ApplyPlan } from "@/lib/shared/contract/running";
import type { ApplyRoom } from "./room";

export type PlanRow = Row<"planned_applies">;

export const planned = async ({
  db,
  fileId,
}: Pick<ApplyRoom, "db" | "fileId">): Promise<PlanRow | undefined> =>
  db
    .selectFrom("planned_applies")
    .where("file_id", "=", await fileId())
    .selectAll()
    .executeTakeFirst();

export const planView = ({ at, actor, created_at, check_in }: PlanRow): ApplyPlan => ({
  at: new Date(at).toISOString(),
  actor,
  checkIn: check_in,
  plannedAt: new Date(created_at).toISOString(),
});

export async function readPlan(room: ApplyRoom): Promise<ApplyPlan | null> {
  const row = await planned(room);
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
