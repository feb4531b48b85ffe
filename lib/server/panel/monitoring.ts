import "server-only";
import { Gauge, type Registry } from "prom-client";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Logger } from "pino";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { type PanelSettings, reachOf } from "@/lib/panel-settings";
import type { Applies } from "@/lib/server/apply";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { Traffic } from "@/lib/server/http/door";
import { countDirectory, type Instances } from "@/lib/server/instance";
import type { Known } from "@/lib/server/known";
import {
  isRecent,
  type Look,
  Monitor,
  newestCounts,
  readMeasured,
  readParts,
  recentFor,
  type Sample,
  statusOf,
} from "@/lib/server/monitor";
import type { Backups } from "@/lib/server/monitor/backup/backups";
import type { BackupSchedules } from "@/lib/server/monitor/backup/schedule";
import { type Notifier, readyChannels } from "@/lib/server/monitor/notify";
import { notifyOfLook, notifyOfUndone } from "@/lib/server/monitor/notify/triggers";
import type {
  CountName,
  InstanceStatus,
  OwnName,
  VersionMark,
  WatchAnswer,
  WatchRange,
} from "@/lib/shared/contract/watch";

const prefix = "instance_admin_instance";

interface MonitoringDeps {
  env: Env;
  db: Db;
  log: Logger;
  traffic: Traffic;
  config: ConfigFile;
  panelSettings: PanelSettings;
  instances: Instances;
  known: Known;
  applies: Applies;
  notifier: Notifier;
  backups: Backups;
  schedule: BackupSchedules;
}

export type Monitoring = ReturnType<typeof createMonitoring>;

