import "server-only";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { type Db, stopBeforeClose } from "@/lib/server/db";
import { type ApplyRequest, createApply } from "./create";
import type { NotifyApply } from "./drive";
import { type RoleOf, runPlan } from "./plan";
import { abandoned, applyById, setAnswer } from "./store";
import { viewOf } from "./applies";

/** How often (ms) each replica looks for due planned applies, and for applies whose process has died. */
const lookEvery = 1_000;

/**
 * Starts applying the file, and returns without waiting for the apply to end.
 * @throws AppError `conflict` if INSTANCE_RELOAD is not set or another apply is in progress;
 * `config-changed`; `config-unusable`
 */
export async function requestApply(db: Db, request: ApplyRequest): Promise<ApplyView> {
  const id = await createApply(db, request);
  void drive(db, id);
  return viewOf((await applyById(db, id))!);
}

/**
 * Stores an operator's decision about an apply.
 * @throws AppError `conflict` if the apply is no longer waiting for a decision
 */
export async function answerApply(db: Db, id: number, answer: ApplyAnswer): Promise<ApplyView> {
  if (!(await setAnswer(db, id, answer)))
    throw new AppError("conflict", "The apply is no longer waiting for this decision. Nothing was changed.");
  return viewOf((await applyById(db, id))!);
}

interface Watch {
  timer: NodeJS.Timeout;
  /** The latest poll for applies to run. Never rejects. */
  looking: Promise<void>;
}

interface Own {
  /** The callback that `watchApplies` receives at startup. */
  notify: NotifyApply;
  /** Null unless this process polls for applies. */
  watch: Watch | null;
  /** The applies that this process runs. */
  driving: Set<number>;
}

/** Stored per process, because several bundles of the process contain this module. */
const own = () =>
  processSingleton("applies", (): Own => ({
    notify: () => Promise.resolve(),
    watch: null,
    driving: new Set(),
  }));

/**
 * Polls for applies that no process is running, and runs them. Starts planned applies when they are due.
 * Called once at startup.
 * @param notify called when an apply ends without being confirmed, and for planned applies
 * @param roleOf returns the current role of a planner
 */
export function watchApplies(db: Db, notify: NotifyApply, roleOf: RoleOf): void {
  const work = own();
  work.notify = notify;
  if (work.watch !== null) return;
  const look = async () => {
    await runPlan(db, work.notify, roleOf);
    const ids = await abandoned(db);
    // During shutdown, leave the applies to other processes.
    if (work.watch !== null) for (const id of ids) void drive(db, id);
  };
  const quietly = () =>
    look().catch((err: unknown) => log().debug({ err }, "checking for unfinished applies failed"));
  const timer = setInterval(() => {
    const { watch } = work;
    if (watch) watch.looking = Promise.all([watch.looking, quietly()]).then(() => undefined);
  }, lookEvery).unref();
  work.watch = { timer, looking: quietly() };
  stopBeforeClose(stopWatching);
}

/** Stops polling for applies, and waits for a poll in progress to finish. */
async function stopWatching(): Promise<void> {
  const { watch } = own();
  own().watch = null;
  clearInterval(watch?.timer);
  await watch?.looking;
}

async function drive(db: Db, id: number): Promise<void> {
  const { driving, notify } = own();
  if (driving.has(id)) return;
  driving.add(id);
  // The driver imports network clients, so it is loaded only when an apply runs.
  await import("./drive")
    .then(({ driveApply }) => driveApply(db, id, { notify }))
    .catch((err: unknown) => log().error({ err, apply: id }, "applying the configuration failed"))
    .finally(() => driving.delete(id));
}
