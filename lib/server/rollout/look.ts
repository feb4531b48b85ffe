import "server-only";
import { env } from "@/lib/env";
import { configFile } from "@/lib/server/config-file";
import { clientProbesOf, probesOf } from "@/lib/server/checks/probes";
import type { CheckName } from "@/lib/shared/contract/values";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import type { Settings } from "@/lib/shared/settings/values";
import { runningVersions } from "./running-versions";
import { fetchReport } from "./instance-report";
import { panelSettings, reachOf } from "@/lib/panel-settings";

/** Runs one check of every part of the instance that has an address in the settings. */
function lookAtParts(settings: Settings, signal: AbortSignal): Promise<ApplyCheck[]> {
  return Promise.all(
    probesOf(settings, reachOf(env(), panelSettings())).map(async ({ name, run }): Promise<ApplyCheck> => {
      const { isUp, ms, reason } = await run(signal);
      return { name, isUp, ...(ms !== null && { ms }), ...(reason !== undefined && { reason }) };
    }),
  );
}

/** Returns the settings of a version. If the version cannot be read, returns the settings of the current file. */
export async function settingsOf(version: Buffer): Promise<Settings> {
  const reading = configFile().parse(version);
  return reading ? reading.settings : configFile().settings();
}

/**
 * Checks the instance's health once: whether its parts respond, and whether it reports the version's
 * settings. Does not throw if a check fails.
 * @param version the version whose settings the instance must have loaded
 * @param addresses the version whose addresses are checked
 */
export async function lookAtInstance(
  version: Buffer,
  signal: AbortSignal,
  addresses = version,
): Promise<ApplyCheck[]> {
  const parts = lookAtParts(await settingsOf(addresses), signal);
  if (panelSettings().instanceApiUrl === undefined) return parts;
  const [compared, checks] = await Promise.all([comparedWith(version, signal), parts]);
  return [...checks, compared ?? notReported(checks)];
}

/** These probes leave a message or a file behind, so each runs only once per apply. */
const leavesTraces: readonly CheckName[] = ["client:upload", "client:mail"];

/**
 * Runs the client probes.
 * @param known earlier results of this apply; successful probes are not repeated
 */
export async function lookAsClient(
  version: Buffer,
  signal: AbortSignal,
  known: readonly ApplyCheck[],
): Promise<ApplyCheck[]> {
  const probes = clientProbesOf(await settingsOf(version), reachOf(env(), panelSettings()));
  return Promise.all(
    probes.map(async (probe): Promise<ApplyCheck> => {
      const name: CheckName = `client:${probe.name}`;
      const before = known.find((check) => check.name === name);
      if (before && (before.isUp || leavesTraces.includes(name))) return before;
      const { ok, ms, message } = await probe.run(signal);
      return { name, isUp: ok, ...(ok ? { ms } : { reason: message }) };
    }),
  );
}

/**
 * Checks the instance before an apply, at the addresses that it currently uses.
 * @param version the version to apply
 */
export async function lookBeforehand(
  { version, running }: { version: Buffer; running: Buffer },
  signal: AbortSignal,
): Promise<ApplyCheck[]> {
  const untried = leavesTraces.map((name): ApplyCheck => ({ name, isUp: true }));
  const [parts, client] = await Promise.all([
    lookAtInstance(version, signal, running),
    lookAsClient(running, signal, untried),
  ]);
  return [...parts, ...client.filter((check) => !untried.includes(check))];
}

/**
 * Returns the result for an instance that does not report its settings. The panel considers it healthy if its
 * API answers.
 */
function notReported(checks: readonly ApplyCheck[]): ApplyCheck {
  const isUp = checks.every((check) => check.isUp || check.name !== "api");
  const reason = isUp ? "The instance does not report its settings." : "Checked once the API answers.";
  return { name: "pending", isUp, reason };
}

/**
 * Compares a version with the settings that the instance reports. Returns null if the instance does not report its
 * settings.
 */
async function comparedWith(version: Buffer, signal: AbortSignal): Promise<ApplyCheck | null> {
  const { reported } = await fetchReport(signal);
  if (!reported) return null;
  const pendingIn = async (bytes?: Buffer): Promise<string[]> => {
    const { settings } = await runningVersions.compare(reported, null, bytes);
    return settings.filter(({ state }) => state === "pending").map(({ path }) => path);
  };
  // The instance may have started with a newer file than the applied version. A setting is pending only if the
  // instance's value differs from both versions.
  const [inVersion, inFile] = await Promise.all([pendingIn(version), pendingIn()]);
  const pending = inVersion.filter((path) => inFile.includes(path));
  if (pending.length === 0) return { name: "pending", isUp: true };
  const { registry } = await (await configFile().read()).edition();
  const names = pending.slice(0, 3).map((path) => registry.fieldAt(path)?.label ?? path);
  const more = pending.length > 3 ? ` and ${pending.length - 3} more` : "";
  return {
    name: "pending",
    isUp: false,
    reason: `The instance still uses old values for ${names.join(", ")}${more}.`,
  };
}
