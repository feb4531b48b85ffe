import "server-only";
import { cache } from "react";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { PAGE_HEADER } from "@/lib/request-headers";
import { currentCaller } from "./caller";
import type { Operator } from "./operators";
import { sessionCookie, sessionOfCookie } from "./request-session";
import type { Session } from "./session-store";

/** Returns the session of the current request. Reads it only once per request. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const cookie = (await cookies()).get(sessionCookie())?.value;
  return cookie === undefined ? undefined : sessionOfCookie(cookie, await currentCaller());
});

export const currentOperator = async (): Promise<Operator | undefined> => (await currentSession())?.operator;

/**
 * Returns the session. Redirects people without a session to the sign-in page, which returns to this page
 * after the sign-in. Every page for signed-in operators must call this function first.
 */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  const page = (await headers()).get(PAGE_HEADER) ?? "/";
  if (!session) redirect(signInPath(page));
  return session.needsFactor ? redirect(`/second-factor?next=${encodeURIComponent(ownPath(page))}`) : session;
}

export const requireOperator = async (): Promise<Operator> => (await requireSession()).operator;

/** A placeholder for the panel's origin. The actual origin does not matter, because only the path is returned. */
const ORIGIN = "http://panel.invalid";

/**
 * Returns the path in the sign-in page's parameter `next`. Returns "/" if `next` is not a page of the panel,
 * so that a link cannot lead operators to another site. Parses `next` as browsers do: removes tabs and line
 * breaks, and treats \ as /.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== "string" || !URL.canParse(next, ORIGIN)) return "/";
  const { origin, pathname, search, hash } = new URL(next, ORIGIN);
  // "/.//host" is a valid path here, but the result "//host" would be parsed as a host.
  if (origin !== ORIGIN || pathname.startsWith("//") || pathname.startsWith("/api/")) return "/";
  return `${pathname}${search}${hash}`;
}

/** Returns the address of the sign-in page. After the sign-in, that page redirects to `path`. */
export function signInPath(path: string): string {
  const next = ownPath(path);
  return next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
