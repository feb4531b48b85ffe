import { cache } from "react";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { core } from "@/lib/core";
import { cookiesIn } from "@/lib/shared/cookies";
import { PAGE_HEADER } from "@/lib/shared/page-header";
import type { Operator, Session } from "@/lib/server/operators";
import { ownPath, signInPath } from "@/lib/shared/own-path";

/** Reads it only once per request. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const { operators } = core();
  const value = cookiesIn((await headers()).get("cookie"))[operators.sessionCookie];
  return value === undefined ? undefined : operators.sessionOfCookie(value, await operators.currentCaller());
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
