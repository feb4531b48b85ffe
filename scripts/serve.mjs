/**
 * The panel's one HTTP server, using Next's custom-server interface. All requests pass through the front door
 * (`lib/server/door`), which is part of Next's build: `instrumentation.ts` hands it over once start-up is done.
 */
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Binds the port before anything else, so that nothing is changed when another program already uses it; then starts.
 * Requests that arrive meanwhile wait.
 * @param {{ dev: boolean, dir: string, hostname: string, port: number }} options
 * @throws listen errors, such as EADDRINUSE
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
  const wait = (...exchange) => early.push(exchange);
  server.on("request", wait).listen(port, hostname);
  await once(server, "listening");

  const handedOver = new Promise((take) => (globalThis[Symbol.for("instance-admin.door")] = take));
  const { default: next } = await import("next");
  // Next listens for upgrades on the server that it is given, even in production. There it gets one that never receives
  // a request.
  const app = next({ dev, dir, hostname, port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const door = await handedOver;

  const answer = door.open(server, app, { dev });
  server.off("request", wait).on("request", answer);
  for (const exchange of early) answer(...exchange);
}
