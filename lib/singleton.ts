import "server-only";

const registry: Map<string, unknown> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("instance-admin.singletons")
] ??= new Map()) as Map<string, unknown>;

/**
 * One value per process, made at first use. Next bundles start-up, pages and routes apart, so a module-level variable
 * exists once per bundle; what must exist once per process (database, file watcher, limiters) goes through here.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}
