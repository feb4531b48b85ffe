import "server-only";
import { byOperator, thePanel } from "@/lib/shared/author";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { recordAudit } from "@/lib/server/audit";
import { configFileId } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { ApplyPlan } from "@/lib/shared/contract/running";
import type { NotifyApply } from "./drive";
import { ANOTHER, createApply } from "./create";
import { planned, type PlanRow, planView, removePlan } from "./plan-store";
import { runningVersions } from "./running-versions";

const announcedBeforeMs = 10 * 60_000;
/**
 * How late (ms) a planned apply may start. After that, the plan is dropped, because nobody expects the restart
 * anymore.
 */
const lateAfter = 15 * 60_000;
const farthestMs = 14 * 24 * 3_600_000;

/**
 * Plans an apply, which will use the file's content at the planned time.
 * @param at ms since 1970
 * @throws AppError `conflict` if INSTANCE_RELOAD is not set or an apply is already planned;
 * `invalid-settings` if the time has passed or is more than two weeks ahead
 */
export async function planApply(db: Db, { at, actor }: { at: number; actor: string }): Promise<ApplyPlan> {
  const now = Date.now();
  if (env().instanceReload.length === 0)
    throw new AppError("conflict", "INSTANCE_RELOAD is not set, so the panel cannot apply the file.");
  if (at <= now || at > now + farthestMs) {
    const message = "Choose a time within the next two weeks.";
    throw new AppError("invalid-settings", message, { problems: [{ path: "at", message }] });
  }
  const row = await db
    .insertInto("planned_applies")
    .values({ file_id: await configFileId(db), at, actor, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return planView(row);
  throw new AppError("conflict", "An apply is already planned. Cancel it first.");
}

/** @throws AppError `conflict` if no apply is planned */
export async function cancelPlan(db: Db): Promise<ApplyPlan> {
  const row = await planned(db);
  if (!row || !(await removePlan(db, row)))
    throw new AppError(
      "conflict",
      "This apply is no longer planned. It may have started: check its progress.",
    );
  return planView(row);
}

/**
 * Announces the planned apply, and starts it at the planned time. Every replica calls this, but only one
 * starts the apply.
 */
export async function runPlan(db: Db, notify: NotifyApply, now = Date.now()): Promise<void> {
  const plan = await planned(db);
  if (!plan || plan.at - now > announcedBeforeMs) return;
  if (plan.at > now) return announce(db, notify, plan);
  if (now - plan.at > lateAfter) return drop(db, notify, plan, await whyLate());
  try {
    await begin(db, plan);
  } catch (error) {
    if (error instanceof Taken) return;
    if (!(error instanceof AppError)) throw error;
    // Try again later, because another apply is in progress or the cause may be temporary.
    if (error.message === ANOTHER || isTemporary(error)) return;
    await drop(db, notify, plan, error.message);
  }
}

/**
 * Whether a later attempt may succeed: the database may become available again, or another program may finish
 * writing the file.
 */
const isTemporary = ({ code }: AppError): boolean =>
  code === "unavailable" || code === "config-unusable" || code === "config-changed";

/** Returns why the apply did not start in time. If the file cannot be used, the reason includes the file's problem. */
async function whyLate(): Promise<string> {
  const late = "The panel could not start it within 15 minutes.";
  try {
    await runningVersions.now();
    return late;
  } catch (error) {
    return error instanceof AppError ? `${late} ${error.message}` : late;
  }
}

async function announce(db: Db, notify: NotifyApply, plan: PlanRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("planned_applies")
    .set({ is_announced: 1 })
    .where("file_id", "=", plan.file_id)
    .where("is_announced", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await notify({ event: "apply-planned", at: plan.at, actor: plan.actor });
}

async function begin(db: Db, plan: PlanRow): Promise<void> {
  const { etag } = await runningVersions.now();
  const id = await createApply(db, {
    etag,
    actor: plan.actor,
    plan: {
      at: plan.at,
      // Runs in the transaction that stores the apply, so that the plan starts only once even if this process is
      // killed.
      take: async (tx) => {
        if (!(await removePlan(tx, plan))) throw new Taken();
      },
    },
  });
  await recordAudit(db, {
    actor: byOperator(plan.actor),
    action: "running.apply",
    target: etag,
    detail: { apply: id, planned: true },
    origin: { address: null, browser: null },
  });
  log().info({ apply: id }, "a planned apply started");
}

/** Thrown if another replica has started the planned apply, or an operator has canceled it. */
class Taken extends Error {}

async function drop(db: Db, notify: NotifyApply, plan: PlanRow, reason: string): Promise<void> {
  if (!(await removePlan(db, plan))) return;
  await recordAudit(db, {
    actor: thePanel,
    action: "running.plan.drop",
    detail: { reason: reason.slice(0, 500) },
    origin: { address: null, browser: null },
  });
  await notify({ event: "plan-dropped", at: plan.at, actor: plan.actor, reason });
}
