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
