import type { Core } from "@/lib/server/core";

const CORE = Symbol.for("instance-admin.core");

/**
 * Returns the server, which `scripts/serve.mjs` starts before it serves pages. Pages and Next's routes call the server
 * only through this function, because Next would bundle copies of modules that they import.
 */
export function core(): Core {
  const started = (globalThis as { [CORE]?: Core })[CORE];
  if (!started)
    throw new Error("The server core has not started. Start the panel with `npm start` or `npm run dev`.");
  return started;
}
