import type { RunningInstance } from "@/lib/server/known";
import { readReported, type ReportedSettings } from "@/lib/server/known/compare";
import { NOT_LISTENING } from "@/lib/server/checks/trail";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import type { Edition } from "@/lib/shared/settings/editions";
import type { VirtualClock } from "./clock";
import type { Process } from "./world";

const partNames = ["api", "gateway", "cdn"] as const;

/** What the panel can ask of the simulated process. */
export function simulatedInstance(process: Process, clock: VirtualClock, edition: Edition): RunningInstance {
  const check = (name: ApplyCheck["name"], isUp: boolean): ApplyCheck => ({
    name,
    isUp,
    ...(!isUp && { reason: process.isUp ? "It does not answer." : NOT_LISTENING }),
  });
  let last: { text: string; reported: ReportedSettings | null } | null = null;
  const report = async () => {
    if (!process.isUp) return { reported: null, isWhole: false };
    const text = JSON.stringify(process.config);
    if (last?.text !== text) last = { text, reported: readReported(edition, Buffer.from(text)) };
    return { reported: last.reported, isWhole: true };
  };
  return {
    isConnected: () => true,
    report,
    sharedReport: report,
    forgetReport: () => undefined,
    watch: async () => ({ hasSeenEnd: () => false, close: () => undefined }),
    version: async () => null,
    exposedMetrics: async () => [],
    traffic: async () => ({}),
    async starts() {
      if (!process.habits.hasMetrics || !process.isUp) return {};
      const reported = Math.round(process.startedAt / 1_000) * 1_000;
      return { api: { reported, at: reported } };
    },
    async parts() {
      await clock.wait(20);
      return partNames.map((name) => check(name, name === "cdn" ? process.hasCdn : process.isAnswering));
    },
    client: async () => [check("client:signed-in", process.isServing)],
  };
}
