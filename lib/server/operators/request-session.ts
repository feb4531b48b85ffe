import "server-only";
import { decode } from "next-auth/jwt";
import { env } from "@/lib/env";
import { db } from "@/lib/server/db";
import type { Caller } from "./caller";
import { nextAuthSecret } from "@/lib/secret";
import { findSession, type Session, sessionKey } from "./session-store";

/** The name of the session's cookie. Over https browsers accept it only from this exact host. */
export const sessionCookie = (): string => `${env().isHttps ? "__Host-" : ""}next-auth.session-token`;

/** The value of a cookie in a `Cookie` header; undefined without it. */
function cookieIn(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The session that a cookie stands for; undefined for one that is not valid, or whose session has ended. */
export async function sessionOfCookie(
  value: string | undefined,
  caller: Caller,
): Promise<Session | undefined> {
  const token = await decode({ token: value, secret: nextAuthSecret() }).catch(() => null);
  return token?.sessionId === undefined ? undefined : findSession(db(), sessionKey(token.sessionId), caller);
}

interface SignedRequest {
  header(name: string): string | null;
  context: { clientAddress(): Promise<string>; userAgent: string };
}

/** Who sends a request to the panel API; undefined for nobody that is signed in. */
export async function requestSession({ header, context }: SignedRequest): Promise<Session | undefined> {
  const cookie = cookieIn(header("cookie"), sessionCookie());
  if (cookie === undefined) return undefined;
  const caller = { address: await context.clientAddress(), userAgent: context.userAgent };
  return sessionOfCookie(cookie, caller);
}
