import "server-only";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { type Db, stopBeforeClose } from "@/lib/server/db";
import { type ApplyRequest, createApply } from "./create";
import type { NotifyApply } from "./drive";
import { runPlan } from "./plan";
import { abandoned, applyById, setAnswer } from "./store";
import { viewOf } from "./applies";

/** How often (ms) each replica looks for due planned applies, and for applies whose process has died. */
const lookEvery = 1_000;

/**
 * Starts an apply of the file, and returns without waiting for its end.
 * @throws AppError `conflict` if INSTANCE_RELOAD is not set or another apply is in progress; `config-changed`;
 * `config-unusable`
 */
export async function requestApply(db: Db, request: ApplyRequest): Promise<ApplyView> {
  const id = await createApply(db, request);
  void drive(db, id);
  return viewOf((await applyById(db, id))!);
}

/**
 * Stores an operator's decision about an apply.
 * @throws AppError `conflict` if the apply no longer waits for a decision
 */
export async function answerApply(db: Db, id: number, answer: ApplyAnswer): Promise<ApplyView> {
  if (!(await setAnswer(db, id, answer)))
    throw new AppError("conflict", "The apply is no longer waiting for this decision. Nothing was changed.");
  return viewOf((await applyById(db, id))!);
}

/**
 * The callbacks that `watchApplies` receives at startup. They are stored per process, because several bundles of the
 * process contain this module.
 */
const services = () =>
  processSingleton("applies-services", (): { notify: NotifyApply } => ({ notify: () => Promise.resolve() }));

interface Watch {
  timer: NodeJS.Timeout;
  /** The last look for work. Never rejects. */
  looking: Promise<void>;
}

/** Null unless this process looks for applies. */
const watch = () => processSingleton("applies-watch", (): { current: Watch | null } => ({ current: null }));

/**
 * Starts or continues applies that no process runs. Called once at startup.
 * @param notify called when an apply ends without being confirmed, and for planned applies
 */
export function watchApplies(db: Db, notify: NotifyApply): void {
  services().notify = notify;
  const own = watch();
  if (own.current !== null) return;
  const look = async () => {
    await runPlan(db, services().notify);
    const ids = await abandoned(db);
    // At shutdown, other processes continue the applies.
    if (own.current !== null) for (const id of ids) void drive(db, id);
  };
  const quietly = () =>
    look().catch((err: unknown) => log().debug({ err }, "checking for unfinished applies failed"));
  const timer = setInterval(() => {
    const { current } = own;
    if (current) current.looking = Promise.all([current.looking, quietly()]).then(() => undefined);
  }, lookEvery).unref();
  own.current = { timer, looking: quietly() };
  stopBeforeClose(stopWatching);
}

/** Stops looking for applies, and waits for a look in progress. */
async function stopWatching(): Promise<void> {
  const own = watch();
  const { current } = own;
  own.current = null;
  clearInterval(current?.timer);
  await current?.looking;
}

const driving = () => processSingleton("applies-driving", () => new Set<number>());

/** Loads the driver when an apply runs, because it imports network clients. */
const driver = () => import("./drive");

async function drive(db: Db, id: number): Promise<void> {
  if (driving().has(id)) return;
  driving().add(id);
  await driver()
    .then(({ driveApply }) => driveApply(db, id, services()))
    .catch((err: unknown) => log().error({ err, apply: id }, "applying the configuration failed"))
    .finally(() => driving().delete(id));
}
