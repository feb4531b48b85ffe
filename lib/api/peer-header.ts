import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { processSingleton } from "../singleton";

/** Carries the address of the socket's peer to route handlers, which do not see the socket. */
export const PEER_HEADER = "x-instance-admin-peer";

function stamp(request: IncomingMessage): void {
  const address = request.socket.remoteAddress ?? "";
  // The raw list first: `headers` is made from it, at its first use.
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2) {
    if (request.rawHeaders[at]?.toLowerCase() === PEER_HEADER) request.rawHeaders.splice(at, 2);
  }
  request.rawHeaders.push(PEER_HEADER, address);
  request.headers[PEER_HEADER] = address;
}

/**
 * From now on every incoming request bears its peer's address in `PEER_HEADER`, whatever its client wrote there. Called
 * once at start-up, before the server listens.
 */
export function trustSocketAddress(): void {
  processSingleton("peer-addresses", () =>
    subscribe("http.server.request.start", (message) =>
      stamp((message as { request: IncomingMessage }).request),
    ),
  );
}
