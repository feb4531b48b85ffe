import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyState } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Db } from "@/lib/server/db";
import { forgetTold } from "@/lib/server/rollout/told";
import { Output } from "./output";
import { reloadInstance } from "./reload";
import { type NotifyApply, noticeOf } from "./notice";
import { confirmed, confirmedOld, failing, puttingBack } from "./outcomes";
import { advance, type ApplyChange, type ApplyRow, claim, LEASE, LostClaim } from "./store";
import { LOOK_EVERY, STOPS_WITHIN, waitUntilWell } from "./wait";

/** How often a command's output is written down (ms). */
const outputEvery = 300;

export interface Drive {
  db: Db;
  /** Identity of the process that drives. */
  holder: string;
  /** Time between two looks at the instance (ms). */
  lookEvery: number;
  /** How long an instance that was asked to stop may go on answering (ms). */
  stopsWithin: number;
  /** Takes or renews the claim, and reads the application as it is. @throws LostClaim */
  renew(id: number): Promise<ApplyRow>;
  /** Writes how it goes on. @throws LostClaim */
  advance(id: number, change: ApplyChange): Promise<ApplyRow>;
}

export interface DriveOptions {
  leaseMs?: number;
  lookEvery?: number;
  stopsWithin?: number;
  /** Called when an apply ends without being confirmed. */
  notify?: NotifyApply;
  /** Called after each state was written down; tests end the process there. */
  reached?: (state: ApplyState) => void;
}

/**
 * Drives an application from whatever state it is in until it has ended, unless another process does. All that it goes by
 * is in the database: killed at any moment, the next claim goes on from the last state written down. Doing a state's work
 * twice does no harm: a restart is only made again, a version that was put back is found there.
 */
export async function driveApply(
  db: Db,
  id: number,
  {
    leaseMs = LEASE,
    lookEvery = LOOK_EVERY,
    stopsWithin = STOPS_WITHIN,
    notify = () => Promise.resolve(),
    reached = () => undefined,
  }: DriveOptions = {},
): Promise<void> {
  const holder = randomUUID();
  const drive: Drive = {
    db,
    holder,
    lookEvery,
    stopsWithin,
    renew: async (own) => {
      const row = await claim(db, own, holder, leaseMs);
      if (!row) throw new LostClaim(`Application ${own} is driven by another process.`);
      return row;
    },
    advance: async (own, change) => {
      const { state } = change;
      if (state === "failed" || state === "rolled-back") {
        // Before its end, after which nobody goes on: killed in between, it is sent twice rather than never.
        const before = await drive.renew(own);
        const event = state === "failed" ? "apply-failed" : state;
        await notify(await noticeOf(db, event, { ...before, ...change }));
      }
      const row = await advance(db, own, holder, change);
      if (change.state !== undefined) reached(change.state);
      return row;
    },
  };
  let row = await claim(db, id, holder, leaseMs);
  if (!row) return;
  reached(row.state as ApplyState);
  const renewal = setInterval(() => void claim(db, id, holder, leaseMs).catch(() => undefined), leaseMs / 3);
  try {
    while (!isEnded(row.state as ApplyState)) row = await nextOrStuck(drive, row);
  } catch (error) {
    if (error instanceof LostClaim) return;
    // The database, or something unforeseen: the claim lapses, and whoever finds it goes on.
    log().error({ err: error, apply: id }, "applying the configuration was interrupted");
    await wait(1_000);
  } finally {
    clearInterval(renewal);
    forgetTold();
  }
}

/**
 * Does the work of the state that the application is in. What a person has to mend (INSTANCE_RELOAD is unset by now, the
 * file is no file any more) ends the state as failed: tried for ever, it would keep anybody from applying anything.
 */
async function nextOrStuck(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  try {
    return await next(drive, row);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    const isNew = ["requested", "applying", "confirming"].includes(row.state);
    return isNew ? failing(drive, row, error.message) : notBack(drive, row, error.message);
  }
}

async function next(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  switch (row.state as ApplyState) {
    case "requested":
      return drive.advance(row.id, { state: "applying" });
    case "applying": {
      const { ok, reason } = await reload(drive, row);
      return ok ? drive.advance(row.id, { state: "confirming" }) : failing(drive, row, reason);
    }
    case "confirming": {
      const outcome = await waitUntilWell(drive, row, row.etag);
      if (outcome.kind === "well") return confirmed(drive, row);
      if (outcome.kind === "kept") return drive.advance(row.id, { state: "kept" });
      return failing(drive, row, outcome.reason);
    }
    case "rolling-back":
      return puttingBack(drive, row);
    case "reapplying": {
      const { ok, reason } = await reload(drive, row);
      return ok ? drive.advance(row.id, { state: "reconfirming" }) : notBack(drive, row, reason);
    }
    case "reconfirming": {
      const outcome = await waitUntilWell(drive, row, row.from_etag ?? row.etag);
      if (outcome.kind === "well") return confirmedOld(drive, row);
      return notBack(drive, row, outcome.kind === "late" ? outcome.reason : "");
    }
    default:
      return row;
  }
}

/** The version that was put back does not run either. */
function notBack(drive: Drive, row: ApplyRow, why: string): Promise<ApplyRow> {
  const known = "The last version is in the file again, but the instance has not come up with it.";
  return drive.advance(row.id, { state: "failed", reason: `${row.reason ?? ""} ${known} ${why}` });
}

/** Tells the instance to read its file, writing down what the command prints while it runs. */
async function reload(drive: Drive, row: ApplyRow): Promise<{ ok: boolean; reason: string }> {
  const output = await Output.begin(row.output);
  let written = row.output;
  const write = async () => {
    const text = output.toString();
    if (text === written) return;
    written = text;
    await drive.advance(row.id, { output: text });
  };
  const timer = setInterval(() => void write().catch(() => undefined), outputEvery);
  try {
    const result = await reloadInstance(row.way, (text) => output.add(text));
    return result.ok ? { ok: true, reason: "" } : { ok: false, reason: result.reason };
  } finally {
    clearInterval(timer);
    await write();
  }
}
