import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { OwnName, VersionMark, WatchAnswer, WatchRange } from "@/lib/shared/contract/watch";
import { configFile } from "@/lib/server/config-file";
import { db, stopBeforeClose } from "@/lib/server/db";
import { takeTally } from "@/lib/server/door";
import { countDirectory } from "@/lib/server/instance";
import { listApplies, listRestarts } from "@/lib/server/rollout";
import { backupState } from "@/lib/server/monitor/backups";
import { startNotifying } from "@/lib/server/monitor/notify";
import { notifyOfLook, notifyOfUndone } from "@/lib/server/monitor/notify/triggers";
import { readMeasured, type Sample, Monitor } from "@/lib/server/monitor";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { startSchedule } from "./backup-schedule";
import { registerMonitorMetrics } from "./monitor-metrics";

/** Returns this process's monitor. Null if WATCH_INTERVAL is 0. */
function monitor(): Monitor | null {
  const { watchInterval } = env();
  if (watchInterval === 0) return null;
  return processSingleton("monitor", () => {
    const made = new Monitor({
      db,
      settings: () => configFile().settings(),
      env: env(),
      every: watchInterval * 1000,
      restarts: (since) => listRestarts(db(), since),
      ownCounts: () => countDirectory(db()),
      ownFigures: () =>
        Object.entries(takeTally()).map(([series, value]): Sample => ({
          series: series as OwnName,
          value: value as number,
        })),
      onLook: (look) => void notifyOfLook(look),
    });
    stopBeforeClose(() => made.stop());
    return made;
  });
}

/** Starts monitoring, notifications and scheduled backups. */
export async function startMonitoring(): Promise<void> {
  if (env().metricsToken !== undefined) registerMonitorMetrics();
  startNotifications();
  monitor()?.start();
  await startSchedule();
}

export function startNotifications(): void {
  startNotifying();
  processSingleton("notify-of-undone", notifyOfUndone);
}

export async function watchAnswer(range: WatchRange): Promise<WatchAnswer> {
  const { watchInterval, instanceApiUrl, notifyUrl } = env();
  const at = Date.now();
  const [measured, backups] = await Promise.all([readMeasured(db(), range, at), backupState()]);
  const since = measured.line.from;
  return {
    at,
    interval: watchInterval,
    isLocal: instanceApiUrl === undefined,
    ...measured,
    marks: await takenOver(since),
    restarts: await listRestarts(db(), since),
    ...backups,
    notifies: notifyUrl !== undefined,
  };
}

/** Returns the stored versions that the instance has loaded since this time. */
async function takenOver(since: number): Promise<VersionMark[]> {
  const applies = await listApplies(db(), since);
  return applies.flatMap(({ at, version, result }) =>
    version !== null && (result === "confirmed" || result === "kept") ? [{ at, number: version }] : [],
  );
}

const byHand = () =>
  processSingleton(
    "monitor-by-hand",
    () => new RateLimiterMemory({ keyPrefix: "monitor", points: 10, duration: 60 }),
  );

/**
 * Takes a sample now.
 * @throws AppError `conflict` if monitoring is off; `rate-limited`; `unavailable` if the sample could not be stored
 */
export async function checkNow(): Promise<void> {
  const own = monitor();
  if (!own)
    throw new AppError(
      "conflict",
      "Monitoring is off, because WATCH_INTERVAL is 0. Remove the variable and restart the panel.",
    );
  await byHand()
    .consume("panel")
    .catch(() => {
      throw new AppError("rate-limited", "At most 10 checks a minute. Try again in a minute.", {
        details: { retryAfter: 60 },
      });
    });
  if (!(await own.sampleOnce({ now: true })))
    throw new AppError(
      "unavailable",
      "The result could not be stored. Check the panel's log for the cause, then try again.",
    );
}
