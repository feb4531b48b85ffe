import { type Env, env } from "@/lib/env";
import { openRooms, type Rooms } from "@/lib/server/rooms";
import type { ConfigFile } from "@/lib/server/config-file";

const registry = (): unknown =>
  (globalThis as Record<symbol, unknown>)[Symbol.for("instance-admin.singletons")];

/**
 * Removes the singletons of the process (`lib/process-singleton.ts`), so that the environment, the database and the
 * configuration file are created again at their next use. Close the database first.
 */
export function forgetSingletons(): void {
  const known = registry();
  if (known instanceof Map) known.clear();
}

/** Removes one singleton, so that it is created again at its next use. */
export function forgetSingleton(name: string): void {
  const known = registry();
  if (!(known instanceof Map)) return;
  known.delete(name);
  known.delete("rooms");
}

/** Whether the process has created this singleton. */
export function hasSingleton(name: string): boolean {
  const known = registry();
  return known instanceof Map && known.has(name);
}

/** Stops watching the configuration file, so that the watcher does not write to the database of a later test file. */
export async function stopWatcher(): Promise<void> {
  const known = registry();
  if (known instanceof Map) await (known.get("config-file") as ConfigFile | undefined)?.stop();
}

/** All rooms that the process has composed, also those before a change of the environment. */
const composed = () => ((registry() as Map<string, unknown>).get("composed") ?? []) as Rooms[];

/** Returns the rooms of this process, composed at the first use. */
export function theRooms(): Rooms {
  const known = registry() as Map<string, unknown>;
  if (!known.has("rooms")) {
    known.set("rooms", openRooms());
    known.set("composed", [...composed(), theRooms()]);
  }
  return known.get("rooms") as Rooms;
}

/** Replaces variables of the process's environment (`env()`), which itself is frozen. */
export function changeEnv(variables: Partial<Env>): void {
  const known = registry();
  const changed = Object.freeze({ ...env(), ...variables });
  if (!(known instanceof Map)) return;
  known.set("env", changed);
  // An apply in progress gets the new values too.
  for (const { applyRoom } of composed()) Object.assign(applyRoom.env, variables);
  known.delete("rooms");
}
