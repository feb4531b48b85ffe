import "server-only";
import { AppError } from "@/lib/errors";

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
