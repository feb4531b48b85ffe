import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";
import { bodyLimit, readBytes } from "@/lib/server/door";
import { parseJson } from "@/lib/shared/json/parse";

/** The request's body as it is. @throws AppError `body-too-large` (over `bodyLimit`) */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit(new URL(request.url).pathname);
  // Our own door has counted already; another host has not.
  const bytes = await readBytes(request, limit);
  if (bytes === null)
    throw new AppError("body-too-large", `The body is larger than ${limit} bytes. Send less at once.`);
  return bytes;
}

/**
 * The request's JSON body, checked by `schema`.
 * @throws AppError `unsupported-media-type`, `body-too-large` (over `bodyLimit`), `malformed-json` (also for a key that
 *   occurs twice, `__proto__` and deep nesting); ZodError when it is not what the schema wants.
 */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  if (!/^application\/(.+\+)?json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError(
      "unsupported-media-type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  const bytes = await readBody(request);
  let value: unknown;
  try {
    value = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new AppError(
      "malformed-json",
      "The body is not valid JSON in UTF-8, or repeats a key. Correct it and send it again.",
      {
        cause,
      },
    );
  }
  return schema.parse(value);
}
