import "server-only";
import { randomUUID } from "node:crypto";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyState } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import {
  checkIn,
  confirm,
  confirmRollback,
  failRollback,
  failUnchanged,
  followAnswer,
  restoreSettings,
  rollBackFurther,
  rollBackOrFail,
} from "./outcomes";
import type { ApplyRoom } from "./room";
import { advance, type ApplyChange, type ApplyRow, claim, type Drive, LEASE, LostClaim } from "./store";
import { lookBefore, reloadWithNewVersion, reloadWithOldVersion } from "./steps";
import { LOOK_EVERY, waitForAnswer, waitUntilHealthy } from "./wait";
import { readRunning } from "./running";

/** A notification about an apply that was not confirmed. Versions are numbers in the history. */
export interface ApplyNotice {
  event: "rolled-back" | "apply-failed";
  from: number | null;
  /** The version that is in the file afterwards. */
  to: number | null;
  reason: string;
  /** How many settings of the file the instance has not loaded. Null if the instance does not report its settings. */
  notLoaded: number | null;
  /** Whether the apply failed before the instance was asked to reload. */
  isUntouched: boolean;
}

/** A notification about a planned apply (`at` is its start, in ms since 1970), or that an operator must confirm an apply. */
export type PlanNotice =
  | { event: "apply-planned"; at: number; actor: string }
  | { event: "plan-dropped"; at: number; actor: string; reason: string }
  | { event: "planned-apply-done"; version: number | null; actor: string; isConfirmed: boolean }
  | { event: "check-in"; version: number | null; actor: string; minutes: number };

/** Sends a notification. Must not throw. */
export type NotifyApply = (notice: ApplyNotice | PlanNotice) => Promise<void>;

export interface DriveOptions {
  leaseMs?: number;
  lookEvery?: number;
  notify?: NotifyApply;
  /** Called after each state has been stored. Tests kill the process in this call. */
  reached?: (state: ApplyState) => void;
}

/**
 * Runs an apply from its current state to its end, unless another process is already running it. If the process is
 * killed, another process continues from the last stored state. Repeating the work of a state is safe:
 * - Another restart is harmless.
 * - A version that is already in the file is not restored again.
 */
export async function driveApply(
  room: ApplyRoom,
  id: number,
  {
    leaseMs = LEASE,
    lookEvery = LOOK_EVERY,
    notify = () => Promise.resolve(),
    reached = () => undefined,
  }: DriveOptions = {},
): Promise<void> {
  const holder = randomUUID();
  const drive: Drive = {
    room,
    lookEvery,
    hasSeenEnd: () => false,
    renew: async (applyId) => {
      const row = await claim(room, applyId, holder, leaseMs);
      if (!row) throw new LostClaim(`Another process is running apply ${applyId}.`);
      return row;
    },
    advance: async (applyId, change) => {
      const { state } = change;
      if (state === "failed" || state === "rolled-back") {
        // Notify before storing the final state. If the process stored the state first and were then killed,
        // the notification would be lost, because no process continues an apply that has ended.
        const before = await drive.renew(applyId);
        const event = state === "failed" ? "apply-failed" : state;
        const { isUntouched = false } = change;
        await notify({ ...(await noticeOf(room, event, { ...before, ...change })), isUntouched });
      }
      if (state === "confirmed" || state === "kept") {
        const { planned_at, revision, actor } = await drive.renew(applyId);
        const isConfirmed = state === "confirmed";
        if (planned_at !== null)
          await notify({ event: "planned-apply-done", version: revision, actor, isConfirmed });
      }
      if (state === "checking-in") {
        const { revision, actor, check_in } = await drive.renew(applyId);
        await notify({ event: "check-in", version: revision, actor, minutes: check_in ?? 0 });
      }
      const row = await advance(room, applyId, holder, {
        ...change,
        ...(await logOf(drive, applyId, change)),
      });
      if (change.state !== undefined) reached(change.state);
      return row;
    },
  };
  let row = await claim(room, id, holder, leaseMs);
  if (!row) return;
  reached(row.state as ApplyState);
  const renewal = setInterval(
    () => void claim(room, id, holder, leaseMs).catch(() => undefined),
    leaseMs / 3,
  );
  try {
    while (!isEnded(row.state as ApplyState)) row = await stepOrFail(drive, row);
  } catch (error) {
    if (error instanceof LostClaim) return;
    // After a database failure or a bug, the claim expires, and another process continues the apply.
    room.log.error({ err: error, apply: id }, "applying the configuration was interrupted");
    await room.clock.wait(1_000);
  } finally {
    clearInterval(renewal);
    room.known.forget();
  }
}

