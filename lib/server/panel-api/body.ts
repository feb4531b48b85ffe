import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";
import { jsonOf } from "@/lib/server/api/body";
import { bodyLimit, readBytes } from "@/lib/server/door";

/** The request's body, unmodified. @throws AppError `body-too-large` (over `bodyLimit`) */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit(new URL(request.url).pathname);
  // Our own front door has checked the size already; another host has not.
  const bytes = await readBytes(request, limit);
  if (bytes === null)
    throw new AppError("body-too-large", `The body is larger than ${limit} bytes. Send a smaller body.`);
  return bytes;
}

/**
 * The request's JSON body, checked by `schema`.
 * @throws AppError like `readBody` and `jsonOf`; ZodError if it does not match the schema
 */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const { headers } = request;
  const header = (name: string) => headers.get(name);
  return schema.parse(jsonOf({ header, body: await readBody(request) }));
}
