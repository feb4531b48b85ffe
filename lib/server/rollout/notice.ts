import "server-only";
import type { Db } from "@/lib/server/db";
import { readRunning } from "./report";
import type { ApplyRow } from "./store";
import { runningVersions } from "./running-versions";
import { forgetReport } from "./instance-report";

/** A notification about an apply that was not confirmed. Versions are numbers in the history. */
export interface ApplyNotice {
  event: "rolled-back" | "apply-failed";
  /** The version that was applied. */
  from: number | null;
  /** The version that is in the file afterwards. */
  to: number | null;
  reason: string;
  /** How many settings of the file the instance has not loaded. Null if the instance does not report its settings. */
  notLoaded: number | null;
}

/** A notification about a planned apply. `at` is its planned start (ms since 1970). */
export type PlanNotice =
  | { event: "apply-planned"; at: number; actor: string }
  | { event: "plan-dropped"; at: number; actor: string; reason: string }
  | { event: "planned-apply-done"; version: number | null; actor: string };

/** Sends a notification. Must not throw. */
export type NotifyApply = (notice: ApplyNotice | PlanNotice) => Promise<void>;

/** Describes an apply that ends without being confirmed: the version in the file, and whether the instance runs it. */
export async function noticeOf(
  db: Db,
  event: ApplyNotice["event"],
  { revision, reason }: Pick<ApplyRow, "revision" | "reason">,
): Promise<ApplyNotice> {
  const now = await runningVersions.now().catch(() => null);
  forgetReport();
  const report = await readRunning(db).catch(() => null);
  const waiting = report?.settings.filter(({ state }) => state !== "environment");
  return {
    event,
    from: revision,
    to: now?.revision ?? null,
    reason: reason ?? "",
    notLoaded: report?.state === "told" && waiting ? waiting.length : null,
  };
}
