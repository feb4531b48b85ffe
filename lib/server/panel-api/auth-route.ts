import "server-only";
import type { NextAuthOptions } from "next-auth";
import { z } from "zod";
import { jsonOf } from "@/lib/server/api/body";
import { requestContext } from "@/lib/server/door";
import { authOptions } from "@/lib/server/operators/auth-options";
import { passkeyToSignIn } from "@/lib/server/operators/factors/passkeys";
import { countSignInStep } from "@/lib/server/operators/oidc/provider";
import type { Session } from "@/lib/server/operators";
import { env } from "@/lib/env";
import { notifyNewAddress } from "@/lib/server/panel/notification-settings";
import { addPerson, endUserTokens } from "@/lib/server/panel/operator-users";
import { problemResponse } from "./problem";
import { refuseOtherSites } from "./same-origin";

/** What next-auth's route has of Next. */
interface AuthCall {
  /** The path below `/api/auth/`. */
  path: readonly string[];
  jar: {
    getAll(): { name: string; value: string }[];
    delete(cookie: { name: string; path: string; secure: boolean }): unknown;
  };
  currentSession: () => Promise<Session | undefined>;
  pass: (url: string, init: RequestInit, options: NextAuthOptions) => Promise<Response>;
}

/** Answers a request to `/api/auth/…`. Next-auth does the rest (`pass`). Never rejects. */
export async function answerAuth(request: Request, call: AuthCall): Promise<Response> {
  try {
    refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) });
    return await answer(request, call);
  } catch (error) {
    return problemResponse(error);
  }
}

const noStore = { headers: { "cache-control": "no-store" } };

async function answer(request: Request, { path, jar, currentSession, pass }: AuthCall): Promise<Response> {
  const [action, provider] = path;
  // Ignored, because next-auth would log any text that a client sends.
  if (action === "_log") return new Response(null, { status: 204 });
  // next-auth checks only the cookie. This checks whether the session is still valid.
  if (action === "session" && !(await currentSession())) return Response.json({}, noStore);
  // Returns the options with which the page asks the browser for a passkey. A later sign-in request contains
  // the browser's answer.
  if (action === "passkey" && request.method === "POST")
    return Response.json(await passkeyToSignIn(), noStore);
  if ((action === "signin" || action === "callback") && provider === "oidc")
    await countSignInStep(await requestContext().clientAddress());
  forgetUnusableCookie(jar);
  const options = authOptions({
    currentSession,
    onNewAddress: notifyNewAddress,
    addPerson,
    onSignOut: endUserTokens,
  });
  return pass(usableAddress(request.url), await asForm(request), options);
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
function forgetUnusableCookie(jar: AuthCall["jar"]): void {
  for (const { name, value } of jar.getAll()) {
    if (name.endsWith("next-auth.callback-url") && value !== "" && !isUsable(value))
      jar.delete({ name, path: "/", secure: /^__(?:Secure|Host)-/.test(name) });
  }
}

/** Returns the request's URL without an invalid `callbackUrl`, for which next-auth would answer 500. */
function usableAddress(url: string): string {
  const address = new URL(url);
  const callbackUrl = address.searchParams.get("callbackUrl");
  if (callbackUrl !== null && !isUsable(callbackUrl)) address.searchParams.delete("callbackUrl");
  return address.href;
}

/**
 * Converts a request for next-auth. Parses a JSON body and passes it on as a form, because next-auth's own parser
 * answers invalid JSON with 500. The front door has limited the body.
 * @throws the errors of `jsonOf`; ZodError
 */
export async function asForm(request: Request): Promise<RequestInit> {
  const headers = new Headers(request.headers);
  const { method } = request;
  if (method === "GET") return { method, headers };
  const body = new Uint8Array(await request.arrayBuffer());
  if (!/json/i.test(headers.get("content-type") ?? "")) return { method, headers, body };
  const form = new URLSearchParams(fields.parse(jsonOf({ header: (name) => headers.get(name), body })));
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  return { method, headers, body: form.toString() };
}
