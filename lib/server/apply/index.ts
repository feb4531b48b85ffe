import "server-only";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { type ApplyRequest, createApply, reachOf } from "./create";
import type { DriveOptions, NotifyApply } from "./drive";
import { cancelPlan, type NewPlan, planApply, type RoleOf, runPlan } from "./plan";
import { previewApply } from "./preflight";
import type { ApplyRoom } from "./room";
import { readRunning } from "./running";
import { abandoned, activeApply, applyById, setAnswer } from "./store";
import {
  currentApply,
  listApplies,
  listPastApplies,
  listRestarts,
  offerDrafts,
  readApply,
  viewOf,
} from "./views";

export type { NotifyApply } from "./drive";
export type { RoleOf } from "./plan";
export type { ApplyRoom } from "./room";
export { endRestoredApplies } from "./store";

/** How often (ms) each replica looks for due planned applies, and for applies whose process has died. */
const lookEvery = 1_000;

export interface AppliesDeps extends ApplyRoom {
  notify: NotifyApply;
  /** Measures the difference between `clock` and the clock that all replicas share. */
  measureClock?: () => Promise<void>;
  roleOf: RoleOf;
}

export const isApplying = async (rows: Pick<ApplyRoom, "db" | "fileId">): Promise<boolean> =>
  (await activeApply(rows)) !== undefined;

export type Applies = ReturnType<typeof createApplies>;

export function createApplies({
  notify,
  roleOf,
  measureClock = async () => undefined,
  ...room
}: AppliesDeps) {
  const driving = new Set<number>();
  const listeners = new Set<() => void>();
  let watch: { timer: NodeJS.Timeout; looking: Promise<void> } | null = null;

  async function drive(id: number, options: DriveOptions = {}): Promise<void> {
    if (driving.has(id)) return;
    driving.add(id);
    // The driver imports network clients, so it is loaded only when an apply runs.
    await import("./drive")
      .then(({ driveApply }) => driveApply(room, id, { notify, ...options }))
      .catch((err: unknown) => room.log.error({ err, apply: id }, "applying the configuration failed"))
      .finally(() => driving.delete(id));
    for (const listener of listeners) listener();
  }

  async function look(): Promise<void> {
    await measureClock();
    await runPlan(room, notify, roleOf);
    const ids = await abandoned(room, ({ way, reach }) => reach === reachOf(room, way));
    // During shutdown, leave the applies to other processes.
    if (watch !== null) for (const id of ids) void drive(id);
  }

  const quietly = () =>
    look().catch((err: unknown) => room.log.debug({ err }, "checking for unfinished applies failed"));

  return {
    readRunning: (): Promise<RunningReport> => readRunning(room),

    /**
     * @throws AppError `conflict` if INSTANCE_RELOAD is not set or another apply is in progress;
     * `config-changed`; `config-unusable`
     */
    async request(request: ApplyRequest): Promise<ApplyView> {
      const id = await createApply(room, request);
      void drive(id);
      return viewOf((await applyById(room, id))!, room.clock.now());
    },

    /** @throws AppError `conflict` if the apply is no longer waiting for a decision */
    async answer(id: number, answer: ApplyAnswer): Promise<ApplyView> {
      if (!(await setAnswer(room, id, answer)))
        throw new AppError(
          "conflict",
          "The apply is no longer waiting for this decision. Nothing was changed.",
        );
      return viewOf((await applyById(room, id))!, room.clock.now());
    },

    async markRestarted(): Promise<RunningReport> {
      await room.known.mark();
      return readRunning(room);
    },

    preview: (signal: AbortSignal) => previewApply(room, signal),
    plan: (plan: NewPlan) => planApply(room, plan),
    cancelPlan: () => cancelPlan(room),
    offerDrafts: (id: number, operator: string) => offerDrafts(room, id, operator),

    current: () => currentApply(room),
    get: (id: number, options: { withLog: boolean }) => readApply(room, id, options),
    past: (before?: number) => listPastApplies(room, before),
    /** Completed applies since a time (ms since 1970), oldest first. */
    since: (since: number) => listApplies(room, since),
    restartsSince: (since: number) => listRestarts(room, since),

    /** Calls `listener` after each apply that this process has run. Returns a function that ends this. */
    onEnded(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Polls for applies that no process is running, and runs them. Starts planned applies when they are due. */
    start(): void {
      if (watch !== null) return;
      const timer = setInterval(() => {
        if (watch) watch.looking = Promise.all([watch.looking, quietly()]).then(() => undefined);
      }, lookEvery).unref();
      watch = { timer, looking: Promise.resolve() };
      watch.looking = quietly();
    },

    async stop(): Promise<void> {
      const running = watch;
      watch = null;
      clearInterval(running?.timer);
      await running?.looking;
    },
  };
}
