import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { OwnName, VersionMark, WatchAnswer, WatchRange } from "@/lib/shared/contract/watch";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { takeTally } from "@/lib/server/door";
import { countDirectory } from "@/lib/server/instance/local/directory-counts";
import { listApplies, listRestarts } from "@/lib/server/rollout";
import { lastBackup } from "@/lib/server/monitor/last-backup";
import { startNotifying, stopNotifying } from "@/lib/server/monitor/notify";
import { tellLook, tellUndone } from "@/lib/server/monitor/notify/tell";
import { readMeasured, type Sample, Watch } from "@/lib/server/monitor";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { registerWatchMetrics } from "./watch-metrics";

/** The watch of this process; null while WATCH_INTERVAL is 0. */
function watch(): Watch | null {
  const { watchInterval } = env();
  if (watchInterval === 0) return null;
  return processSingleton(
    "watch",
    () =>
      new Watch({
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
        onLook: (look) => void tellLook(look),
      }),
  );
}

/** From now on the running instance is watched, and people are told at NOTIFY_URL. */
export function startWatching(): void {
  if (env().metricsToken !== undefined) registerWatchMetrics();
  startNotifying();
  processSingleton("tell-undone", tellUndone);
  watch()?.start();
}

/** Ends both, before the database is closed. */
export async function stopWatching(): Promise<void> {
  await Promise.all([watch()?.stop(), stopNotifying()]);
}

/** All that the overview shows of the running instance. */
export async function watchAnswer(range: WatchRange): Promise<WatchAnswer> {
  const { watchInterval, instanceApiUrl, notifyUrl } = env();
  const at = Date.now();
  const [measured, backup] = await Promise.all([readMeasured(db(), range, at), lastBackup(env())]);
  const since = measured.line.from;
  return {
    at,
    interval: watchInterval,
    isLocal: instanceApiUrl === undefined,
    ...measured,
    marks: await takenOver(since),
    restarts: await listRestarts(db(), since),
    backup,
    notifies: notifyUrl !== undefined,
  };
}

/** The versions that the instance took over since then, as far as the history has them. */
async function takenOver(since: number): Promise<VersionMark[]> {
  const applies = await listApplies(db(), since);
  return applies.flatMap(({ at, version, result }) =>
    version !== null && (result === "confirmed" || result === "kept") ? [{ at, number: version }] : [],
  );
}

const byHand = () =>
  processSingleton(
    "watch-by-hand",
    () => new RateLimiterMemory({ keyPrefix: "watch", points: 10, duration: 60 }),
  );

/**
 * Probes the instance now.
 * @throws AppError `conflict` while it is not watched; `rate-limited`; `unavailable` when the sample was not kept
 */
export async function checkNow(): Promise<void> {
  const own = watch();
  if (!own)
    throw new AppError(
      "conflict",
      "Your instance is not watched: WATCH_INTERVAL is 0. Remove it and start the panel again.",
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
      "The result could not be kept. The panel's own log has the cause; try again.",
    );
}
