import "server-only";
import { IncomingMessage } from "node:http";
import { isInstancePath } from "./headers";
import { AppError } from "@/lib/errors";

/** The client disconnected before its request was complete, so no response can be sent. */
export class ClientGone extends Error {}

const NOTHING = Buffer.alloc(0);

/** An HTTP/1.1 request has a body only if it declares a length or a transfer coding. */
const isStreamed = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;
const announced = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);

export const hasBody = (request: IncomingMessage): boolean => isStreamed(request) || announced(request) > 0;

const KiB = 1024;
const MiB = 1024 * KiB;

/** Returns the maximum size of a request body (bytes) for requests whose `Area` sets no limit. */
export function bodyLimit(path: string): number {
  if (isInstancePath(path)) return 64 * KiB;
  return /^\/api\/(?:auth|setup|join)(?:\/|$)/.test(path) ? 16 * KiB : MiB;
}

/**
 * Reads the whole body of a request. Returns null if the body exceeds `limit` bytes. If the announced length
 * exceeds the limit, the body is not read at all.
 * @throws ClientGone
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (announced(request) > limit) return Promise.resolve(null);
  if (!hasBody(request)) return Promise.resolve(NOTHING);
  // The request was closed earlier, so no event will follow.
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
 * Reads the body of a request, and returns a copy of the request for Next. Returns null if the body exceeds
 * `limit` bytes.
 *
 * Reading the body here limits its size and catches disconnects, which Next would log as errors. Next needs a
 * copy, because it refuses a stream that has already been read (even with `unshift`).
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
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  whole.push(body);
  whole.push(null);
  return whole;
}

/**
 * Reads the whole body of a request or response. Returns null if the body exceeds `limit` bytes.
 * @throws AppError `invalid-input` if the client disconnects before the request is complete
 */
export async function readBytes(
  message: Request | Response,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(message.headers.get("content-length") ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = message.body?.getReader();
  const read = () =>
    reader?.read().catch((cause: unknown) => {
      if (message instanceof Response) throw cause;
      throw new AppError("invalid-input", "The client disconnected before the request was complete.", {
        cause,
      });
    });
  for (let part = await read(); part?.value; part = await read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
