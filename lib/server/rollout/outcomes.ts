import "server-only";
import { thePanel } from "@/lib/shared/author";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/server/audit";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import { recordKnownVersion, loadedBy, unpacked } from "./known-version";
import { runningVersions } from "./running-versions";
import type { ApplyRow, Drive } from "./store";

/** Ends the apply as confirmed. Later rollbacks return to this version, because the instance is healthy with it. */
export async function confirm(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  await recordHealthy(drive, row, row.etag);
  return drive.advance(row.id, { state: "confirmed", reason: null });
}

/**
 * Stores the version that later rollbacks return to. If the instance has rewritten the file, this is the rewritten
 * version.
 */
async function recordHealthy(drive: Drive, row: ApplyRow, etag: string): Promise<void> {
  const now = (await runningVersions.isStill(etag)) ? await runningVersions.now() : null;
  const version = now ?? { etag, bytes: await runningVersions.bytesOf(etag) };
  await recordKnownVersion(drive.db, version, { by: "applied", loaded: loadedBy(row) });
}

/** Ends the apply without a rollback, and does not change the file. */
export const failUnchanged = (drive: Drive, id: number, reason: string): Promise<ApplyRow> =>
  drive.advance(id, { state: "failed", reason, step: { isOk: false, note: reason } });

/** Carries out the decision that an operator made while the apply waited. */
export function followAnswer(drive: Drive, row: ApplyRow, answer: ApplyAnswer): Promise<ApplyRow> {
  if (answer === "keep") return drive.advance(row.id, { state: "kept" });
  return rollBackOrFail(drive, row, row.reason ?? "An operator chose to roll back.");
}

/**
 * Rolls back to the last healthy version. If no such version is known, or an operator chose to keep the new
 * version, ends the apply.
 * @param mayAsk whether to wait for an operator's decision first
 */
export async function rollBackOrFail(
  drive: Drive,
  row: ApplyRow,
  reason: string,
  { mayAsk = false } = {},
): Promise<ApplyRow> {
  const { from_etag, etag, id } = row;
  const step = { isOk: false, note: reason };
  const { answer, checks } = await drive.renew(id);
  if (answer === "keep") return drive.advance(id, { state: "kept", reason, step });
  if (env().instanceReload.length === 0)
    return failUnchanged(drive, id, `${reason} The file was not changed.`);
  if (from_etag === null) {
    return failUnchanged(
      drive,
      id,
      `${reason} The panel knows no earlier version with which the instance was healthy, so nothing was rolled back. Restore a version from the history and apply it.`,
    );
  }
  if (from_etag === etag) {
    return failUnchanged(
      drive,
      id,
      `${reason} The file already has the version with which the instance was last healthy, so there is nothing to roll back to. Check the instance's log.`,
    );
  }
  if (mayAsk) return drive.advance(id, { state: "asking", reason, checks, step });
  return drive.advance(id, { state: "rolling-back", reason, step });
}

/**
 * Restores the settings that the apply changed. If somebody changed one of these settings again, waits for an
 * operator's decision first.
 */
export async function restoreSettings(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const { from_etag, from_content, etag, id } = row;
  if (from_etag === null || from_content === null) return rollBackOrFail(drive, row, row.reason ?? "");
  const note = `Rolled back: the instance was not healthy with version ${row.revision ?? etag.slice(0, 8)}`;
  const choice = row.answer === "newer" || row.answer === "older" ? row.answer : undefined;
  const version = { etag: from_etag, bytes: await unpacked(from_content) };
  const outcome = await runningVersions
    .putBack({ applied: etag, version, author: thePanel, note, ...(choice && { choice }) })
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === "unavailable") throw error;
      return error;
    });
  if (outcome instanceof AppError) return failUnchanged(drive, id, `${row.reason ?? ""} ${outcome.message}`);
  if (outcome.kind === "contested") {
    const contested = JSON.stringify(outcome.settings);
    return drive.advance(id, { state: "contested", contested, answer: null });
  }
  const detail = { apply: id, reason: (row.reason ?? "").slice(0, 500) };
  const entry = { actor: thePanel, action: "running.roll-back", target: outcome.etag, detail };
  await recordAudit(drive.db, { ...entry, origin: { address: null, browser: null } });
  return drive.advance(id, {
    state: "reapplying",
    back_etag: outcome.etag,
    back_revision: outcome.revision,
    taken_back: JSON.stringify(outcome.changes),
  });
}

/** Ends the apply as rolled back, because the instance is healthy again. */
export async function confirmRollback(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  await recordHealthy(drive, row, row.back_etag ?? row.etag);
  return drive.advance(row.id, { state: "rolled-back" });
}

/** Ends the apply as failed, because the instance is not healthy even after the rollback. */
export function failRollback(drive: Drive, row: ApplyRow, why: string): Promise<ApplyRow> {
  const known = "The earlier version was restored, but the instance is not healthy with it.";
  return drive.advance(row.id, {
    state: "failed",
    reason: `${row.reason ?? ""} ${known} ${why}`,
    step: { isOk: false, note: why },
  });
}
