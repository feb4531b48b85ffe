import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import {
  type InstanceStatus,
  type OwnName,
  type VersionMark,
  type WatchAnswer,
  type WatchRange,
} from "@/lib/shared/contract/watch";
import { configFile } from "@/lib/server/config-file";
import { db, stopBeforeClose } from "@/lib/server/db";
import { metricsRegistry, takeTally } from "@/lib/server/door";
import { countDirectory, instances } from "@/lib/server/instance";
import { applies as appliesRoom, known, theNotifier } from "./rooms";
import { readyChannels } from "@/lib/server/monitor/notify";
import { notifyOfLook, notifyOfUndone } from "@/lib/server/monitor/notify/triggers";
import {
  type Look,
  Monitor,
  newestCounts,
  readMeasured,
  readParts,
  type Sample,
  statusOf,
} from "@/lib/server/monitor";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { theBackups } from "./backups";
import { Gauge } from "prom-client";
import { panelSettings, reachOf } from "@/lib/panel-settings";

/** Returns this process's monitor. Null if WATCH_INTERVAL is 0. */
function monitor(): Monitor | null {
  const { watchInterval } = env();
  if (watchInterval === 0) return null;
  return processSingleton("monitor", () => {
    const made = new Monitor({
      db: db(),
      log: log(),
      fileId: () => configFile().id(),
      settings: () => configFile().settings(),
      reach: () => reachOf(env(), panelSettings()),
      every: watchInterval * 1000,
      restarts: (since) => appliesRoom().restartsSince(since),
      ownCounts: () => countDirectory(db()),
      ownFigures: () =>
        Object.entries(takeTally()).map(([series, value]): Sample => ({
          series: series as OwnName,
          value: value as number,
        })),
      onLook(look) {
        void notifyOfLook(look, { notifier: theNotifier(), log: log() });
        void learnFrom(look);
      },
    });
    stopBeforeClose(() => made.stop());
    return made;
  });
}

/** Updates what the panel knows about the running version, whether or not a page is open. Never throws. */
async function learnFrom({ parts }: Look): Promise<void> {
  const checks = parts.map(({ name, result: { isUp, ms, reason } }) => ({
    name,
    isUp,
    ...(ms !== null && { ms }),
    ...(reason !== undefined && { reason }),
  }));
  await known()
    .observe({ parts: checks })
    .catch((err: unknown) => log().warn({ err }, "the running version could not be determined"));
}

/** Starts monitoring, notifications and scheduled backups. */
export async function startMonitoring(): Promise<void> {
  if (env().metricsToken !== undefined) registerMonitorMetrics();
  startNotifications();
  monitor()?.start();
  await theBackups().schedule.start();
}

function startNotifications(): void {
  const notifier = theNotifier();
  notifier.start();
  const undone = notifyOfUndone({ notifier, log: log() });
  processSingleton("notify-of-undone", () => configFile().watch((event) => void undone(event)));
}

export async function watchAnswer(range: WatchRange): Promise<WatchAnswer> {
  const { instanceApiUrl, channels } = panelSettings();
  const { watchInterval } = env();
  const at = Date.now();
  const [measured, backups] = await Promise.all([
    readMeasured(db(), range, at),
    theBackups().backups.state(),
  ]);
  const since = measured.line.from;
  return {
    at,
    interval: watchInterval,
    isLocal: instanceApiUrl === undefined,
    ...measured,
    marks: await takenOver(since),
    restarts: await appliesRoom().restartsSince(since),
    ...backups,
    notifies: readyChannels(channels).length > 0,
  };
}

/** Returns the state of the instance. Everything in the panel that shows a state shows this one. */
export async function readStatus(): Promise<InstanceStatus> {
  const { watchInterval: interval } = env();
  const { isModeOpen } = panelSettings();
  const at = Date.now();
  const url = instances().upstream.api();
  const [restart] = (await appliesRoom().restartsSince(at)).filter(({ to }) => to === null);
  return statusOf({
    parts: interval > 0 ? await readParts(db()) : url === null ? [] : [await askedNow(url)],
    restart,
    interval,
    isLocal: url === null && !isModeOpen,
    at,
  });
}

/** Asks the instance itself, because nothing is stored while monitoring is off. */
async function askedNow(url: string) {
  const { answers, reason = null, checkedAt } = await instances().upstream.health.state(url);
  const at = Date.parse(checkedAt);
  const failure = answers ? { failures: 0, failed_since: null } : { failures: 1, failed_since: at };
  return { name: "api", ...failure, reason, ms: null, at };
}

/** Returns the stored versions that the instance has loaded since this time. */
async function takenOver(since: number): Promise<VersionMark[]> {
  const applies = await appliesRoom().since(since);
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

const prefix = "instance_admin_instance";

/**
 * Registers the monitoring results at `GET /api/metrics`. Each scrape reads them from the database, so that all
 * replicas return the same values. The metrics are missing if the database is unavailable.
 */
export function registerMonitorMetrics(): void {
  processSingleton("monitor-metrics", () => {
    const registers = [metricsRegistry()];
    const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge) => Promise<void>) =>
      new Gauge({
        name: `${prefix}_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          // For a gauge without labels, `reset` would set the value to 0.
          if (labelNames.length > 0) this.reset();
          else this.remove();
          // If one source is unavailable, the other metrics are still returned.
          await set(this).catch(() => undefined);
        },
      });
    const perPart = (
      name: string,
      help: string,
      valueOf: (part: WatchAnswer["parts"][number]) => number | null,
    ) =>
      gauge(name, help, ["part"], async (own) => {
        for (const part of (await measured()).parts) {
          const value = valueOf(part);
          if (value !== null) own.set({ part: part.name }, value);
        }
      });
    perPart("up", "Whether a part of the instance responded to the last probe.", ({ isUp }) => Number(isUp));
    perPart("response_seconds", "Median response time of the last five minutes.", ({ ms }) =>
      ms === null ? null : ms / 1000,
    );
    perPart(
      "certificate_days",
      "Days until the certificate expires.",
      ({ certificateDays }) => certificateDays,
    );
    perPart("probed_timestamp_seconds", "When a part was last probed.", ({ at }) => at / 1000);
    perPart("uptime_day_ratio", "Share of successful probes in 24 hours.", ({ uptime }) => uptime.day);
    perPart("uptime_month_ratio", "Share of successful probes in 30 days.", ({ uptime }) => uptime.month);
    gauge("count", "Users, guilds and messages of the instance.", ["of"], async (own) => {
      for (const [of, count] of Object.entries(await newestCounts(db()))) own.set({ of }, count);
    });
    gauge("panel_answers", "Requests that the panel served in 24 hours.", ["kind"], async (own) => {
      for (const [kind, count] of Object.entries((await measured()).own.total)) own.set({ kind }, count);
    });
    gauge("backup_timestamp_seconds", "When the last backup was made.", [], async (own) => {
      const { backup } = await theBackups().backups.state();
      if (backup) own.set(backup.at / 1000);
    });
    return registers;
  });
}

/** The result of one read, which all gauges of a scrape share. */
let reading: ReturnType<typeof readMeasured> | undefined;

function measured(): ReturnType<typeof readMeasured> {
  return (reading ??= readMeasured(db(), "24h").finally(() => (reading = undefined)));
}
