import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { ApplyAnswer, CheckName } from "@/lib/shared/contract/values";
import { clientProbeOf, clientProbes, ignoredParts, isClientCheck } from "@/lib/shared/contract/values";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { partLabels } from "@/lib/server/checks/probes";
import { unpacked } from "./known-version";
import { lookAsClient, lookAtInstance } from "./look";
import { runningVersions } from "./running-versions";
import type { ApplyRow, Drive } from "./store";
import { checksIn } from "./applies";

/** Time between two checks (ms). */
export const LOOK_EVERY = 1_000;
/**
 * How many consecutive checks must succeed. One is not enough, because a crashing instance may respond between two
 * crashes.
 */
const enough = 2;
/**
 * If a process takes over an apply that is waiting, it waits at least this long (ms), even if the stored
 * deadline is earlier. It never waits longer than `INSTANCE_HEALTH_TIMEOUT`.
 */
const atLeast = 10_000;
/**
 * If the deadline interrupts a check that has waited this long (ms) for an answer, the instance counts as
 * hanging.
 */
const isSilence = 2_000;

/**
 * If one of these checks fails, the instance does not work. Other checks may fail only because the panel
 * cannot reach an address.
 */
const vital: readonly CheckName[] = ["api", "pending", "broker"];

export type Waited =
  | { kind: "healthy" }
  | { kind: "answered"; answer: ApplyAnswer }
  /**
   * `isVital` means that a vital check failed. If false, the cause may be just that the panel cannot reach an
   * address.
   */
  | { kind: "late"; isVital: boolean; reason: string };

/**
 * Waits until the instance is healthy with a version, until an operator decides whether to keep it, or until
 * the deadline. Stores the results of each check. Ignores parts that were already down before the apply.
 * @param etag the applied version, or the version that the rollback wrote
 */
export async function waitUntilHealthy(drive: Drive, row: ApplyRow, etag: string): Promise<Waited> {
  const version = await versionOf(row, etag);
  const before = checksIn(row.baseline);
  const { deadline } = await beginWait(drive, row);
  const isAsked = row.state === "confirming" || row.state === "asking";
  let good = 0;
  let known = checksIn(row.checks);
  for (;;) {
    const asked = performance.now();
    const found = await lookUntil(deadline, async (signal) => {
      const parts = await lookAtInstance(version, signal);
      // The client probes need all parts, so they run only if every part responds.
      const isUp = isAsked && failedOf(judged(drive, parts, { known, before })).length === 0;
      return isUp ? [...parts, ...(await lookAsClient(version, signal, known))] : parts;
    });
    // If the deadline interrupted a check soon after it began, use the results of the previous check.
    const isCut = found === null && performance.now() - asked < isSilence && known.length > 0;
    const checks = isCut ? known : judged(drive, found ?? [noAnswer], { known, before });
    const isHealthy = failedOf(checks).length === 0;
    good = isHealthy ? good + 1 : 0;
    known = checks;
    const { answer } = await drive.renew(row.id);
    await drive.advance(row.id, { checks: JSON.stringify(checks) });
    if (isAsked && (answer === "keep" || answer === "roll-back")) return { kind: "answered", answer };
    if (good >= enough) return { kind: "healthy" };
    const isLate = found === null || performance.now() >= deadline;
    if (isLate) {
      const isVital = failedOf(checks).some(({ name }) => vital.includes(name));
      return { kind: "late", isVital, reason: reasonOf(checks) };
    }
    await wait(Math.min(drive.lookEvery, Math.max(1, deadline - performance.now())));
  }
}

/**
 * Waits for an operator's decision about contested settings.
 * @returns null if nobody has decided by the deadline
 */
export async function waitForAnswer(drive: Drive, row: ApplyRow): Promise<ApplyAnswer | null> {
  const { deadline } = await beginWait(drive, row);
  for (;;) {
    const { answer } = await drive.renew(row.id);
    if (answer !== null) return answer as ApplyAnswer;
    if (performance.now() >= deadline) return null;
    await wait(Math.min(drive.lookEvery, Math.max(1, deadline - performance.now())));
  }
}

/** Stores the deadline for the current state. @returns the deadline in ms since process start */
async function beginWait(drive: Drive, row: ApplyRow): Promise<{ deadline: number }> {
  const longest = env().instanceHealthTimeout;
  const left = row.deadline === null ? longest : Math.max(atLeast, row.deadline - Date.now());
  const time = Math.min(left, longest);
  await drive.advance(row.id, { deadline: Date.now() + time });
  // Measured from process start, because a correction of the wall clock must not cause a rollback.
  return { deadline: performance.now() + time };
}

interface Earlier {
  /** The results of the previous check. */
  known: readonly ApplyCheck[];
  /** The results from before the reload request. */
  before: readonly ApplyCheck[];
}

/**
 * Adds to each result whether the part has restarted and whether its failure is ignored, based on earlier
 * results.
 */
function judged(drive: Drive, found: readonly ApplyCheck[], { known, before }: Earlier): ApplyCheck[] {
  const of = (checks: readonly ApplyCheck[], name: CheckName) => checks.find((check) => check.name === name);
  const ignored = ignoredParts(before);
  return found.map((check) => {
    const isIgnored = of(ignored, check.name) !== undefined;
    const wasDown = of(known, check.name)?.isUp === false && !isIgnored;
    const isRestarted =
      check.name !== "pending" &&
      (of(known, check.name)?.hasRestarted === true || wasDown || drive.hasSeenEnd(check.name));
    return {
      ...check,
      ...(isIgnored && !check.isUp && { isIgnored }),
      ...(isRestarted && { hasRestarted: true }),
    };
  });
}

const failedOf = (checks: readonly ApplyCheck[]): ApplyCheck[] =>
  checks.filter(({ isUp, isIgnored }) => !isUp && !isIgnored);

/** The result if the first check did not finish. */
const noAnswer: ApplyCheck = { name: "api", isUp: false, reason: "No response. Check the instance's log." };

/** Runs one check. Returns null if the deadline passes first. @param deadline ms since process start */
async function lookUntil(
  deadline: number,
  lookOnce: (signal: AbortSignal) => Promise<ApplyCheck[]>,
): Promise<ApplyCheck[] | null> {
  const ending = new AbortController();
  const look = lookOnce(ending.signal);
  const late = wait(Math.max(0, deadline - performance.now()), null, { signal: ending.signal, ref: false });
  try {
    return await Promise.race([look, late]);
  } finally {
    ending.abort();
    // Nothing needs the result of an interrupted check, so ignore its errors.
    await Promise.allSettled([late]);
    look.catch(() => undefined);
  }
}

function nameOf(name: CheckName): string {
  if (isClientCheck(name)) return clientProbes[clientProbeOf(name)];
  return name === "pending" ? "Settings" : partLabels[name];
}

function reasonOf(checks: readonly ApplyCheck[]): string {
  const seconds = env().instanceHealthTimeout / 1_000;
  const failed = failedOf(checks);
  if (failed.length === 0)
    return `The instance did not stay healthy for long enough within ${seconds} seconds.`;
  const said = failed.map(({ name, reason }) => `${nameOf(name)}: ${reason ?? "no response"}`);
  return [`The instance was not healthy after ${seconds} seconds.`, ...said].join("\n");
}

const versionOf = (row: ApplyRow, etag: string): Promise<Buffer> =>
  etag === row.from_etag && row.from_content ? unpacked(row.from_content) : runningVersions.bytesOf(etag);
