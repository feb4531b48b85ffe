import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import {
  authOptions,
  countSignInStep,
  currentCaller,
  currentSession,
  passkeyToSignIn,
} from "@/lib/server/operators";
import { addPerson, authRequest, endUserTokens, openRoute, notifyNewAddress } from "@/lib/server/panel-api";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = openRoute(async (request: NextRequest, context: Context): Promise<Response> => {
  const [action, provider] = (await context.params).nextauth;
  // Ignored, because next-auth would log any text that a client sends.
  if (action === "_log") return new Response(null, { status: 204 });
  // next-auth checks only the cookie. This checks whether the session is still valid.
  if (action === "session" && !(await currentSession())) {
    return Response.json({}, { headers: { "cache-control": "no-store" } });
  }
  // Returns the options with which the page asks the browser for a passkey. A later sign-in request contains
  // the browser's answer.
  if (action === "passkey" && request.method === "POST")
    return Response.json(await passkeyToSignIn(), { headers: { "cache-control": "no-store" } });
  if ((action === "signin" || action === "callback") && provider === "oidc")
    await countSignInStep((await currentCaller()).address);
  const options = authOptions({
    currentSession,
    onNewAddress: notifyNewAddress,
    addPerson,
    onSignOut: endUserTokens,
  });
  return (await NextAuth(await authRequest(request), context, options)) as Response;
});

export { handler as GET, handler as POST };
