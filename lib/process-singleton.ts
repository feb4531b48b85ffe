import "server-only";

const registry: Map<string, unknown> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("instance-admin.singletons")
] ??= new Map()) as Map<string, unknown>;

/**
 * Returns one value per process, created at the first call. For rooms that `core.ts` does not yet build from what they
 * need. Tests forget all values between files (`testing/singletons.ts`).
 */
export function processSingleton<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}

/** Forgets all values. The next core of `npm run dev` creates its own. */
export const forgetSingletons = (): void => registry.clear();
