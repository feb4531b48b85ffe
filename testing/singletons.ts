/**
 * Recreates the process's singletons (`lib/process-singleton.ts`) at their next use: the environment, the database
 * and the configuration file. Close the database first.
 */
export function forgetSingletons(): void {
  const registry = (globalThis as Record<symbol, unknown>)[Symbol.for("instance-admin.singletons")];
  if (registry instanceof Map) registry.clear();
}
