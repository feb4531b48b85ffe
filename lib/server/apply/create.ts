import "server-only";
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { ReloadWay } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { listedChanges } from "@/lib/server/config-file";
import type { Tx } from "@/lib/server/db";
import { settledMs } from "@/lib/server/known";
import type { ApplyRoom } from "./room";
import { readRunning } from "./running";
import { insertApply, type NewApply } from "./store";

export interface ApplyRequest {
  etag: string;
  actor: string;
  /**
   * How to reload the instance: one of the ways in INSTANCE_RELOAD. By default, the way that leaves the
   * fewest settings pending.
   */
  way?: ReloadWay;
  /** Minutes within which an operator must confirm the apply, or it is rolled back. */
  checkIn?: number;
  /** The plan that starts this apply. `take` and `record` run in the transaction that stores the apply. */
  plan?: { at: number; take: (tx: Tx) => Promise<void>; record: (tx: Tx, apply: number) => Promise<void> };
}

/** Any panel process may run it. @returns the apply's number */
export async function createApply(room: ApplyRoom, request: ApplyRequest): Promise<number> {
  const { known, reload, config } = room;
  if (reload.ways().length === 0) {
    throw new AppError(
      "conflict",
      "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself; the panel detects the restart.",
    );
  }
  const version = await known.versions.now();
  refuseOtherVersion(version, request.etag);
  // First update what is known about the running version, because a rollback may return to it.
  await judgeRunning(room);
  const { ways } = await readRunning(room);
  const way = request.way === undefined ? gentlestWay(ways) : ways.find((one) => one.way === request.way);
  if (!way) {
    throw new AppError(
      "conflict",
      `INSTANCE_RELOAD does not name ${request.way ?? "a way"}. Reload the page, then choose again.`,
    );
  }
  const [running, target] = await Promise.all([known.running(), known.target()]);
  const whole = config.parse(version.bytes);
  if (whole) config.refuseOwnErrors(running && config.parse(running.bytes), whole, "Nothing was applied");
  refuseWithoutTarget(request.checkIn, version.etag, target);
  const apply = {
    etag: version.etag,
    revision: version.revision,
    from_etag: target?.etag ?? null,
    from_content: target ? deflateSync(target.bytes) : null,
    from_revision: target ? await known.versions.numberOf(target.etag) : null,
    actor: request.actor,
    way: way.way,
    changes: JSON.stringify(running ? changes(config, running.bytes, version.bytes) : []),
    planned_at: request.plan?.at ?? null,
    check_in: request.checkIn ?? null,
    reach: reachOf(room, way.way),
  };
  const { plan } = request;
  if (!plan) return insertOrRefuse(room, apply);
  return room.db.transaction().execute(async (tx) => {
    await plan.take(tx);
    const id = await insertOrRefuse({ ...room, db: tx }, apply);
    await plan.record(tx, id);
    return id;
  });
}

/** Returns a hash of the settings with which this process would reload the instance. */
export function reachOf({ reload, env }: Pick<ApplyRoom, "reload" | "env">, name: string): string {
  const way = reload.ways().find((one) => one.way === name) ?? null;
  return createHash("sha256")
    .update(JSON.stringify([way, env.instanceApiUrl ?? null]))
    .digest("base64url");
}

export function refuseWithoutTarget(
  checkIn: number | undefined,
  etag: string,
  target: { etag: string } | null,
): void {
  if (checkIn !== undefined && (target === null || target.etag === etag))
    throw new AppError(
      "conflict",
      "No other version is known to work, so the panel could not roll back if nobody confirms the apply. Apply without a check-in.",
    );
}

export function refuseOtherVersion({ etag }: { etag: string }, seenEtag: string): void {
  if (etag !== seenEtag)
    throw new AppError(
      "config-changed",
      "The file changed since you opened this page. Nothing was applied. Review the current file, then apply it.",
      { details: { etag } },
    );
}

const changes = (config: ApplyRoom["config"], from: Buffer, to: Buffer) =>
  listedChanges(config.parse(from), config.parse(to)).changes;

/** Finds out whether the running version serves clients, if monitoring has not done so since the last restart. */
export async function judgeRunning({ known, instance, clock }: ApplyRoom): Promise<void> {
  const { known: running } = await known.observe();
  if (running?.claim !== "loaded" || running.start !== "same" || running.processSeenAt === null) return;
  await clock.wait(Math.max(0, running.processSeenAt + settledMs - clock.now()));
  const settings = await known.versions.settingsOf(running.bytes);
  await known.observe({ parts: await instance.parts(settings, AbortSignal.timeout(10_000)) });
}

async function insertOrRefuse(room: ApplyRoom, apply: NewApply): Promise<number> {
  const id = await insertApply(room, apply);
  if (id !== undefined) return id;
  throw new AppError("conflict", ANOTHER);
}

/**
 * The error message if another apply is in progress. A planned apply that fails with this message is tried
 * again.
 */
export const ANOTHER = "Another apply is in progress. Wait for it to finish.";
