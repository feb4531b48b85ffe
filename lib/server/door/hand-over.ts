import "server-only";
import type { Door } from "./door";

/** The name of the global function through which `scripts/serve.mjs` receives the startup function. */
const NAME = Symbol.for("instance-admin.start");

/**
 * Passes the startup function, which creates the front door, to `scripts/serve.mjs`. That program runs the
 * server and reports failures. The function is passed through a global, because only Next's build contains
 * the front door, and the program must not load a second copy. Calls `start` directly if another program runs
 * the server.
 */
export async function handOver(start: () => Promise<Door>): Promise<void> {
  const take = (globalThis as Record<symbol, ((start: () => Promise<Door>) => void) | undefined>)[NAME];
  if (take) take(start);
  else await start();
}
