import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./exchange";

/** How long a refused client may still send data before its connection is closed (ms). */
const LINGER_MS = 1_000;

function head(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
  });
}

/** Sends headers and body in one packet. A stream is sent as it arrives. */
export function send(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  if (answer.stream) void pump(answer.stream, response);
  else response.end(answer.body);
}

/** Sends the parts of a stream as they arrive, until the stream ends or the client disconnects. */
async function pump(stream: NonNullable<Answer["stream"]>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = stream.getReader();
  response.once("close", () => void reader.cancel());
  // Waits for a slow client, so that the panel need not hold the data in memory.
  for (let part = await reader.read(); part.value; part = await reader.read())
    if (!response.write(part.value)) await drained(response);
  response.end();
}

/** Resolves when the client has received the written data or has disconnected. */
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
 * Responds to a request whose body will not be read, and closes the connection. First reads and discards data for up
 * to a second: closing a connection while data arrives resets it, and the client could lose the response.
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
  request.once("end", end).once("close", end).resume();
}
