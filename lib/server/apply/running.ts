import "server-only";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { OfferedWay, PendingSetting, RunningReport } from "@/lib/shared/contract/running";
import { isRestart, type Reload } from "@/lib/env";
import type { Observation } from "@/lib/server/known";
import { oldestStart } from "@/lib/server/known/starts";
import type { ApplyRoom } from "./room";
import { lastApply } from "./store";
import { viewOf } from "./views";
import { readPlan } from "./plan-store";

/** Does not throw if the instance is unavailable. */
export async function readRunning(room: ApplyRoom): Promise<RunningReport> {
  const { known, reload, env, clock } = room;
  const [observation, apply, server] = await Promise.all([known.observe(), lastApply(room), known.server()]);
  const { report, known: current, starts } = observation;
  const isLocal = report === null && current === null && reload.ways().length === 0;
  const [{ etag, settings }, target, { file, version, problems }] = await Promise.all([
    known.compare(report?.reported ?? null, current),
    known.target(),
    room.config.read(),
  ]);
  const reason = version
    ? report?.reason
    : `Fix the configuration file before the instance restarts. ${problems[0]?.message ?? ""}`;
  const inFile = await room.config.settings().catch(() => null);
  const ways = offeredWays(reload.ways(), settings, inFile && reload.problem("broker", inFile));
  const gentlest = gentlestWay(ways);
  const start = oldestStart(starts);
  return {
    state: version && report?.reported ? "told" : isLocal ? "local" : "unknown",
    etag,
    settings,
    isWhole: report?.isWhole ?? false,
    reason,
    unknownSince: isLocal
      ? null
      : !version && file.kind === "present"
        ? file.stat.mtime.toISOString()
        : await unknownSince(room, observation, settings),
    known: current && {
      etag: current.etag,
      at: new Date(current.at).toISOString(),
      by: current.by,
      works: current.claim === "works",
      claim: current.claim,
    },
    rollsBackTo:
      target === null || target.etag === etag
        ? null
        : {
            etag: target.etag,
            version: await known.versions.numberOf(target.etag),
            at: new Date(target.at).toISOString(),
          },
    startedAt: start === null ? null : new Date(start).toISOString(),
    server,
    upgrades: await known.upgrades(),
    exposedMetrics: [...known.exposedMetrics()],
    ways,
    reload: gentlest?.way ?? null,
    command: gentlest?.command,
    showsLog: room.instanceLog.isOn,
    healthSeconds: env.instanceHealthTimeout / 1_000,
    seemsUnread: seemsUnread(observation, settings),
    plan: await readPlan(room),
    apply: apply ? viewOf(apply, clock.now()) : null,
  };
}

/**
 * If at least this many values differ, the instance probably reads another file. Fewer differences may be
 * pending changes.
 */
const MANY = 3;

const seemsUnread = ({ known }: Observation, settings: readonly PendingSetting[]): boolean =>
  known === null && settings.filter(({ state }) => state === "pending").length >= MANY;

async function unknownSince(
  room: ApplyRoom,
  { known, report }: Observation,
  settings: readonly PendingSetting[],
): Promise<string | null> {
  if (report?.reported && !settings.some(({ state }) => state === "unknown")) return null;
  if (known === null) return null;
  return settings.length === 0 ? null : room.known.versions.changedAfter(known.etag);
}

/**
 * Returns the ways to apply the file, with the settings that each way would leave pending.
 * @param ways the ways of INSTANCE_RELOAD, least disruptive first
 * @param noBroker why the file cannot be reloaded through the broker; null if it can
 */
export const offeredWays = (
  ways: readonly Reload[],
  settings: readonly PendingSetting[],
  noBroker: string | null,
): OfferedWay[] =>
  ways.map((way) => ({
    way: way.way,
    ...(way.way === "broker" && noBroker !== null && { problem: noBroker }),
    ...(way.way === "command" && { command: way.command.join(" ") }),
    isRestart: isRestart(way),
    leaves: isRestart(way)
      ? []
      : settings
          .filter(({ state, needs }) => state !== "environment" && needs === "restart")
          .map(({ path }) => path),
  }));