export function createMonitoring(deps: MonitoringDeps) {
  const {
    env,
    db,
    log,
    config,
    panelSettings,
    instances,
    known,
    applies,
    notifier,
    backups,
    schedule,
    traffic,
  } = deps;
  const watch = { db, fileId: () => config.id() };
  const interval = env.watchInterval;
  const byHand = new RateLimiterMemory({ keyPrefix: "monitor", points: 10, duration: 60 });

  const monitor =
    interval === 0
      ? null
      : new Monitor({
          db,
          log,
          fileId: () => config.id(),
          settings: () => config.settings(),
          reach: () => reachOf(env, panelSettings),
          every: interval * 1000,
          restarts: (since) => applies.restartsSince(since),
          ownCounts: () => countDirectory(db),
          ownFigures: () =>
            Object.entries(traffic.takeTally()).map(([series, value]): Sample => ({
              series: series as OwnName,
              value: value as number,
            })),
          onLook(look) {
            void notifyOfLook(look, { notifier, log });
            void learnFrom(look);
          },
        });

  /** Updates what the panel knows about the running version, whether or not a page is open. Never throws. */
  async function learnFrom({ parts }: Look): Promise<void> {
    const checks = parts.map(({ name, result: { isUp, ms, reason } }) => ({
      name,
      isUp,
      ...(ms !== null && { ms }),
      ...(reason !== undefined && { reason }),
    }));
    await known
      .observe({ parts: checks })
      .catch((err: unknown) => log.warn({ err }, "the running version could not be determined"));
    await known
      .noteServer()
      .catch((err: unknown) => log.warn({ err }, "the server's version could not be stored"));
  }

  async function askNow(url: string) {
    const { answers, reason = null, checkedAt } = await instances.upstream.health.state(url);
    const at = Date.parse(checkedAt);
    const failure = answers ? { failures: 0, failed_since: null } : { failures: 1, failed_since: at };
    return { name: "api", ...failure, reason, ms: null, at };
  }

  /** Returns the stored versions that the instance was confirmed to have loaded since this time. */
  async function loadedSince(since: number): Promise<VersionMark[]> {
    return (await applies.since(since)).flatMap(({ at, version, result }) =>
      version !== null && result === "confirmed" ? [{ at, number: version }] : [],
    );
  }

  /** The result of one read, which all gauges of a scrape share. */
  let reading: ReturnType<typeof readMeasured> | undefined;
  const measured = () => (reading ??= readMeasured(watch, "24h").finally(() => (reading = undefined)));

  let stopListening = (): void => undefined;

  return {
    async start(): Promise<void> {
      notifier.start();
      // What was measured before or during an apply shows nothing about the instance after it.
      stopListening = applies.onEnded(() => void monitor?.sampleOnce({ now: true }));
      const onUndone = notifyOfUndone({ notifier, log });
      config.watch((event) => void onUndone(event));
      monitor?.start();
      await schedule.start();
    },

    async stop(): Promise<void> {
      stopListening();
      await monitor?.stop();
      // A check for a due backup may start a backup.
      await schedule.stop();
      await backups.stop();
    },

    async watchAnswer(range: WatchRange): Promise<WatchAnswer> {
      const { instanceApiUrl, channels } = panelSettings;
      const at = Date.now();
      const [figures, backupState] = await Promise.all([readMeasured(watch, range, at), backups.state()]);
      const since = figures.line.from;
      // The panel's own users and guilds are counted now, because the last sample may be older than the setup.
      const counts: Partial<Record<CountName, number>> =
        instanceApiUrl === undefined ? await countDirectory(db) : {};
      const list = figures.counts.list.map((count) => {
        const now = counts[count.name];
        return now === undefined ? count : { ...count, now, at };
      });
      return {
        at,
        interval,
        isLocal: instanceApiUrl === undefined,
        ...figures,
        counts: { ...figures.counts, list },
        marks: await loadedSince(since),
        restarts: await applies.restartsSince(since),
        ...backupState,
        notifies: readyChannels(channels).length > 0,
      };
    },

    async readStatus(): Promise<InstanceStatus> {
      const at = Date.now();
      const url = instances.upstream.api();
      return statusOf({
        parts: interval > 0 ? await readParts(watch) : url === null ? [] : [await askNow(url)],
        restarts: await applies.restartsSince(at - recentFor(interval)),
        interval,
        isLocal: url === null && !panelSettings.isModeOpen,
        at,
      });
    },

    /**
     * Takes a sample now.
     * @throws AppError `conflict` if monitoring is off; `rate-limited`; `unavailable` if the sample could not be stored
     */
    async checkNow(): Promise<void> {
      if (!monitor)
        throw new AppError(
          "conflict",
          "Monitoring is off, because WATCH_INTERVAL is 0. Remove the variable and restart the panel.",
        );
      await byHand.consume("panel").catch(() => {
        throw new AppError("rate-limited", "At most 10 checks a minute. Try again in a minute.", {
          details: { retryAfter: 60 },
        });
      });
      if (!(await monitor.sampleOnce({ now: true })))
        throw new AppError(
          "unavailable",
          "The result could not be stored. Check the panel's log for the cause, then try again.",
        );
    },

    /**
     * Each scrape reads them from the database, so that all replicas return the same values. The metrics are
     * missing if the database is unavailable.
     */
    registerMetrics(registry: Registry): void {
      const registers = [registry];
      const gauge = (
        name: string,
        help: string,
        labelNames: string[],
        set: (gauge: Gauge) => Promise<void>,
      ) =>
        new Gauge({
          name: `${prefix}_${name}`,
          help,
          labelNames,
          registers,
          async collect() {
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
        gauge(name, help, ["part"], async (series) => {
          for (const part of (await measured()).parts) {
            const value = valueOf(part);
            if (value !== null) series.set({ part: part.name }, value);
          }
        });
      const isNow = ({ at }: { at: number }) => isRecent(at, interval, Date.now());
      perPart("up", "Whether a part of the instance responded to the last probe.", (part) =>
        isNow(part) ? Number(part.isUp) : null,
      );
      perPart("response_seconds", "Median response time of the last five minutes.", (part) =>
        part.ms === null || !isNow(part) ? null : part.ms / 1000,
      );
      perPart(
        "certificate_days",
        "Days until the certificate expires.",
        ({ certificateDays }) => certificateDays,
      );
      perPart("probed_timestamp_seconds", "When a part was last probed.", ({ at }) => at / 1000);
      perPart("uptime_day_ratio", "Share of successful probes in 24 hours.", ({ uptime }) => uptime.day);
      perPart("uptime_month_ratio", "Share of successful probes in 30 days.", ({ uptime }) => uptime.month);
      gauge("count", "Users, guilds and messages of the instance.", ["of"], async (series) => {
        for (const [of, count] of Object.entries(await newestCounts(watch))) series.set({ of }, count);
      });
      gauge("panel_answers", "Requests that the panel served in 24 hours.", ["kind"], async (series) => {
        for (const [kind, count] of Object.entries((await measured()).own.total)) series.set({ kind }, count);
      });
      gauge("backup_timestamp_seconds", "When the last backup was made.", [], async (series) => {
        const { backup } = await backups.state();
        if (backup) series.set(backup.at / 1000);
      });
    },
  };
}
