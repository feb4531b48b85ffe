/**
 * The panel's one HTTP server, using Next's custom-server interface. All requests pass through the front door
 * (`lib/server/door`), which is part of Next's build. `instrumentation.ts` passes it on once startup is done.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";

const STOP_SIGNALS = ["SIGTERM", "SIGINT"];

/** How many requests may wait for startup to finish. The connections of all others are closed. */
const MAX_EARLY = 1_000;

/** How long Next may take to load the startup code (ms). */
const MAX_LOAD_MS = 30_000;

/**
 * Binds the port first, so that nothing is changed if another program already uses it. Then starts the panel.
 * Requests that arrive in the meantime wait.
 * @param {{ dev: boolean, dir: string, hostname: string, port: number }} options
 * @throws listen errors, such as EADDRINUSE; an Error for the operator if the panel cannot start
 */
export async function serve({ dev, dir, hostname, port }) {
  const server = createServer({
    // The front door itself refuses requests without Host, so that the response has the same headers as all
    // others.
    requireHostHeader: false,
    // In development, pages receive edits over a WebSocket. Any other upgrade (curl's --http2 asks for h2c) is
    // declined by answering as if it had not been requested, like Node without a listener for upgrades.
    shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === "websocket",
  });
  const early = [];
  const wait = (request, response) => {
    if (early.length < MAX_EARLY) early.push([request, response]);
    else request.socket.destroy();
  };
  // Until the front door handles these signals, nothing needs to finish first.
  const quit = () => process.exit(0);
  for (const signal of STOP_SIGNALS) process.on(signal, quit);
  server.on("request", wait).listen(port, hostname);
  await once(server, "listening");

  // Loaded here, so that a missing package is reported clearly.
  if (!dev) (await import("./console-log.mjs")).logConsole();
  const handedOver = new Promise((take) => (globalThis[Symbol.for("instance-admin.start")] = take));
  const { default: next } = await import("next");
  // Next listens for upgrades on the given server, even in production. There it gets a server that never receives
  // a request.
  const app = next({ dev, dir, hostname, port, httpServer: dev ? server : createServer() });
  await app.prepare();
  // Next continues if it cannot load `instrumentation.ts`, because projects need not have one.
  const start = await Promise.race([handedOver, setTimeout(MAX_LOAD_MS, undefined, { ref: false })]);
  if (!start) throw new Error("The build is incomplete. Run `npm run build`, then start again.");
  const door = await start();

  const answer = door.open(server, app, { dev });
  for (const signal of STOP_SIGNALS) process.off(signal, quit);
  server.off("request", wait).on("request", answer);
  for (const exchange of early) answer(...exchange);
}
