import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./exchange";

/** How long a refused client may continue sending before its connection is closed (ms). */
const LINGER_MS = 1_000;

function head(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
  });
}

/** Sends head and body in one packet; a stream is sent as it arrives. */
export function send(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  if (answer.stream) void pump(answer.stream, response);
  else response.end(answer.body);
}

/** Sends a stream as it arrives, until it ends or the client disconnects. */
async function pump(stream: NonNullable<Answer["stream"]>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = stream.getReader();
  response.once("close", () => void reader.cancel());
  // A slow client must not make the panel buffer data.
  for (let part = await reader.read(); part.value; part = await reader.read())
    if (!response.write(part.value)) await drained(response);
  response.end();
}

/** Resolves once the client has received the written data or has disconnected. */
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
 * Responds to a request with a too large body and closes its connection. Before that, it reads and discards data
 * for a moment: closing while bytes arrive resets the connection, and the client may then lose the response.
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
