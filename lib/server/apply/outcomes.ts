import "server-only";
import { deflateSync } from "node:zlib";
import { thePanel } from "@/lib/shared/author";
import { firstSentence } from "@/lib/shared/first-sentence";
import { isRestart } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { unpacked } from "@/lib/server/known";
import type { ReloadWay } from "@/lib/shared/contract/running";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import { type PutBack, putBack } from "./put-back";
import type { ApplyRow, Drive } from "./store";
import { checksIn, triedIn, type TriedVersion } from "./views";

const mostTries = 3;
const longestNote = 300;

export async function confirm(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  await recordHealthy(drive, row, row.etag);
  return drive.advance(row.id, { state: "confirmed", reason: null });
}

/** Makes a healthy apply wait for an operator's confirmation. Until then, its version does not count as working. */
export const checkIn = (drive: Drive, row: ApplyRow): Promise<ApplyRow> =>
  drive.advance(row.id, { state: "checking-in", answer: null });

async function recordHealthy(drive: Drive, row: ApplyRow, etag: string): Promise<void> {
  const { checks } = await drive.renew(row.id);
  const isByRestart = isRestart({ way: row.way as ReloadWay });
  await drive.room.known.recordApplied({ etag, isRestart: isByRestart, checks: checksIn(checks) });
}

/** @param isUntouched whether the instance was not asked to reload */
export const failUnchanged = (
  drive: Pick<Drive, "advance">,
  id: number,
  reason: string,
  { isUntouched = false } = {},
): Promise<ApplyRow> =>
  drive.advance(id, { state: "failed", reason, step: { isOk: false, note: reason }, isUntouched });

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
  drive: Pick<Drive, "renew" | "advance">,
  row: ApplyRow,
  reason: string,
  { mayAsk = false } = {},
): Promise<ApplyRow> {
  const { from_etag, etag, id } = row;
  const step = { isOk: false, note: reason };
  const { answer, checks } = await drive.renew(id);
  if (answer === "keep") return drive.advance(id, { state: "kept", reason, step });
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

export async function restoreSettings(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const { from_etag, from_content, etag, id } = row;
  const { room } = drive;
  if (from_etag === null || from_content === null) return rollBackOrFail(drive, row, row.reason ?? "");
  const words = `Rolled back from version ${row.revision ?? etag.slice(0, 8)}. ${firstSentence(row.reason ?? "")}`;
  const note = words.slice(0, longestNote);
  const choice = row.answer === "newer" || row.answer === "older" ? row.answer : undefined;
  const version = { etag: from_etag, bytes: await unpacked(from_content) };
  const inFile = row.back_etag ?? etag;
  const request: PutBack = {
    ...{ applied: etag, inFile, version, author: thePanel, note },
    ...(choice && { choice }),
  };
  const outcome = await putBack(room, request).catch((error: unknown) => {
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
  await room.recordAudit(room.db, { ...entry, origin: { address: null, browser: null } });
  return drive.advance(id, {
    state: "reapplying",
    back_etag: outcome.etag,
    back_revision: outcome.revision,
    taken_back: JSON.stringify(outcome.changes),
  });
}

export async function confirmRollback(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  await recordHealthy(drive, row, row.back_etag ?? row.etag);
  return drive.advance(row.id, { state: "rolled-back" });
}

/**
 * Rolls back to the next older version that worked, because the instance did not come back with the last one. Ends the
 * apply as failed after three versions, or if no other version is known to work.
 */
export async function rollBackFurther(drive: Drive, row: ApplyRow, why: string): Promise<ApplyRow> {
  const { from_etag, from_revision, etag, id } = row;
  const { known } = drive.room;
  if (from_etag === null) return failRollback(drive, row, why);
  const triedVersions: TriedVersion[] = [
    ...triedIn(row),
    { etag: from_etag, version: from_revision, reason: why },
  ];
  const [next] = await known.targets([etag, ...triedVersions.map((one) => one.etag)]);
  if (!next || triedVersions.length >= mostTries)
    return failRollback(drive, { ...row, tried: JSON.stringify(triedVersions) }, why);
  return drive.advance(id, {
    state: "rolling-back",
    from_etag: next.etag,
    from_content: deflateSync(next.bytes),
    from_revision: await known.versions.numberOf(next.etag),
    tried: JSON.stringify(triedVersions),
    step: { isOk: false, note: why },
  });
}

/** @param wasProbed whether the instance was probed after the rollback's restart or reload */
export function failRollback(
  drive: Drive,
  row: ApplyRow,
  why: string,
  { wasProbed = true } = {},
): Promise<ApplyRow> {
  const triedVersions = triedIn(row);
  const nameOf = ({ version, etag }: TriedVersion) => `version ${version ?? etag.slice(0, 8)}`;
  const names = triedVersions.map(nameOf).join(", then ");
  const last = triedVersions.at(-1);
  const what =
    triedVersions.length > 1 && last
      ? `The panel rolled back to ${names}, and the instance is not healthy with any of them. ${nameOf(last).replace("v", "V")} is in the file.`
      : wasProbed
        ? "The earlier version was restored, but the instance is not healthy with it."
        : "The rollback was not finished, and nothing confirms that the instance works.";
  return drive.advance(row.id, {
    state: "failed",
    reason: `${row.reason ?? ""} ${what} ${why}`,
    tried: row.tried,
    step: { isOk: false, note: why },
  });
}
