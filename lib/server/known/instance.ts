import "server-only";
import * as z from "zod/mini";
import type { Clock } from "@/lib/clock";
import type { Reach } from "@/lib/panel-settings";
import type { ApplyCheck, ServerVersion } from "@/lib/shared/contract/running";
import type { CheckName } from "@/lib/shared/contract/values";
import { parsedJson } from "@/lib/shared/json/value";
import { editions } from "@/lib/shared/settings/editions";
import type { Settings } from "@/lib/shared/settings/values";
import { clientProbesOf, probesOf } from "@/lib/server/checks/probes";
import { ask } from "./ask";
import { Connections } from "./connections";
import { createReports, type InstanceReport, type ReportDeps } from "./report";
import { exposedMetrics, fetchStarts, fetchTraffic, type ProcessStarts } from "./starts";
import type { TrafficOfParts } from "./traffic";

/** Everything that the panel can ask of the running instance. The simulator has another implementation. */
export interface RunningInstance {
  /** Whether the instance's API is known. If not, only its parts can be probed. */
  isConnected(): boolean;
  report(signal?: AbortSignal): Promise<InstanceReport>;
  /** A report that is at most three seconds old. */
  sharedReport(): Promise<InstanceReport>;
  forgetReport(): void;
  starts(settings: Settings, signal: AbortSignal): Promise<ProcessStarts>;
  traffic(settings: Settings, signal: AbortSignal): Promise<TrafficOfParts>;
  exposedMetrics(settings: Settings, signal: AbortSignal): Promise<string[]>;
  /** Probes every part that has an address in the settings. Does not throw if a probe fails. */
  parts(settings: Settings, signal: AbortSignal): Promise<ApplyCheck[]>;
  /**
   * Acts as a client. Does not throw if a probe fails.
   * @param known earlier results; successful probes, and probes that leave traces, are not repeated
   */
  client(settings: Settings, known: readonly ApplyCheck[], signal: AbortSignal): Promise<ApplyCheck[]>;
  version(settings: Settings, signal: AbortSignal): Promise<ServerVersion | null>;
  /** Holds a connection to each part, to notice when its process ends. */
  watch(settings: Settings): Promise<Pick<Connections, "hasSeenEnd" | "close">>;
}

/** These probes leave a message or a file behind, so each runs only once per apply. */
export const leavesTraces: readonly CheckName[] = ["client:upload", "client:mail"];

export interface InstanceDeps extends ReportDeps {
  env: ReportDeps["env"] & Reach;
  clock: Clock;
}

export const serverVersion = z.object({
  implementation: z.string().check(z.maxLength(100)),
  version: z.object({
    rev: z.nullable(z.string().check(z.maxLength(100))),
    lastModified: z.nullish(z.number()),
  }),
});

export function createRunningInstance(deps: InstanceDeps): RunningInstance {
  const { env, clock } = deps;
  const reports = createReports(deps);
  return {
    isConnected: () => env.instanceApiUrl !== undefined,
    report: (signal) => reports.read(signal),
    sharedReport: () => reports.shared(),
    forgetReport: () => reports.forget(),
    watch: (settings) => Connections.open(settings, env),
    starts: (settings, signal) => fetchStarts(settings, { env, clock, signal }),
    traffic: (settings, signal) => fetchTraffic(settings, { env, clock, signal }),
    exposedMetrics: (settings, signal) => exposedMetrics(settings, { env, clock, signal }),

    parts: (settings, signal) =>
      Promise.all(
        probesOf(settings, env).map(async ({ name, run }): Promise<ApplyCheck> => {
          const { isUp, ms, reason } = await run(signal);
          return { name, isUp, ...(ms !== null && { ms }), reason };
        }),
      ),

    client: (settings, known, signal) =>
      Promise.all(
        clientProbesOf(settings, env).map(async (probe): Promise<ApplyCheck> => {
          const name: CheckName = `client:${probe.name}`;
          const before = known.find((check) => check.name === name);
          if (before && (before.isUp || leavesTraces.includes(name))) return before;
          const { ok, ms, message } = await probe.run(signal);
          return { name, isUp: ok, ...(ok ? { ms } : { reason: message }) };
        }),
      ),

    async version({ edition }, signal) {
      // A file that shows no spelling counts as the specification's, so the instance may be of another edition.
      const path =
        edition.versionPath ?? editions().find(({ versionPath }) => versionPath !== null)?.versionPath;
      if (path == null || env.instanceApiUrl === undefined) return null;
      const answer = await ask(new URL(path, env.instanceApiUrl).href, { env, signal });
      const parsed = serverVersion.safeParse(
        answer?.status === 200 ? parsedJson(answer.bytes.toString()) : null,
      );
      if (!parsed.success) return null;
      const { rev, lastModified } = parsed.data.version;
      const date = lastModified == null ? Number.NaN : lastModified * 1000;
      return {
        implementation: parsed.data.implementation,
        rev,
        date: Number.isFinite(date) && Math.abs(date) < 8.64e15 ? new Date(date).toISOString() : null,
      };
    },
  };
}
