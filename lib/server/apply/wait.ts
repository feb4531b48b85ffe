import "server-only";
import { isRestart } from "@/lib/env";
import type { ApplyAnswer, CheckName } from "@/lib/shared/contract/values";
import {
  clientProbeOf,
  clientProbes,
  failedChecks,
  ignoredParts,
  isClientCheck,
} from "@/lib/shared/contract/values";
import type { ApplyCheck, ReloadWay } from "@/lib/shared/contract/running";
import { partLabels } from "@/lib/server/checks/probes";
import { NOT_LISTENING } from "@/lib/server/checks/trail";
import { unpacked } from "@/lib/server/known";
import { isNewStart, type ProcessPart, processParts, type ProcessStarts } from "@/lib/server/known/starts";
import { enoughRequests, type TrafficOfParts, trafficSince, whyWorse } from "@/lib/server/known/traffic";
import { lookAtInstance } from "./looks";
import type { ApplyRoom } from "./room";
import { sendReload } from "./steps";
import type { ApplyRow, Drive } from "./store";
import { checksIn } from "./views";

/** Time between two checks (ms). */
export const LOOK_EVERY = 1_000;
/**
 * How many consecutive checks must succeed. One is not enough, because a crashing instance may respond between two
 * crashes.
 */
const enough = 2;
/** The longest time (ms) for which a healthy instance is watched for failing requests. */
const longestWatch = 15_000;
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
 * the deadline. Ignores parts that were already down before the apply.
 * @param etag the applied version, or the version that the rollback wrote
 */
export async function waitUntilHealthy(drive: Drive, row: ApplyRow, etag: string): Promise<Waited> {
  const { room } = drive;
  const { clock, instance, known } = room;
  const version = await versionOf(room, row, etag);
  const settings = await known.versions.settingsOf(version);
  const before = checksIn(row.baseline);
  const startedAt = clock.elapsed();
  let { deadline } = await beginWait(drive, row);
  const isAsked = row.state === "confirming" || row.state === "asking";
  const isByRestart = isRestart({ way: row.way as ReloadWay });
  const processes = isAsked && isByRestart ? ((await known.running())?.process ?? null) : null;
  const usual = row.state === "confirming" ? (JSON.parse(row.usual) as TrafficOfParts) : {};
  const counted = Object.keys(usual) as ProcessPart[];
  /** How long (ms) a healthy instance is watched for failing requests, unless enough requests succeed before. */
  const watchedMs = Math.min(longestWatch, room.env.instanceHealthTimeout / 3);
  let goodSince: number | null = null;
  let isJudged = false;
  let good = 0;
  let isStartedAgain = false;
  let running: readonly ProcessPart[] = [];
  let last = checksIn(row.checks);
  for (;;) {
    const lookStartedAt = clock.elapsed();
    const results = await lookUntil(drive, deadline, async (signal) => {
      const [looked, starts] = await Promise.all([
        lookAtInstance(room, version, signal),
        processes ? instance.starts(settings, signal) : {},
      ]);
      running = stillRunning(processes ?? {}, starts);
      const traffic = counted.length > 0 ? await instance.traffic(settings, signal) : {};
      isJudged = counted.every((part) => {
        const now = traffic[part];
        return now !== undefined && trafficSince(usual[part]!, now).requests >= enoughRequests;
      });
      const parts = markedWorse(markedRestarts(looked, processes, starts), usual, traffic);
      // The client probes need all parts, so they run only if every part responds.
      const isUp = failedChecks(judged(drive, parts, { known: last, before, running })).length === 0;
      return isUp ? [...parts, ...(await instance.client(settings, last, signal))] : parts;
    });
    // If the deadline interrupted a check soon after it began, use the results of the previous check.
    const isCut = results === null && clock.elapsed() - lookStartedAt < isSilence && last.length > 0;
    const checks = isCut ? last : judged(drive, results ?? [noAnswer], { known: last, before, running });
    const isHealthy = failedChecks(checks).length === 0;
    if (!isCut) good = isHealthy ? good + 1 : 0;
    goodSince = isHealthy ? (goodSince ?? lookStartedAt) : null;
    const isWatched = isJudged || (goodSince !== null && clock.elapsed() - goodSince >= watchedMs);
    last = checks;
    const { answer } = await drive.renew(row.id);
    await drive.advance(row.id, { checks: JSON.stringify(checks) });
    if (isAsked && (answer === "keep" || answer === "roll-back")) return { kind: "answered", answer };
    if (good >= enough && (isWatched || clock.elapsed() >= deadline)) return { kind: "healthy" };
    if (results === null || clock.elapsed() >= deadline) {
      const isVital = failedChecks(checks).some(({ name }) => vital.includes(name));
      return { kind: "late", isVital, reason: reasonOf(room, checks) };
    }
    // A process that started while another one was writing the file has ended. It may start now. A process that starts
    // slowly looks the same, so the second start gets the whole time again.
    const isOver = clock.elapsed() - startedAt >= (deadline - startedAt) / 3;
    if (row.state === "confirming" && isByRestart && !isStartedAgain && isOver && hasEnded(checks)) {
      isStartedAgain = true;
      await sendReload(drive, await drive.renew(row.id));
      ({ deadline } = await beginWait(drive, { ...row, deadline: null }));
    }
    await clock.wait(Math.min(drive.lookEvery, Math.max(1, deadline - clock.elapsed())));
  }
}

