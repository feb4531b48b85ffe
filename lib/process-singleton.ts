import "server-only";

const registry: Map<string, unknown> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("instance-admin.singletons")
] ??= new Map()) as Map<string, unknown>;

/**
 * One value per process, created on first use. Next bundles startup, pages and routes separately, so a
 * module-level variable exists once per bundle; what must exist once per process (database, file watcher,
 * limiters) uses this.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}
