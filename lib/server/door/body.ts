import "server-only";
import { IncomingMessage } from "node:http";

/** The client disconnected before its request was complete, so there is nobody to respond to. */
export class ClientGone extends Error {}

const NOTHING = Buffer.alloc(0);

/** In HTTP/1.1 a request without a length and a transfer coding has no body. */
const isStreamed = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;
const announced = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);

export const hasBody = (request: IncomingMessage): boolean => isStreamed(request) || announced(request) > 0;

/**
 * The whole request body, counted while it streams in; null if it exceeds `limit` bytes. A body whose announced length
 * is too large is not read at all.
 * @throws ClientGone
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (announced(request) > limit) return Promise.resolve(null);
  if (!hasBody(request)) return Promise.resolve(NOTHING);
  // The request closed before anybody listened.
  if (request.destroyed) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const parts: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    request.on("data", (part: Buffer<ArrayBuffer>) => {
      size += part.length;
      if (size <= limit) parts.push(part);
      else resolve(null);
    });
    request.once("end", () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.once("close", () => reject(new ClientGone()));
    request.on("error", () => reject(new ClientGone()));
  });
}

/**
 * The request with a body of at most `limit` bytes, for Next to read; null if it is larger.
 *
 * The body is read here, so that its size is limited while it streams in and a disconnecting client is ignored,
 * which Next would log as an error. Next refuses a stream that has been read before (even with `unshift`), so the
 * body is passed on in a new message that contains it.
 * @throws ClientGone
 */
export async function boundedRequest(
  request: IncomingMessage,
  limit: number,
): Promise<IncomingMessage | null> {
  if (!hasBody(request)) return request;
  const body = await readBody(request, limit);
  if (body === null) return null;
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const whole = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor },
    complete: true,
  });
  whole.push(body);
  whole.push(null);
  return whole;
}
