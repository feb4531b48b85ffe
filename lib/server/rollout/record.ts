import "server-only";
import { AppError } from "@/lib/errors";
import { findAuditEntry } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import type { Preflight } from "@/lib/shared/contract/preflight";
import type { ApplyRecord } from "@/lib/shared/contract/running";
import { applyById } from "./store";
import { viewOf } from "./view";

/** What stays of an apply. @throws AppError `not-found` */
export async function readApply(db: Db, id: number): Promise<ApplyRecord> {
  const row = await applyById(db, id);
  if (!row)
    throw new AppError("not-found", `There is no apply ${id}. The panel stores only the newest 1,000.`);
  const found = JSON.parse(row.preflight) as Preflight | unknown[];
  return {
    apply: viewOf(row),
    preflight: Array.isArray(found) ? null : found,
    auditEntry: await findAuditEntry(db, "running.apply", { apply: id }),
  };
}
