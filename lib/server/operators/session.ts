import "server-only";
import { cache } from "react";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { PAGE_HEADER } from "@/lib/request-headers";
import { currentCaller } from "./caller";
import type { Operator } from "./operators";
import { sessionCookie, sessionOfCookie } from "./request-session";
import { ownPath, signInPath } from "./return-path";
import type { Session } from "./session-store";

/** The session of the current request. It is read once per request. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  return cookie === undefined ? undefined : sessionOfCookie(cookie, await currentCaller());
});

export const currentOperator = async (): Promise<Operator | undefined> => (await currentSession())?.operator;

/**
 * Returns the session. Redirects people without a session to the sign-in page, which returns to this page. Every page
 * for signed-in operators must call this first.
 */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  const page = (await headers()).get(PAGE_HEADER) ?? "/";
  if (!session) redirect(signInPath(page));
  return session.needsFactor ? redirect(`/second-factor?next=${encodeURIComponent(ownPath(page))}`) : session;
}

export const requireOperator = async (): Promise<Operator> => (await requireSession()).operator;
