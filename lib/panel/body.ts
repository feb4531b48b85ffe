import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";

/**
 * The request's JSON body, checked by `schema`.
 * @throws AppError `unsupported-media-type`, `body-too-large` (over `maxBytes`, counted while it streams in),
 *   `malformed-json`; ZodError when it is not what the schema wants.
 */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  maxBytes = 1024 * 1024,
): Promise<z.output<T>> {
  if (!/^application\/(.+\+)?json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError(
      "unsupported-media-type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new AppError("body-too-large", `The body is larger than ${maxBytes} bytes. Send less at once.`);
    }
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (cause) {
    throw new AppError("malformed-json", "The body is not valid JSON in UTF-8. Correct it and send again.", {
      cause,
    });
  }
  return schema.parse(value);
}
