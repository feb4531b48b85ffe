/**
 * Removes the singletons of the process (`lib/process-singleton.ts`), so that the environment, the database and the
 * configuration file are created again at their next use. Close the database first.
 */
export function forgetSingletons(): void {
  const registry = (globalThis as Record<symbol, unknown>)[Symbol.for("instance-admin.singletons")];
  if (registry instanceof Map) registry.clear();
}
