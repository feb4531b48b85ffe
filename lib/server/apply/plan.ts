import "server-only";
import { DAY } from "@/lib/clock";
import { type Author, thePanel } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import type { Role } from "@/lib/shared/role";
import type { ApplyPlan } from "@/lib/shared/contract/running";
import type { NotifyApply } from "./drive";
import { ANOTHER, createApply, judgeRunning, refuseOtherVersion, refuseWithoutTarget } from "./create";
import { planned, type PlanRow, planView, removePlan } from "./plan-store";
import type { ApplyRoom } from "./room";

const announcedBeforeMs = 10 * 60_000;
/**
 * How late (ms) a planned apply may start. After that, the plan is dropped, because nobody expects the restart
 * anymore.
 */
const lateAfter = 15 * 60_000;
const farthestMs = 14 * DAY;

export interface NewPlan {
  /** ms since 1970 */
  at: number;
  etag: string;
  actor: string;
  /** `operator <id>` or `token <id>` */
  planner: string;
  role: Role;
  /** Minutes within which an operator must confirm the apply, or it is rolled back. */
  checkIn?: number | undefined;
}

/** Returns a planner's current role; undefined if the planner has lost access. */
export type RoleOf = (planner: string) => Promise<Role | undefined>;

/**
 * Plans an apply of the current version.
 * @throws AppError `conflict` if INSTANCE_RELOAD is not set, an apply is already planned, or nothing could be rolled back
 * to after the check-in; `config-changed`; `invalid-settings` if the time has passed or is more than two weeks ahead
 */
export async function planApply(room: ApplyRoom, { at, checkIn, ...plan }: NewPlan): Promise<ApplyPlan> {
  const now = room.clock.now();
  if (room.reload.ways().length === 0)
    throw new AppError("conflict", "INSTANCE_RELOAD is not set, so the panel cannot apply the file.");
  if (at <= now || at > now + farthestMs) {
    const message = "Choose a time within the next two weeks.";
    throw new AppError("invalid-settings", message, { problems: [{ path: "at", message }] });
  }
  refuseOtherVersion(await room.known.versions.now(), plan.etag);
  if (checkIn !== undefined) {
    await judgeRunning(room);
    refuseWithoutTarget(checkIn, plan.etag, await room.known.target());
  }
  const row = await room.db
    .insertInto("planned_applies")
    .values({ file_id: await room.fileId(), at, ...plan, check_in: checkIn ?? null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return planView(row);
  throw new AppError("conflict", "An apply is already planned. Cancel it first.");
}

/** @throws AppError `conflict` if no apply is planned */
export async function cancelPlan(room: ApplyRoom): Promise<ApplyPlan> {
  const row = await planned(room);
  if (!row || !(await removePlan(room.db, row)))
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
export async function runPlan(
  room: ApplyRoom,
  notify: NotifyApply,
  roleOf: RoleOf,
  now = room.clock.now(),
): Promise<void> {
  const plan = await planned(room);
  if (!plan || plan.at - now > announcedBeforeMs) return;
  const changed = await whyChanged(room, plan, roleOf);
  if (changed !== null) return drop(room, notify, plan, changed);
  if (plan.at > now) return announce(room, notify, plan);
  if (now - plan.at > lateAfter) return drop(room, notify, plan, await whyLate(room));
  // Another replica may have INSTANCE_RELOAD.
  if (room.reload.ways().length === 0) return;
  try {
    await begin(room, plan);
  } catch (error) {
    if (error instanceof Taken) return;
    if (!(error instanceof AppError)) throw error;
    // Try again later, because another apply is in progress or the cause may be temporary.
    if (error.message === ANOTHER || isTemporary(error)) return;
    await drop(room, notify, plan, error.message);
  }
}

async function whyChanged(
  room: ApplyRoom,
  { planner, role, etag }: PlanRow,
  roleOf: RoleOf,
): Promise<string | null> {
  const current = await roleOf(planner);
  if (current === undefined) return "The operator or API token that planned it no longer has access.";
  if (current !== role) return `The role of the operator who planned it changed from ${role} to ${current}.`;
  const version = await room.known.versions.now().catch((error: unknown) => {
    // While the file cannot be used, the plan waits.
    if (error instanceof AppError && isTemporary(error)) return null;
    throw error;
  });
  return version && version.etag !== etag
    ? "The file changed after it was planned. Review the file, then plan again."
    : null;
}

/**
 * Whether a later attempt may succeed: the database may become available again, or another program may finish
 * writing the file.
 */
const isTemporary = ({ code }: AppError): boolean =>
  code === "unavailable" || code === "config-unusable" || code === "config-changed";

async function whyLate(room: ApplyRoom): Promise<string> {
  const late = "The panel could not start it within 15 minutes.";
  if (room.reload.ways().length === 0) return `${late} INSTANCE_RELOAD is not set.`;
  try {
    await room.known.versions.now();
    return late;
  } catch (error) {
    return error instanceof AppError ? `${late} ${error.message}` : late;
  }
}

async function announce({ db }: ApplyRoom, notify: NotifyApply, plan: PlanRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("planned_applies")
    .set({ is_announced: 1 })
    .where("file_id", "=", plan.file_id)
    .where("is_announced", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await notify({ event: "apply-planned", at: plan.at, actor: plan.actor });
}

async function begin(room: ApplyRoom, plan: PlanRow): Promise<void> {
  const id = await createApply(room, {
    etag: plan.etag,
    actor: plan.actor,
    ...(plan.check_in !== null && { checkIn: plan.check_in }),
    plan: {
      at: plan.at,
      // Runs in the transaction that stores the apply, so that the plan starts only once even if this process is
      // killed.
      take: async (tx) => {
        if (!(await removePlan(tx, plan))) throw new Taken();
      },
      record: (tx, apply) =>
        room.recordAudit(tx, {
          actor: authorOf(plan),
          action: "running.apply",
          target: plan.etag,
          detail: { apply, planned: true },
          origin: { address: null, browser: null },
        }),
    },
  });
  room.log.info({ apply: id }, "a planned apply started");
}

const authorOf = ({ planner, actor }: PlanRow): Author => ({
  kind: planner.startsWith("token ") ? "token" : "operator",
  name: actor,
});

/** Thrown if another replica has started the planned apply, or an operator has canceled it. */
class Taken extends Error {}

async function drop(room: ApplyRoom, notify: NotifyApply, plan: PlanRow, reason: string): Promise<void> {
  const isDropped = await room.db.transaction().execute(async (tx) => {
    if (!(await removePlan(tx, plan))) return false;
    await room.recordAudit(tx, {
      actor: thePanel,
      action: "running.plan.drop",
      detail: { reason: reason.slice(0, 500) },
      origin: { address: null, browser: null },
    });
    return true;
  });
  if (!isDropped) return;
  await notify({ event: "plan-dropped", at: plan.at, actor: plan.actor, reason });
}
