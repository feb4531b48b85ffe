import "server-only";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { leavesTraces } from "@/lib/server/known/instance";
import type { ApplyRoom } from "./room";

/**
 * Does not throw if a check fails.
 * @param version the version whose settings the instance must have loaded
 * @param addresses the version whose addresses are checked
 */
export async function lookAtInstance(
  room: ApplyRoom,
  version: Buffer,
  signal: AbortSignal,
  addresses = version,
): Promise<ApplyCheck[]> {
  const { known, instance } = room;
  const parts = instance.parts(await known.versions.settingsOf(addresses), signal);
  if (!instance.isConnected()) return parts;
  const [compared, checks] = await Promise.all([comparedWith(room, version, signal), parts]);
  return [...checks, compared ?? notReported(checks)];
}

export async function lookBeforehand(
  room: ApplyRoom,
  { version, running }: { version: Buffer; running: Buffer },
  signal: AbortSignal,
): Promise<ApplyCheck[]> {
  const untried = leavesTraces.map((name): ApplyCheck => ({ name, isUp: true }));
  const [parts, client] = await Promise.all([
    lookAtInstance(room, version, signal, running),
    room.instance.client(await room.known.versions.settingsOf(running), untried, signal),
  ]);
  return [...parts, ...client.filter((check) => !untried.includes(check))];
}

function notReported(checks: readonly ApplyCheck[]): ApplyCheck {
  return checks.every((check) => check.isUp || check.name !== "api")
    ? unproven("The instance does not report its settings.")
    : { name: "pending", isUp: false, reason: "Checked once the API answers." };
}

const unproven = (reason: string): ApplyCheck => ({ name: "pending", isUp: true, isUnproven: true, reason });

async function comparedWith(
  { known, config, instance }: ApplyRoom,
  version: Buffer,
  signal: AbortSignal,
): Promise<ApplyCheck | null> {
  const { reported, isWhole } = await instance.report(signal);
  if (!reported) return null;
  const pendingIn = async (bytes?: Buffer): Promise<string[]> => {
    const { settings } = await known.compare(reported, null, bytes);
    return settings.filter(({ state }) => state === "pending").map(({ path }) => path);
  };
  // The instance may have started with a newer file than the applied version. A setting is pending only if the
  // instance's value differs from both versions.
  const [inVersion, inFile] = await Promise.all([pendingIn(version), pendingIn()]);
  const pending = inVersion.filter((path) => inFile.includes(path));
  if (pending.length === 0)
    return isWhole
      ? { name: "pending", isUp: true }
      : unproven("The instance reports only some of its settings, and these agree with the file.");
  const { registry } = await (await config.read()).edition();
  const names = pending.slice(0, 3).map((path) => registry.fieldAt(path)?.label ?? path);
  const more = pending.length > 3 ? ` and ${pending.length - 3} more` : "";
  return {
    name: "pending",
    isUp: false,
    reason: `The instance still uses old values for ${names.join(", ")}${more}.`,
  };
}
