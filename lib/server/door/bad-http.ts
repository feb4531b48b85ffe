import "server-only";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { securityHeaders } from "./headers";

/** The statuses that Node would send for these errors. All other errors get 400. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to input that is not valid HTTP, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  socket.end(emptyResponse(STATUS[error.code ?? ""] ?? 400));
}

function emptyResponse(status: number, further: Record<string, string> = {}): string {
  const headers = { ...securityHeaders(), ...further, "Content-Length": "0", Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
}

/** Sends a response before the connection's first request is read, and closes the connection. */
export function refuseSocket(socket: Socket, status: number, headers: Record<string, string>): void {
  socket.end(emptyResponse(status, headers));
  socket.destroySoon();
}

/** Node's response to an `Expect` other than `100-continue` would lack the security headers. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, securityHeaders()).end();
}

/** Makes the server answer invalid input with the same security headers as requests. */
export function answerBadHttp(server: Server): void {
  server.on("clientError", refuseConnection).on("checkExpectation", refuseExpectation);
}
