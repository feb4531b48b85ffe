import "server-only";
import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { z } from "zod";
import { env } from "@/lib/env";
import { readBody, readJson } from "./body";

/** Input of next-auth's routes, which accept only text and fail on other values. */
const fields = z.record(z.string(), z.union([z.string(), z.boolean().transform(String)]));

function isUsable(callbackUrl: string): boolean {
  const base = callbackUrl.startsWith("/") ? env().publicUrl : undefined;
  return URL.canParse(callbackUrl, base) && /^https?:$/.test(new URL(callbackUrl, base).protocol);
}

/**
 * next-auth answers every request with 500 while its own cookie, which any sibling domain can set, does not
 * contain a valid URL.
 */
async function forgetUnusableCookie(): Promise<void> {
  const jar = await cookies();
  for (const { name, value } of jar.getAll()) {
    if (name.endsWith("next-auth.callback-url") && value !== "" && !isUsable(value))
      jar.delete({ name, path: "/", secure: /^__(?:Secure|Host)-/.test(name) });
  }
}

/** The request's URL without an invalid `callbackUrl`, which would also cause a 500. */
function usableAddress({ url }: NextRequest): string {
  const address = new URL(url);
  const callbackUrl = address.searchParams.get("callbackUrl");
  if (callbackUrl !== null && !isUsable(callbackUrl)) address.searchParams.delete("callbackUrl");
  return address.href;
}

/**
 * Converts a request to one that next-auth can handle. Its own parser answers invalid JSON with 500, so our parser
 * reads the body and passes it on as a form.
 * @throws the errors of `readJson`
 */
export async function authRequest(request: NextRequest): Promise<NextRequest> {
  await forgetUnusableCookie();
  const address = usableAddress(request);
  const headers = new Headers(request.headers);
  const { method } = request;
  if (method === "GET") return address === request.url ? request : new NextRequest(address, request);
  // Read here, because next-auth would report a disconnecting client as its own failure.
  if (!/json/i.test(headers.get("content-type") ?? ""))
    return new NextRequest(address, { method, headers, body: await readBody(request) });
  const form = new URLSearchParams(await readJson(request, fields));
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  return new NextRequest(address, { method, headers, body: form.toString() });
}
