import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";
import { jsonOf } from "@/lib/server/api/body";
import { bodyLimit, readBytes } from "@/lib/server/door";

/** Returns the request's body. @throws AppError `body-too-large` if it exceeds `bodyLimit` */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit(new URL(request.url).pathname);
  // The front door has already checked the size. Check it again for hosts that do not run the front door.
  const bytes = await readBytes(request, limit);
  if (bytes === null)
    throw new AppError("body-too-large", `The body is larger than ${limit} bytes. Send a smaller body.`);
  return bytes;
}

/**
 * Reads a JSON body and parses it with `schema`.
 * @throws the errors of `readBody` and `jsonOf`; ZodError if the body does not match the schema
 */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const { headers } = request;
  const header = (name: string) => headers.get(name);
  return schema.parse(jsonOf({ header, body: await readBody(request) }));
}
