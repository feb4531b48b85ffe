import { type Env, env } from "@/lib/env";
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
  if (known instanceof Map) known.delete(name);
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

/** Replaces variables of the process's environment (`env()`), which itself is frozen. */
export function changeEnv(variables: Partial<Env>): void {
  const known = registry();
  const changed = Object.freeze({ ...env(), ...variables });
  if (known instanceof Map) known.set("env", changed);
}
