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
