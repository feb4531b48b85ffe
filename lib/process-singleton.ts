import "server-only";

const registry: Map<string, unknown> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("instance-admin.singletons")
] ??= new Map()) as Map<string, unknown>;

/**
 * Returns one value per process, created at the first call. A module-level variable would exist once per
 * bundle, because Next bundles startup, pages and routes separately. Use this for the database, file
 * watchers, limiters and similar objects.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}
