import "server-only";
import { problemResponse } from "./problem";
import { refuseOtherSites } from "./same-origin";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { jsonOf } from "@/lib/server/api/body";
import { bodyLimit, readBytes } from "@/lib/server/door";
import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { env } from "@/lib/env";

/**
 * Wraps a handler for requests without a session. Refuses requests from other sites' pages, and converts errors to
 * problem details.
 */
export function openRoute<R extends Request, C = unknown>(
  handler: (request: R, context: C) => Promise<Response>,
) {
  return async (request: R, context: C): Promise<Response> => {
    try {
      refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) });
      return await handler(request, context);
    } catch (error) {
      return problemResponse(error);
    }
  };
}

/** Returns the request's body. @throws AppError `body-too-large` if it exceeds `bodyLimit` */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit(new URL(request.url).pathname);
  // The front door has already checked the size. Check it again, because the panel may run without the front
  // door.
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

/** The body of a request to next-auth, whose routes accept only strings and fail for other values. */
const fields = z.record(z.string(), z.union([z.string(), z.boolean().transform(String)]));

function isUsable(callbackUrl: string): boolean {
  const base = callbackUrl.startsWith("/") ? env().publicUrl : undefined;
  return URL.canParse(callbackUrl, base) && /^https?:$/.test(new URL(callbackUrl, base).protocol);
}

/**
 * Deletes next-auth's cookie for the callback URL if it contains no valid URL. Any sibling domain can set
 * such a cookie, and next-auth would then answer every request with 500.
 */
async function forgetUnusableCookie(): Promise<void> {
  const jar = await cookies();
  for (const { name, value } of jar.getAll()) {
    if (name.endsWith("next-auth.callback-url") && value !== "" && !isUsable(value))
      jar.delete({ name, path: "/", secure: /^__(?:Secure|Host)-/.test(name) });
  }
}

/** Returns the request's URL without an invalid `callbackUrl`, for which next-auth would answer 500. */
function usableAddress({ url }: NextRequest): string {
  const address = new URL(url);
  const callbackUrl = address.searchParams.get("callbackUrl");
  if (callbackUrl !== null && !isUsable(callbackUrl)) address.searchParams.delete("callbackUrl");
  return address.href;
}

/**
 * Converts a request for next-auth. Parses a JSON body and passes it on as a form, because next-auth's own parser
 * answers invalid JSON with 500.
 * @throws the errors of `readJson`
 */
export async function authRequest(request: NextRequest): Promise<NextRequest> {
  await forgetUnusableCookie();
  const address = usableAddress(request);
  const headers = new Headers(request.headers);
  const { method } = request;
  if (method === "GET") return address === request.url ? request : new NextRequest(address, request);
  // Read the body here, because next-auth would log an error if the client disconnects.
  if (!/json/i.test(headers.get("content-type") ?? ""))
    return new NextRequest(address, { method, headers, body: await readBody(request) });
  const form = new URLSearchParams(await readJson(request, fields));
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  return new NextRequest(address, { method, headers, body: form.toString() });
}
