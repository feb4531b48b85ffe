import "server-only";
import { type ApplyAnswer, gentlestWay } from "@/lib/shared/contract/values";
import type { ApplyView, ReloadWay } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { runningVersions } from "./running-versions";
import type { Db } from "@/lib/server/db";
import { knownVersion, packed } from "@/lib/server/rollout/known-version";
import { readRunning } from "@/lib/server/rollout/report";
import type { NotifyApply } from "./notice";
import { abandoned, applyById, insertApply, isStopIgnored, setAnswer } from "./store";
import { viewOf } from "./view";

/** How often each replica looks for an application whose process is gone (ms). */
const lookEvery = 1_000;

export interface ApplyRequest {
  /** The version that the operator has seen. */
  etag: string;
  actor: string;
  /** One of INSTANCE_RELOAD; unless given, the gentlest that suffices. */
  way?: ReloadWay;
  /** Asks an instance to stop that did not end the last time: its server was updated since. */
  stopAgain?: boolean;
}

/**
 * Begins to apply the file to the running instance. It goes on without the caller.
 * @throws AppError `conflict` when no way is set, or another apply is in progress; `config-changed`; `config-unusable`
 */
export async function requestApply(db: Db, request: ApplyRequest): Promise<ApplyView> {
  const id = await createApply(db, request);
  void drive(db, id);
  return viewOf((await applyById(db, id))!);
}

/** Writes down that the file is to be applied, for whichever process drives it. @returns its number */
export async function createApply(db: Db, request: ApplyRequest): Promise<number> {
  if (env().instanceReload.length === 0) {
    throw new AppError(
      "conflict",
      "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself; the panel notices.",
    );
  }
  const version = await runningVersions.now();
  if (version.etag !== request.etag) {
    throw new AppError(
      "config-changed",
      "The file has changed since you looked. Nothing was applied. Look at what the file says now, then apply it.",
      { details: { etag: version.etag } },
    );
  }
  // Looks first what the instance runs with: what it runs well with now is what to go back to.
  const { ways } = await readRunning(db);
  const way = request.way === undefined ? gentlestWay(ways) : ways.find((one) => one.way === request.way);
  if (!way) {
    throw new AppError(
      "conflict",
      `INSTANCE_RELOAD does not name ${request.way ?? "a way"}. Reload the page, then choose again.`,
    );
  }
  if (way.way === "api" && !request.stopAgain && (await isStopIgnored(db))) {
    throw new AppError(
      "conflict",
      "The instance did not end when it was last asked to stop, so the panel does not ask it again. Set INSTANCE_RELOAD to a command (docs/applying.md).",
    );
  }
  const known = await knownVersion(db);
  const id = await insertApply(db, {
    etag: version.etag,
    revision: version.revision,
    from_etag: known?.etag ?? null,
    from_content: known ? packed(known.bytes) : null,
    from_revision: known ? await runningVersions.numberOf(known.etag) : null,
    actor: request.actor,
    way: way.way,
    changes: JSON.stringify(known ? runningVersions.changes(known.bytes, version.bytes) : []),
    planned_at: null,
  });
  if (id === undefined) {
    throw new AppError("conflict", "Another apply is in progress. Wait for it to finish.");
  }
  return id;
}

/**
 * Stores what an operator decides while an apply waits.
 * @throws AppError `conflict` when it does not wait for that any more
 */
export async function answerApply(db: Db, id: number, answer: ApplyAnswer): Promise<ApplyView> {
  if (!(await setAnswer(db, id, answer)))
    throw new AppError(
      "conflict",
      "The apply does not wait for this decision any more. Nothing was changed.",
    );
  return viewOf((await applyById(db, id))!);
}

/** What start-up hands over. Applies are driven from several bundles of one process. */
const services = () =>
  processSingleton("applies-services", (): { notify: NotifyApply } => ({ notify: () => Promise.resolve() }));

/**
 * Called once at start: goes on with what a dead process, or a replica that is gone, has left.
 * @param notify called when an apply ends without being confirmed
 */
export function watchApplies(db: Db, notify: NotifyApply): void {
  services().notify = notify;
  processSingleton("applies-watch", () => {
    const look = async () => {
      for (const id of await abandoned(db)) void drive(db, id);
    };
    const quietly = () =>
      void look().catch((err: unknown) => log().debug({ err }, "no look at applications"));
    setInterval(quietly, lookEvery).unref();
    quietly();
  });
}

const driving = () => processSingleton("applies-driving", () => new Set<number>());

/** Loaded when it is needed: what looks at the instance brings network clients with it. */
const driver = () => import("./drive");

async function drive(db: Db, id: number): Promise<void> {
  if (driving().has(id)) return;
  driving().add(id);
  await driver()
    .then(({ driveApply }) => driveApply(db, id, services()))
    .catch((err: unknown) => log().error({ err, apply: id }, "applying the configuration failed"))
    .finally(() => driving().delete(id));
}
