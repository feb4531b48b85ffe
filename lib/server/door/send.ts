import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./exchange";

/** How long a refused client may keep sending before its connection is cut (ms). */
const LINGER_MS = 1_000;

function head(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
  });
}

/** Sends head and body in one packet; a stream as it comes. */
export function send(response: ServerResponse, answer: Answer): void {
  head(response, answer);
  if (answer.stream) void pump(answer.stream, response);
  else response.end(answer.body);
}

/** Sends a stream as it comes, until it ends or the client disconnects. */
async function pump(stream: NonNullable<Answer["stream"]>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = stream.getReader();
  response.once("close", () => void reader.cancel());
  // A slow client must not make the panel hold what it has not read yet.
  for (let part = await reader.read(); part.value; part = await reader.read())
    if (!response.write(part.value)) await drained(response);
  response.end();
}

/** Resolves once the client has taken what was written, or has gone. */
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
 * Responds to a request with a too large body and closes its connection. For a moment, what the client still sends is
 * read and discarded: closing while bytes arrive resets the connection, and the client may then lose the response.
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
