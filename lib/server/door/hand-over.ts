import "server-only";
import type { Door } from "./door";

/** `scripts/serve.mjs` waits for the startup function under this name. */
const NAME = Symbol.for("instance-admin.start");

/**
 * Passes the startup function, which creates the front door, to the program that runs the server; that program
 * reports failures. The front door is part of Next's build and `scripts/serve.mjs` is not, so the process passes
 * it, and nothing is bundled twice. On another host, starts here.
 */
export async function handOver(start: () => Promise<Door>): Promise<void> {
  const take = (globalThis as Record<symbol, ((start: () => Promise<Door>) => void) | undefined>)[NAME];
  if (take) take(start);
  else await start();
}
