import "server-only";
import type { Door } from "./door";

/** `scripts/serve.mjs` waits for the start under this name. */
const NAME = Symbol.for("instance-admin.start");

/**
 * Hands the start, which makes the door, to the program that runs the server: that program reports a failure. The door
 * is part of Next's build and `scripts/serve.mjs` is not, so they exchange it through the process; that way nothing is
 * bundled twice. On another host, starts here.
 */
export async function handOver(start: () => Promise<Door>): Promise<void> {
  const take = (globalThis as Record<symbol, ((start: () => Promise<Door>) => void) | undefined>)[NAME];
  if (take) take(start);
  else await start();
}
