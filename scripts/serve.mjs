/**
 * The panel's only HTTP server, which uses Next's custom-server interface. All requests pass through the
 * front door (`lib/server/door`), which is part of Next's build. `instrumentation.ts` provides the front door
 * once startup is done.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";

const STOP_SIGNALS = ["SIGTERM", "SIGINT"];

/** Maximum number of requests that wait for the startup. The connections of further requests are closed. */
const MAX_EARLY = 1_000;

/** How long Next may take to load the startup code (ms). */
const MAX_LOAD_MS = 30_000;

/**
 * Starts the panel. Binds the port first, so that the startup changes nothing if another program uses the port.
 * Requests wait until the startup is done.
 * @param {{ dev: boolean, dir: string, hostname: string, port: number }} options
 * @throws errors of `listen`, such as EADDRINUSE
 * @throws Error if the panel cannot start; the message explains the cause to the operator
 */
export async function serve({ dev, dir, hostname, port }) {
  const server = createServer({
    // The front door, not Node, refuses requests without Host, so that these responses have the same headers as all
    // other responses.
    requireHostHeader: false,
    // In development, Next notifies pages of changed source files over a WebSocket (hot reload). Every other
    // request for an upgrade, such as curl's for HTTP/2, gets an ordinary response. Node does the same if
    // nothing listens for upgrades.
    shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === "websocket",
  });
  const early = [];
  const wait = (request, response) => {
    if (early.length < MAX_EARLY) early.push([request, response]);
    else request.socket.destroy();
  };
  // Until startup is done, a signal ends the process immediately, because there is no work to finish. The
  // front door replaces these listeners later.
  const quit = () => process.exit(0);
  for (const signal of STOP_SIGNALS) process.on(signal, quit);
  server.on("request", wait).listen(port, hostname);
  await once(server, "listening");

  // Loaded here instead of at the top, so that a missing package causes a clear error message.
  if (!dev) (await import("./console-log.mjs")).logConsole();
  const handedOver = new Promise((take) => (globalThis[Symbol.for("instance-admin.start")] = take));
  const { default: next } = await import("next");
  // Next adds a listener for upgrades to its server. With such a listener, Node would no longer answer
  // upgrade requests like other requests. So in production, Next gets an unused server.
  const app = next({ dev, dir, hostname, port, httpServer: dev ? server : createServer() });
  await app.prepare();
  // Next ignores a failure to load `instrumentation.ts`, because projects need not have this file.
  const start = await Promise.race([handedOver, setTimeout(MAX_LOAD_MS, undefined, { ref: false })]);
  if (!start) throw new Error("The build is incomplete. Run `npm run build`, then start again.");
  const door = await start();

  const answer = door.open(server, app, { dev });
  for (const signal of STOP_SIGNALS) process.off(signal, quit);
  server.off("request", wait).on("request", answer);
  for (const exchange of early) answer(...exchange);
}
