import "server-only";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { Db } from "@/lib/server/db";
import { type ApplyRequest, createApply } from "./create";
import type { NotifyApply } from "./notice";
import { runPlan } from "./plan";
import { abandoned, applyById, setAnswer } from "./store";
import { viewOf } from "./view";

/** How often each replica looks for the planned apply and for applies whose process has died (ms). */
const lookEvery = 1_000;

/**
 * Starts applying the file to the running instance. The apply continues without the caller.
 * @throws AppError `conflict` if no way is set or another apply is in progress; `config-changed`;
 * `config-unusable`
 */
export async function requestApply(db: Db, request: ApplyRequest): Promise<ApplyView> {
  const id = await createApply(db, request);
  void drive(db, id);
  return viewOf((await applyById(db, id))!);
}

/**
 * Stores an operator's decision for a waiting apply.
 * @throws AppError `conflict` if the apply no longer waits for it
 */
export async function answerApply(db: Db, id: number, answer: ApplyAnswer): Promise<ApplyView> {
  if (!(await setAnswer(db, id, answer)))
    throw new AppError("conflict", "The apply is no longer waiting for this decision. Nothing was changed.");
  return viewOf((await applyById(db, id))!);
}

/** The callbacks from startup, shared on the process because applies run in several of its bundles. */
const services = () =>
  processSingleton("applies-services", (): { notify: NotifyApply } => ({ notify: () => Promise.resolve() }));

/**
 * Called once at startup. Continues the applies of processes and replicas that no longer run.
 * @param notify called when an apply ends without being confirmed
 */
export function watchApplies(db: Db, notify: NotifyApply): void {
  services().notify = notify;
  processSingleton("applies-watch", () => {
    const look = async () => {
      await runPlan(db, services().notify);
      for (const id of await abandoned(db)) void drive(db, id);
    };
    const quietly = () =>
      void look().catch((err: unknown) => log().debug({ err }, "checking for unfinished applies failed"));
    setInterval(quietly, lookEvery).unref();
    quietly();
  });
}

const driving = () => processSingleton("applies-driving", () => new Set<number>());

/** Loaded when needed, because the code that checks the instance also loads network clients. */
const driver = () => import("./drive");

async function drive(db: Db, id: number): Promise<void> {
  if (driving().has(id)) return;
  driving().add(id);
  await driver()
    .then(({ driveApply }) => driveApply(db, id, services()))
    .catch((err: unknown) => log().error({ err, apply: id }, "applying the configuration failed"))
    .finally(() => driving().delete(id));
}
