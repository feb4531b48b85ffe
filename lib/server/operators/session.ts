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

/** The session of this request, or undefined. Read once per request, for all callers. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  return cookie === undefined ? undefined : sessionOfCookie(cookie, await currentCaller());
});

/** The signed-in operator of this request, or undefined. */
export const currentOperator = async (): Promise<Operator | undefined> => (await currentSession())?.operator;

/**
 * The guard of every page for signed-in operators, which each page calls first. Redirects people without a session
 * to the sign-in page, which returns here.
 */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  const page = (await headers()).get(PAGE_HEADER) ?? "/";
  if (!session) redirect(signInPath(page));
  return session.needsFactor ? redirect(`/second-factor?next=${encodeURIComponent(ownPath(page))}`) : session;
}

/** The same, for pages that need only the operator. */
export const requireOperator = async (): Promise<Operator> => (await requireSession()).operator;
