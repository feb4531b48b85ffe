import "server-only";
import { Gauge } from "prom-client";
import { db } from "@/lib/server/db";
import { metricsRegistry } from "@/lib/server/door";
import { backupState } from "@/lib/server/monitor/backups";
import { newestCounts, readMeasured } from "@/lib/server/monitor";
import { processSingleton } from "@/lib/process-singleton";
import type { WatchAnswer } from "@/lib/shared/contract/watch";

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
      const { backup } = await backupState();
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
