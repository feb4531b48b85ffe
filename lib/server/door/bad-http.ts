import "server-only";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { securityHeaders } from "./headers";

/** The statuses that Node itself would send, by error code; 400 for all others. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to input that is not valid HTTP, so that there is no request, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status = STATUS[error.code ?? ""] ?? 400;
  const headers = { ...securityHeaders(), "Content-Length": "0", Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
}

/** Node would respond to an `Expect` other than `100-continue` by itself, without our headers. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, securityHeaders()).end();
}

/** Gives responses to input that never becomes a request the same headers as all others. */
export function answerBadHttp(server: Server): void {
  server.on("clientError", refuseConnection).on("checkExpectation", refuseExpectation);
}
