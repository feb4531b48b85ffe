import "server-only";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { readEdition, readSettings } from "@/lib/server/config-file";
import { runningVersions } from "./running-versions";
import { probesOf } from "@/lib/server/checks/probes";
import { askRunningNow } from "@/lib/server/rollout/told";

type ProbedName = Exclude<ApplyCheck["name"], "pending">;
const isWaitedFor = (name: string): name is ProbedName => ["api", "gateway", "cdn"].includes(name);

/**
 * Looks once whether the instance is up and runs with a version: API, gateway and CDN where they have an address, and what
 * it tells of its settings where it can be asked.
 * @param version whose settings it must run with
 */
export async function lookAtInstance(version: Buffer, signal: AbortSignal): Promise<ApplyCheck[]> {
  const probes = probesOf(await readSettings(), env());
  const looks = probes.flatMap(({ name, run }) => (isWaitedFor(name) ? [probed(name, run(signal))] : []));
  if (env().instanceApiUrl === undefined) return Promise.all(looks);
  const [compared, ...checks] = await Promise.all([comparedWith(version, signal), ...looks]);
  return [...checks, compared ?? untold(checks)];
}

/** An instance that is up and never tells what it runs with is judged by its answers alone. */
function untold(checks: readonly ApplyCheck[]): ApplyCheck {
  const isUp = checks.every((check) => check.isUp);
  const reason = isUp ? "The instance does not tell what it runs with." : "It is asked once it answers.";
  return { name: "pending", isUp, reason };
}

async function probed(
  name: ProbedName,
  result: Promise<{ isUp: boolean; reason?: string }>,
): Promise<ApplyCheck> {
  const { isUp, reason } = await result;
  return { name, isUp, ...(reason !== undefined && { reason }) };
}

/** null when the instance does not tell what it runs with. */
async function comparedWith(version: Buffer, signal: AbortSignal): Promise<ApplyCheck | null> {
  const { heard } = await askRunningNow(signal);
  if (!heard) return null;
  const { settings } = await runningVersions.compare(heard, null, version);
  const pending = settings.filter(({ state }) => state === "pending").map(({ path }) => path);
  if (pending.length === 0) return { name: "pending", isUp: true };
  const { registry } = await readEdition();
  const names = pending.slice(0, 3).map((path) => registry.fieldAt(path)?.label ?? path);
  const more = pending.length > 3 ? ` and ${pending.length - 3} more` : "";
  return {
    name: "pending",
    isUp: false,
    reason: `The instance still runs with other values: ${names.join(", ")}${more}.`,
  };
}
