import "server-only";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { ReloadWay } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import { knownVersion, packed } from "./known-version";
import { readRunning } from "./report";
import { runningVersions } from "./running-versions";
import { insertApply, isStopIgnored, type NewApply } from "./store";

export interface ApplyRequest {
  /** The version that the operator's request is based on. */
  etag: string;
  actor: string;
  /** One of the ways in INSTANCE_RELOAD; by default the least disruptive sufficient way. */
  way?: ReloadWay;
  /** Asks the instance to stop although it did not stop the last time: its server has been updated since. */
  stopAgain?: boolean;
  /** The plan that the apply comes from. `take` removes it in the transaction that stores the apply. */
  plan?: { at: number; take: (tx: Db) => Promise<void> };
}

/** Stores an apply of the file, to be run by any process. @returns its number */
export async function createApply(db: Db, request: ApplyRequest): Promise<number> {
  if (env().instanceReload.length === 0) {
    throw new AppError(
      "conflict",
      "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself; the panel detects the restart.",
    );
  }
  const version = await runningVersions.now();
  if (version.etag !== request.etag) {
    throw new AppError(
      "config-changed",
      "The file changed since you opened this page. Nothing was applied. Review the current file, then apply it.",
      { details: { etag: version.etag } },
    );
  }
  // First reads which version the instance runs without problems, because a rollback returns to it.
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
      "The instance did not stop at the last request, so the panel does not ask again. Set INSTANCE_RELOAD to a command (docs/applying.md).",
    );
  }
  const known = await knownVersion(db);
  const apply = {
    etag: version.etag,
    revision: version.revision,
    from_etag: known?.etag ?? null,
    from_content: known ? packed(known.bytes) : null,
    from_revision: known ? await runningVersions.numberOf(known.etag) : null,
    actor: request.actor,
    way: way.way,
    changes: JSON.stringify(known ? runningVersions.changes(known.bytes, version.bytes) : []),
    planned_at: request.plan?.at ?? null,
  };
  const { plan } = request;
  if (!plan) return insertOrRefuse(db, apply);
  return db.transaction().execute(async (tx) => {
    await plan.take(tx);
    return insertOrRefuse(tx, apply);
  });
}

async function insertOrRefuse(db: Db, apply: NewApply): Promise<number> {
  const id = await insertApply(db, apply);
  if (id !== undefined) return id;
  throw new AppError("conflict", ANOTHER);
}

/** This refusal is temporary. */
export const ANOTHER = "Another apply is in progress. Wait for it to finish.";
