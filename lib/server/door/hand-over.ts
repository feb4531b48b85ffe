import "server-only";
import type { Door } from "./door";

/** The name of the global function through which `scripts/serve.mjs` receives the startup function. */
const NAME = Symbol.for("instance-admin.start");

/**
 * Passes the startup function to `scripts/serve.mjs`, which runs the server and reports failures. Calls
 * `start` directly if another program runs the server.
 *
 * The function is passed through a global, because only Next's build contains the front door.
 * `scripts/serve.mjs` must not load a second copy.
 */
export async function handOver(start: () => Promise<Door>): Promise<void> {
  const take = (globalThis as Record<symbol, ((start: () => Promise<Door>) => void) | undefined>)[NAME];
  if (take) take(start);
  else await start();
}
