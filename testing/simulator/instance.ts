import type { RunningInstance } from "@/lib/server/known";
import { readReported, type ReportedSettings } from "@/lib/server/known/compare";
import type { ProcessStart } from "@/lib/server/known/starts";
import { NOT_LISTENING } from "@/lib/server/checks/trail";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import type { Edition } from "@/lib/shared/settings/editions";
import type { VirtualClock } from "./clock";
import type { Process } from "./world";

const partNames = ["api", "gateway", "cdn"] as const;

function startOf(startedAt: number): ProcessStart {
  const reported = Math.round(startedAt / 1_000) * 1_000;
  return { reported, at: reported };
}

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
    const { hasToken: isWhole } = process.habits;
    const { general, limits } = process.config!;
    const text = JSON.stringify(isWhole ? process.config : { general, limits });
    if (last?.text !== text) last = { text, reported: readReported(edition, Buffer.from(text), { isWhole }) };
    return { reported: last.reported, isWhole };
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
      const { startedAt, gateway } = process;
      return { api: startOf(startedAt), ...(gateway && { gateway: startOf(gateway.startedAt) }) };
    },
    async parts() {
      await clock.wait(20);
      return partNames.map((name) => check(name, name === "cdn" ? process.hasCdn : process.isAnswering));
    },
    client: async () => [check("client:signed-in", process.isServing)],
  };
}
