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
  for (let part = await reader.read(); part.value; part = await reader.read()) response.write(part.value);
  response.end();
}

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
