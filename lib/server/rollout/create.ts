import "server-only";
import { deflateSync } from "node:zlib";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { ReloadWay } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { configFile, listedChanges } from "@/lib/server/config-file";
import type { Db, Tx } from "@/lib/server/db";
import { knownVersion } from "./known-version";
import { readRunning } from "./report";
import { runningVersions } from "./running-versions";
import { insertApply, type NewApply } from "./store";

export interface ApplyRequest {
  /** The version that the operator saw when requesting the apply. */
  etag: string;
  actor: string;
  /**
   * How to reload the instance: one of the ways in INSTANCE_RELOAD. By default, the way that leaves the
   * fewest settings pending.
   */
  way?: ReloadWay;
  /** The plan that starts this apply. `take` and `record` run in the transaction that stores the apply. */
  plan?: { at: number; take: (tx: Tx) => Promise<void>; record: (tx: Tx, apply: number) => Promise<void> };
}

/** Adds an apply of the current file to the database. Any panel process may run it. @returns the apply's number */
export async function createApply(db: Db, request: ApplyRequest): Promise<number> {
  if (env().instanceReload.length === 0) {
    throw new AppError(
      "conflict",
      "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself; the panel detects the restart.",
    );
  }
  const version = await runningVersions.now();
  refuseOtherVersion(version, request.etag);
  // First determine which version the instance runs without problems, because a rollback returns to this
  // version.
  const { ways } = await readRunning(db);
  const way = request.way === undefined ? gentlestWay(ways) : ways.find((one) => one.way === request.way);
  if (!way) {
    throw new AppError(
      "conflict",
      `INSTANCE_RELOAD does not name ${request.way ?? "a way"}. Reload the page, then choose again.`,
    );
  }
  const known = await knownVersion(db);
  const apply = {
    etag: version.etag,
    revision: version.revision,
    from_etag: known?.etag ?? null,
    from_content: known ? deflateSync(known.bytes) : null,
    from_revision: known ? await runningVersions.numberOf(known.etag) : null,
    actor: request.actor,
    way: way.way,
    changes: JSON.stringify(known ? changes(known.bytes, version.bytes) : []),
    planned_at: request.plan?.at ?? null,
  };
  const { plan } = request;
  if (!plan) return insertOrRefuse(db, apply);
  return db.transaction().execute(async (tx) => {
    await plan.take(tx);
    const id = await insertOrRefuse(tx, apply);
    await plan.record(tx, id);
    return id;
  });
}

export function refuseOtherVersion({ etag }: { etag: string }, seen: string): void {
  if (etag !== seen)
    throw new AppError(
      "config-changed",
      "The file changed since you opened this page. Nothing was applied. Review the current file, then apply it.",
      { details: { etag } },
    );
}

/** Lists the differences between two versions, without secrets. A very long list is truncated. */
const changes = (from: Buffer, to: Buffer) =>
  listedChanges(configFile().parse(from), configFile().parse(to)).changes;

async function insertOrRefuse(db: Db, apply: NewApply): Promise<number> {
  const id = await insertApply(db, apply);
  if (id !== undefined) return id;
  throw new AppError("conflict", ANOTHER);
}

/**
 * The error message if another apply is in progress. A planned apply that fails with this message is tried
 * again.
 */
export const ANOTHER = "Another apply is in progress. Wait for it to finish.";
