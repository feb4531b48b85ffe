import "server-only";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Answer } from "./visit";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { DoorHeaders } from "./headers";

/** How long a refused client may still send data before its connection is closed (ms). */
const LINGER_MS = 1_000;
/** How much of it is read (bytes). The rest waits at the client, because reading it takes memory and time from others. */
const LINGER_BYTES = 64 * 1024;

function head(response: ServerResponse, { status, headers, body, cookies = [] }: Answer): void {
  response.writeHead(status, {
    ...headers,
    ...(cookies.length > 0 && { "Set-Cookie": [...cookies] }),
    ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
  });
}

export function send(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  if (answer.stream) void pump(answer.stream, response);
  else response.end(answer.body);
}

async function pump(stream: NonNullable<Answer["stream"]>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = stream.getReader();
  response.once("close", () => void reader.cancel());
  // If the client is slow, wait instead of buffering the data in memory.
  for (let part = await reader.read(); part.value; part = await reader.read())
    if (!response.write(part.value)) await drained(response);
  response.end();
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    if (response.closed) done();
    else response.on("drain", done).on("close", done);
  });

/**
 * Discards some of the incoming data for up to a second, and closes the connection. Closing a connection while data
 * arrives resets it, and the client could lose the response.
 */
export function sendAndHangUp(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.setHeader("Connection", "close");
  head(response, answer);
  if (answer.body !== undefined) response.write(answer.body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  let left = LINGER_BYTES;
  request
    .once("end", end)
    .once("close", end)
    .on("data", (part: Buffer) => {
      left -= part.length;
      if (left < 0) request.pause();
    })
    .resume();
}

/** The statuses that Node would send for these errors. All other errors get 400. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuseConnection(headers: DoorHeaders, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  socket.end(emptyResponse(STATUS[error.code ?? ""] ?? 400, headers.securityHeaders()));
}

function emptyResponse(status: number, headers: Record<string, string>): string {
  const all = { ...headers, "Content-Length": "0", Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
}

/** Sends a response before the connection's first request is read, and closes the connection. */
export function refuseSocket(socket: Socket, status: number, headers: Record<string, string>): void {
  socket.end(emptyResponse(status, headers));
  socket.destroySoon();
}

export function answerBadHttp(server: Server, headers: DoorHeaders): void {
  server
    .on("clientError", (error, socket) => refuseConnection(headers, error, socket))
    // An `Expect` other than `100-continue`.
    .on("checkExpectation", (_, response: ServerResponse) => {
      response.writeHead(417, headers.securityHeaders()).end();
    });
}
