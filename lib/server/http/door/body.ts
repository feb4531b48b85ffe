import "server-only";
import type { IncomingMessage } from "node:http";
import { isInstancePath } from "./headers";
import { AppError } from "@/lib/errors";

/** An HTTP/1.1 request has a body only if it declares a length or a transfer coding. */
const isStreamed = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;
export const announcedBytes = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);

export const hasBody = (request: IncomingMessage): boolean =>
  isStreamed(request) || announcedBytes(request) > 0;

const KiB = 1024;
const MiB = 1024 * KiB;

export function bodyLimit(path: string): number {
  if (isInstancePath(path)) return 64 * KiB;
  return /^\/api\/(?:auth|setup|join)(?:\/|$)/.test(path) ? 16 * KiB : MiB;
}

/**
 * Returns null if the body exceeds `limit` bytes.
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
