/**
 * The panel's one HTTP server, using Next's custom-server interface. All requests pass through the front door
 * (`lib/server/door`), which is part of Next's build: `instrumentation.ts` hands it over once start-up is done.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";

const STOP_SIGNALS = ["SIGTERM", "SIGINT"];

/** How many requests wait for the end of the start; the connections of all others are closed. */
const MAX_EARLY = 1_000;

/** How long Next may take to load the code of the start (ms). */
const MAX_LOAD_MS = 30_000;

/**
 * Binds the port before anything else, so that nothing is changed when another program already uses it; then starts.
 * Requests that arrive meanwhile wait.
 * @param {{ dev: boolean, dir: string, hostname: string, port: number }} options
 * @throws listen errors, such as EADDRINUSE; an Error for the operator when the panel cannot start
 */
export async function serve({ dev, dir, hostname, port }) {
  const server = createServer({
    // The door refuses requests without Host itself, so that the response has the same headers as all others.
    requireHostHeader: false,
    // In development, pages learn of edits over a WebSocket. Any other upgrade (curl's --http2 asks for h2c) is
    // declined by answering as if it had not been requested, as Node does when nothing listens for upgrades.
    shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === "websocket",
  });
  const early = [];
  const wait = (request, response) => {
    if (early.length < MAX_EARLY) early.push([request, response]);
    else request.socket.destroy();
  };
  // Until the door handles these signals, nothing needs to finish first.
  const quit = () => process.exit(0);
  for (const signal of STOP_SIGNALS) process.on(signal, quit);
  server.on("request", wait).listen(port, hostname);
  await once(server, "listening");

  // Loaded here, so that a missing package is reported as such.
  if (!dev) (await import("./console-log.mjs")).logConsole();
  const handedOver = new Promise((take) => (globalThis[Symbol.for("instance-admin.start")] = take));
  const { default: next } = await import("next");
  // Next listens for upgrades on the server that it is given, even in production. There it gets one that never receives
  // a request.
  const app = next({ dev, dir, hostname, port, httpServer: dev ? server : createServer() });
  await app.prepare();
  // Next goes on when it cannot load `instrumentation.ts`, because a project need not have one.
  const start = await Promise.race([handedOver, setTimeout(MAX_LOAD_MS, undefined, { ref: false })]);
  if (!start) throw new Error("The build is incomplete. Run `npm run build`, then start again.");
  const door = await start();

  const answer = door.open(server, app, { dev });
  for (const signal of STOP_SIGNALS) process.off(signal, quit);
  server.off("request", wait).on("request", answer);
  for (const exchange of early) answer(...exchange);
}
