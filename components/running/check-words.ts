import {
  type CheckName,
  clientProbeOf,
  clientProbes,
  isClientCheck,
  type PartName,
} from "@/lib/shared/contract/values";

const parts: Readonly<Record<PartName | "pending", string>> = {
  api: "API answers",
  gateway: "Gateway sends Hello",
  cdn: "CDN answers",
  broker: "Message broker answers",
  mail: "Mail server answers",
  pending: "Uses the file's settings",
};

/** Returns a sentence that is true if the check succeeds. */
export const checkWords = (name: CheckName): string =>
  isClientCheck(name) ? clientProbes[clientProbeOf(name)] : parts[name];

const names: Readonly<Record<PartName, string>> = {
  api: "API",
  gateway: "gateway",
  cdn: "CDN",
  broker: "message broker",
  mail: "mail server",
};

/** Returns the subject of a sentence about the check, such as "The gateway". */
export const partWords = (name: CheckName): string =>
  name in names ? `The ${names[name as PartName]}` : checkWords(name);

export function timeWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)}\u00a0ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}\u00a0s`;
  return `${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
}