const markedWorse = (
  results: readonly ApplyCheck[],
  usual: TrafficOfParts,
  now: TrafficOfParts,
): ApplyCheck[] =>
  results.map((check) => {
    const [before, after] = isProcess(check.name) ? [usual[check.name], now[check.name]] : [];
    const reason = check.isUp && before && after ? whyWorse(before, trafficSince(before, after)) : null;
    return reason === null ? check : { ...check, isUp: false, reason };
  });

const hasEnded = (checks: readonly ApplyCheck[]): boolean =>
  checks.some(({ name, reason }) => name === "api" && reason === NOT_LISTENING);

/** @returns null if nobody has decided by the deadline */
export async function waitForAnswer(
  drive: Drive,
  row: ApplyRow,
  longest = drive.room.env.instanceHealthTimeout,
): Promise<ApplyAnswer | null> {
  const { clock } = drive.room;
  const { deadline } = await beginWait(drive, row, longest);
  for (;;) {
    const { answer } = await drive.renew(row.id);
    if (answer !== null) return answer as ApplyAnswer;
    if (clock.elapsed() >= deadline) return null;
    await clock.wait(Math.min(drive.lookEvery, Math.max(1, deadline - clock.elapsed())));
  }
}

async function beginWait(
  drive: Drive,
  row: ApplyRow,
  longest = drive.room.env.instanceHealthTimeout,
): Promise<{ deadline: number }> {
  const { clock } = drive.room;
  const timeLeft = row.deadline === null ? longest : Math.max(atLeast, row.deadline - clock.now());
  const time = Math.min(timeLeft, longest);
  await drive.advance(row.id, { deadline: clock.now() + time });
  // Not in wall-clock time, because a correction of the clock must not cause a rollback.
  return { deadline: clock.elapsed() + time };
}

interface Earlier {
  known: readonly ApplyCheck[];
  before: readonly ApplyCheck[];
  /** Parts that report the same start as before, so a closed connection does not mean a restart. */
  running: readonly CheckName[];
}

const isProcess = (name: CheckName): name is ProcessPart =>
  (processParts as readonly CheckName[]).includes(name);

/**
 * Marks the parts whose process has restarted. If the API's process is still the one from before the restart, the
 * version cannot be in use.
 */
function markedRestarts(
  results: readonly ApplyCheck[],
  before: ProcessStarts | null,
  now: ProcessStarts,
): ApplyCheck[] {
  if (before === null) return [...results];
  const isOld = stillRunning(before, now).includes("api");
  return results.map((check): ApplyCheck => {
    if (check.name === "pending" && isOld && check.isUp)
      return {
        name: "pending",
        isUp: false,
        reason: "The API's process has not restarted since the command. Check that the command restarts it.",
      };
    return isProcess(check.name) && isNewStart(before[check.name], now[check.name])
      ? { ...check, hasRestarted: true }
      : check;
  });
}

const stillRunning = (before: ProcessStarts, now: ProcessStarts): ProcessPart[] =>
  processParts.filter((part) => before[part] && now[part] && !isNewStart(before[part], now[part]));

function judged(
  drive: Drive,
  results: readonly ApplyCheck[],
  { known, before, running }: Earlier,
): ApplyCheck[] {
  const resultOf = (checks: readonly ApplyCheck[], name: CheckName) =>
    checks.find((check) => check.name === name);
  const ignored = ignoredParts(before);
  return results.map((check) => {
    const isIgnored = resultOf(ignored, check.name) !== undefined;
    const wasDown = resultOf(known, check.name)?.isUp === false && !isIgnored;
    const isRestarted =
      check.name !== "pending" &&
      !running.includes(check.name) &&
      (resultOf(known, check.name)?.hasRestarted === true || wasDown || drive.hasSeenEnd(check.name));
    return {
      ...check,
      ...(isIgnored && !check.isUp && { isIgnored }),
      ...(isRestarted && { hasRestarted: true }),
    };
  });
}

const noAnswer: ApplyCheck = { name: "api", isUp: false, reason: "No response. Check the instance's log." };

/** Returns null if the deadline passes first. @param deadline in the time of `clock.elapsed()` */
async function lookUntil(
  { room: { clock } }: Drive,
  deadline: number,
  lookOnce: (signal: AbortSignal) => Promise<ApplyCheck[]>,
): Promise<ApplyCheck[] | null> {
  const ending = new AbortController();
  const look = lookOnce(ending.signal);
  const late = clock.alarm(Math.max(0, deadline - clock.elapsed()), ending.signal).then(() => null);
  try {
    return await Promise.race([look, late]);
  } finally {
    ending.abort();
    // Nothing needs the result of an interrupted check, so ignore its errors.
    late.catch(() => undefined);
    look.catch(() => undefined);
  }
}

function nameOf(name: CheckName): string {
  if (isClientCheck(name)) return clientProbes[clientProbeOf(name)];
  return name === "pending" ? "Settings" : partLabels[name];
}

function reasonOf({ env }: ApplyRoom, checks: readonly ApplyCheck[]): string {
  const seconds = env.instanceHealthTimeout / 1_000;
  const failed = failedChecks(checks);
  if (failed.length === 0)
    return `The instance did not stay healthy for long enough within ${seconds} seconds.`;
  const said = failed.map(({ name, reason }) => `${nameOf(name)}: ${reason ?? "no response"}`);
  return [`The instance was not healthy after ${seconds} seconds.`, ...said].join("\n");
}

const versionOf = ({ known }: ApplyRoom, row: ApplyRow, etag: string): Promise<Buffer> =>
  etag === row.from_etag && row.from_content ? unpacked(row.from_content) : known.versions.bytesOf(etag);
