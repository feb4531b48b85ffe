import "server-only";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { OfferedWay, PendingSetting, RunningReport } from "@/lib/shared/contract/running";
import { env, isRestart, type Reload } from "@/lib/env";
import type { Db } from "@/lib/server/db";
import { runningVersions } from "./running-versions";
import { activeApply, type ApplyRow, lastApply } from "./store";
import { viewOf } from "./applies";
import { recordKnownVersion, knownVersion, type KnownVersion, loadedBy } from "./known-version";
import { readPlan } from "./plan-store";
import { forgetReport, type InstanceReport, sharedReport } from "./instance-report";
import { panelSettings } from "@/lib/panel-settings";

/**
 * Returns the pending settings of the running instance, and the state of the current apply. Does not throw if the
 * instance is unavailable.
 */
export async function readRunning(db: Db): Promise<RunningReport> {
  const { instanceApiUrl } = panelSettings();
  const { instanceReload, instanceHealthTimeout } = env();
  const [report, stored, apply] = await Promise.all([
    instanceApiUrl === undefined ? null : sharedReport(),
    knownVersion(db),
    lastApply(db),
  ]);
  const known = stored ?? (await foundInHistory(db, report));
  const isLocal = report === null && known === null && instanceReload.length === 0;
  const compared = await runningVersions.compare(report?.reported ?? null, known);
  const { etag, settings } = compared;
  const current = await learn(db, { report, known, last: apply, ...compared });
  const ways = offeredWays(instanceReload, settings);
  const gentlest = gentlestWay(ways);
  return {
    state: report?.reported ? "told" : isLocal ? "local" : "unknown",
    etag,
    settings,
    isWhole: report?.isWhole ?? false,
    ...(report?.reason !== undefined && { reason: report.reason }),
    unknownSince: isLocal ? null : await unknownSince(current, report, settings),
    known: current && { etag: current.etag, at: new Date(current.at).toISOString(), by: current.by },
    ways,
    reload: gentlest?.way ?? null,
    ...(gentlest?.command !== undefined && { command: gentlest.command }),
    healthSeconds: instanceHealthTimeout / 1_000,
    seemsUnread: seemsUnread(report, current, settings),
    plan: await readPlan(db),
    apply: apply ? viewOf(apply) : null,
  };
}

/**
 * If at least this many values differ, the instance probably reads another file. Fewer differences may be
 * pending changes.
 */
const MANY = 3;

/**
 * Whether the instance probably reads another file: it reports several values that neither this file nor any stored
 * version has.
 */
const seemsUnread = (
  report: InstanceReport | null,
  known: KnownVersion | null,
  settings: readonly PendingSetting[],
): boolean =>
  report?.reported != null &&
  known === null &&
  settings.filter(({ state }) => state === "pending").length >= MANY;

/**
 * Returns the newest stored version that matches the instance's report. Called if the panel does not know which
 * version the instance runs.
 */
async function foundInHistory(db: Db, report: InstanceReport | null): Promise<KnownVersion | null> {
  if (!report?.reported || (await activeApply(db))) return null;
  const version = await runningVersions.find(report.reported);
  if (!version) return null;
  await recordKnownVersion(db, version, { by: "told", loaded: "unknown" });
  return { ...version, by: "told", startedBytes: null, at: Date.now() };
}

interface Found {
  report: InstanceReport | null;
  known: KnownVersion | null;
  last: ApplyRow | undefined;
  etag: string;
  isRead: boolean;
}

/**
 * If the instance reports the file's values, records that the instance runs the file's version. Does nothing during an
 * apply, because the applied version may still fail.
 */
async function learn(db: Db, { report, known, last, etag, isRead }: Found): Promise<KnownVersion | null> {
  if (!report?.reported || known?.etag === etag) return known;
  if (!isRead || (await activeApply(db))) return known;
  const version = await runningVersions.now().catch(() => null);
  if (version?.etag !== etag) return known;
  await recordKnownVersion(db, version, {
    by: "told",
    loaded: last?.etag === etag ? loadedBy(last) : "unknown",
  });
  return knownVersion(db);
}

async function unknownSince(
  known: KnownVersion | null,
  report: InstanceReport | null,
  settings: readonly PendingSetting[],
): Promise<string | null> {
  if (report?.reported && !settings.some(({ state }) => state === "unknown")) return null;
  if (known === null) return null;
  return settings.length === 0 ? null : runningVersions.changedAfter(known.etag);
}

/**
 * Records an operator's statement that the instance was restarted and runs the current file.
 * @throws AppError `config-unusable`
 */
export async function markRestarted(db: Db): Promise<RunningReport> {
  await recordKnownVersion(db, await runningVersions.now(), { by: "marked", loaded: "at start" });
  forgetReport();
  return readRunning(db);
}

/**
 * Returns the ways to apply the file, with the settings that each way would leave pending.
 * @param ways the ways of INSTANCE_RELOAD, least disruptive first
 */
export const offeredWays = (ways: readonly Reload[], settings: readonly PendingSetting[]): OfferedWay[] =>
  ways.map((way) => ({
    way: way.way,
    ...(way.way === "command" && { command: way.command.join(" ") }),
    isRestart: isRestart(way),
    leaves: isRestart(way)
      ? []
      : settings
          .filter(({ state, needs }) => state !== "environment" && needs === "restart")
          .map(({ path }) => path),
  }));
