import "server-only";
import type { Door } from "./door";

/** `scripts/serve.mjs` waits for the door under this name. */
const NAME = Symbol.for("instance-admin.door");

/**
 * Hands the door to whatever runs the server. The door is part of Next's build and `scripts/serve.mjs` is not, so they
 * exchange it through the process; that way nothing is bundled twice. On another host nothing waits for it.
 */
export function handOver(door: Door): void {
  const take = (globalThis as Record<symbol, ((door: Door) => void) | undefined>)[NAME];
  take?.(door);
}
