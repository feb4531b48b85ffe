import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { runningVersions } from "./running-versions";
import { unpacked } from "@/lib/server/rollout/known-version";
import type { Drive } from "./drive";
import { lookAtInstance } from "./look";
import type { ApplyRow } from "./store";

/** Between two looks (ms). */
export const LOOK_EVERY = 1_000;
/** How often in a row all must be well: an instance that crashes again and again answers in between. */
const enough = 2;
/** What is left at least when another process takes over in the middle (ms). */
const atLeast = 10_000;
/** From how long on no answer means a process that hangs (ms). */
const isSilence = 2_000;
/** An instance that was asked to stop goes on answering for a while (ms). */
export const STOPS_WITHIN = 10_000;

export type Waited = { kind: "well" } | { kind: "kept" } | { kind: "late"; reason: string };

/**
 * Waits until the instance is up with a version, writing down what is still missing.
 * @param etag of the version: the one that is applied, or the one that was put back
 */
export async function waitUntilWell(drive: Drive, row: ApplyRow, etag: string): Promise<Waited> {
  const version = await versionOf(row, etag);
  const longest = env().instanceHealthTimeout;
  const left = row.deadline === null ? longest : Math.max(atLeast, row.deadline - Date.now());
  const time = Math.min(left, longest);
  await drive.advance(row.id, { deadline: Date.now() + time });
  // Not by the clock: one that is set right meanwhile must not roll back a version that is fine.
  const begun = performance.now();
  const deadline = begun + time;
  let good = 0;
  let wasDown = row.way !== "api";
  let last: readonly ApplyCheck[] = [noAnswer];
  for (;;) {
    const asked = performance.now();
    const checks = await lookUntil(deadline, version);
    // A look that the deadline has cut off says less than the one before, unless it got no answer for long.
    if (checks === null)
      return { kind: "late", reason: reasonOf(performance.now() - asked < isSilence ? last : [noAnswer]) };
    last = checks;
    const isWell = checks.every(({ isUp }) => isUp);
    wasDown ||= !isWell || performance.now() - begun > drive.stopsWithin;
    good = isWell && wasDown ? good + 1 : 0;
    const { keep, state } = await drive.renew(row.id);
    if (keep === 1 && state === "confirming") return { kind: "kept" };
    await drive.advance(row.id, { checks: JSON.stringify(checks) });
    if (good >= enough) return { kind: "well" };
    if (performance.now() >= deadline) return { kind: "late", reason: reasonOf(checks) };
    await wait(Math.min(drive.lookEvery, Math.max(1, deadline - performance.now())));
  }
}

/** While not even the first look has ended. */
const noAnswer: ApplyCheck = { name: "api", isUp: false, reason: "No answer. See the instance's own log." };

/** Looks once; null when there was no time left for it. @param deadline ms since process start */
async function lookUntil(deadline: number, version: Buffer): Promise<ApplyCheck[] | null> {
  const ending = new AbortController();
  const look = lookAtInstance(version, ending.signal);
  const late = wait(Math.max(0, deadline - performance.now()), null, { signal: ending.signal, ref: false });
  try {
    return await Promise.race([look, late]);
  } finally {
    ending.abort();
    // Whichever was cut off has nothing more to say.
    await Promise.allSettled([late]);
    look.catch(() => undefined);
  }
}

const names: Readonly<Record<ApplyCheck["name"], string>> = {
  api: "API",
  gateway: "Gateway",
  cdn: "CDN",
  pending: "Settings",
};

function reasonOf(checks: readonly ApplyCheck[]): string {
  const seconds = env().instanceHealthTimeout / 1_000;
  const failed = checks.filter(({ isUp }) => !isUp);
  if (failed.length === 0) return `The instance was not up for long enough within ${seconds} s.`;
  const said = failed.map(({ name, reason }) => `${names[name]}: ${reason ?? "no answer"}`);
  return [`The instance was not well within ${seconds} s.`, ...said].join("\n");
}

/** The bytes of the version that is waited for. */
const versionOf = (row: ApplyRow, etag: string): Promise<Buffer> =>
  etag === row.from_etag && row.from_content ? unpacked(row.from_content) : runningVersions.bytesOf(etag);
