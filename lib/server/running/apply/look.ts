import "server-only";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { env } from "@/lib/env";
import { readEdition, readSettings, runningVersions } from "@/lib/server/config-file";
import { probesOf } from "../probes";
import { askRunningNow } from "../told";

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
  return Promise.all(env().instanceApiUrl === undefined ? looks : [...looks, comparedWith(version, signal)]);
}

async function probed(
  name: ProbedName,
  result: Promise<{ isUp: boolean; reason?: string }>,
): Promise<ApplyCheck> {
  const { isUp, reason } = await result;
  return { name, isUp, ...(reason !== undefined && { reason }) };
}

async function comparedWith(version: Buffer, signal: AbortSignal): Promise<ApplyCheck> {
  const { heard, reason } = await askRunningNow(signal);
  // An instance that never tells what it runs with is judged by its answers alone.
  if (!heard) return { name: "pending", isUp: true, ...(reason !== undefined && { reason }) };
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
