import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { log } from "../log";
import { PEER_HEADER, REQUEST_ID_HEADER } from "../request-headers";
import { processSingleton } from "../singleton";
import { countRequest } from "./metrics";
import { makeRoutable } from "./routable";
import { routeOf } from "./route-name";
import { stamp } from "./stamp";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/** Answers that are under way. */
const open = () => processSingleton("open-answers", () => new Set<ServerResponse>());
let stopping = false;

/**
 * Next sends an answer's head in a packet of its own, right before the first bytes of its body. Left to Node, head and
 * body leave together: one call to the system and one packet less for each answer.
 */
const leaveWithBody = () => undefined;

function begin({ request, response, server }: Exchange): void {
  const requestId = randomUUID();
  stamp(request, PEER_HEADER, request.socket.remoteAddress ?? "");
  stamp(request, REQUEST_ID_HEADER, requestId);
  // The path only: a query can hold a set-up token.
  const path = (request.url ?? "").split("?")[0] ?? "";
  const { method = "" } = request;
  const started = performance.now();
  makeRoutable(request);
  if (stopping) response.shouldKeepAlive = false;
  response.flushHeaders = leaveWithBody;
  open().add(response);
  response.once("close", () => {
    open().delete(response);
    if (stopping) setImmediate(() => server.closeIdleConnections());
    const seconds = (performance.now() - started) / 1000;
    const status = response.writableFinished ? response.statusCode : 499;
    const route = routeOf(path);
    countRequest({ route, method, status, seconds });
    const entry = { requestId, method, path, status, ms: Math.round(seconds * 1000) };
    if (path.startsWith("/api/")) log().info(entry, "request");
    else log().debug(entry, "request");
  });
}

/** A client that keeps its connection would otherwise keep the process waiting for its next request. */
function letGo(): void {
  stopping = true;
  for (const response of open()) response.shouldKeepAlive = false;
}

/**
 * From now on every incoming request bears its peer's address and an id of its own (`lib/request-headers.ts`), is
 * counted and logged. Called once at start-up, before the first request.
 */
export function watchTraffic(): void {
  processSingleton("traffic", () => {
    subscribe("http.server.request.start", (message) => begin(message as Exchange));
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, letGo);
    return true;
  });
}