/** Lines of the instance's output that may explain an apply begin this long (ms) before it. */
const logBeforeMs = 5_000;
const mostLog = 16_000;

async function logOf(
  { room, renew }: Drive,
  id: number,
  { state }: ApplyChange,
): Promise<Pick<ApplyChange, "instance_log">> {
  if (state === undefined || !room.instanceLog.isOn) return {};
  const { created_at } = await renew(id);
  const { text } = await room.instanceLog.read({ since: created_at - logBeforeMs });
  return text === "" ? {} : { instance_log: text.slice(-mostLog) };
}

/**
 * If only an operator can fix the error, for example because the file cannot be parsed, rolls back or ends
 * the apply as failed. Trying again would block every other apply.
 */
async function stepOrFail(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  try {
    return await step(drive, row);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    const isNew = ["requested", "applying", "confirming", "asking", "checking-in"].includes(row.state);
    if (isNew && drive.room.reload.ways().length === 0)
      return failUnchanged(drive, row.id, `${error.message} The file was not changed.`);
    return isNew
      ? rollBackOrFail(drive, row, error.message)
      : failRollback(drive, row, error.message, { wasProbed: row.state === "reconfirming" });
  }
}

async function step(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  switch (row.state as ApplyState) {
    case "requested":
      return lookBefore(drive, row);
    case "applying":
      return reloadWithNewVersion(drive, row);
    case "confirming":
    case "asking": {
      const outcome = await waitUntilHealthy(drive, row, row.etag);
      if (outcome.kind === "healthy")
        return row.check_in === null ? confirm(drive, row) : checkIn(drive, row);
      if (outcome.kind === "answered") return followAnswer(drive, row, outcome.answer);
      return rollBackOrFail(drive, row, outcome.reason, {
        mayAsk: row.state === "confirming" && !outcome.isVital,
      });
    }
    case "checking-in": {
      const answer = await waitForAnswer(drive, row, (row.check_in ?? 1) * 60_000);
      if (answer === "keep") return confirm(drive, row);
      const reason =
        answer === null
          ? `Nobody confirmed the apply within ${row.check_in} minutes.`
          : "An operator chose to roll back.";
      return rollBackOrFail(drive, row, reason);
    }
    case "rolling-back":
      return restoreSettings(drive, row);
    case "contested": {
      // If nobody decides, keep the newer values, because the panel never undoes an operator's change on its own.
      const answer = (await waitForAnswer(drive, row)) ?? "newer";
      return drive.advance(row.id, { state: "rolling-back", answer });
    }
    case "reapplying":
      return reloadWithOldVersion(drive, row);
    case "reconfirming": {
      const outcome = await waitUntilHealthy(drive, row, row.back_etag ?? row.etag);
      if (outcome.kind === "healthy") return confirmRollback(drive, row);
      if (outcome.kind !== "late") return failRollback(drive, row, "");
      return outcome.isVital
        ? rollBackFurther(drive, row, outcome.reason)
        : failRollback(drive, row, outcome.reason);
    }
    default:
      return row;
  }
}

async function noticeOf(
  room: ApplyRoom,
  event: ApplyNotice["event"],
  { revision, reason }: Pick<ApplyRow, "revision" | "reason">,
): Promise<Omit<ApplyNotice, "isUntouched">> {
  const now = await room.known.versions.now().catch(() => null);
  room.known.forget();
  const report = await readRunning(room).catch(() => null);
  const waiting = report?.settings.filter(({ state }) => state !== "environment");
  return {
    event,
    from: revision,
    to: now?.revision ?? null,
    reason: reason ?? "",
    notLoaded: report?.state === "told" && waiting ? waiting.length : null,
  };
}
