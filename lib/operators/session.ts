import "server-only";
import { cache } from "react";
import { redirect } from "next/navigation";
import type { NextAuthOptions } from "next-auth";
import { getServerSession } from "next-auth/next";
import Credentials from "next-auth/providers/credentials";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { PEER_HEADER } from "@/lib/request-headers";
import { nextAuthSecret } from "./secret";
import { signIn } from "./sign-in";
import { type Operator, operatorOfSession } from "./operators";

declare module "next-auth" {
  interface Session {
    operatorId: number;
    /** The operator's mark at the sign-in (`operatorOfSession`). */
    sessionsValidSince: number;
  }
  interface User {
    sessionsValidSince: number;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    operatorId?: number;
    sessionsValidSince?: number;
  }
}

/** How long a session lasts without a visit, in seconds. */
const sessionSeconds = 7 * 24 * 60 * 60;

/** next-auth: the credentials provider, sessions as signed cookies that the database can end (`operatorOfSession`). */
export function authOptions(): NextAuthOptions {
  return {
    secret: nextAuthSecret(),
    session: { strategy: "jwt", maxAge: sessionSeconds },
    pages: { signIn: "/login", error: "/login" },
    useSecureCookies: env().publicUrl.startsWith("https://"),
    providers: [
      Credentials({
        name: "Operator",
        credentials: { username: { label: "User name" }, password: { label: "Password", type: "password" } },
        async authorize(credentials, request) {
          const { username, password } = credentials ?? {};
          if (typeof username !== "string" || typeof password !== "string") return null;
          const address: unknown = request.headers?.[PEER_HEADER];
          const result = await signIn(username, password, typeof address === "string" ? address : "unknown");
          if ("operator" in result) {
            const { id, username: name, sessionsValidSince } = result.operator;
            return { id: String(id), name, sessionsValidSince };
          }
          // next-auth hands the error's message to the sign-in page as its error code.
          if (result.error === "throttled") throw new Error(`throttled:${result.retryAfter}`);
          return null;
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        if (!user) return token;
        return { ...token, operatorId: Number(user.id), sessionsValidSince: user.sessionsValidSince };
      },
      session({ session, token }) {
        const { operatorId = 0, sessionsValidSince = 0 } = token;
        return { ...session, operatorId, sessionsValidSince };
      },
    },
  };
}

/** The signed-in operator of this request, or undefined. Asked once per request, however many ask. */
export const currentOperator = cache(async (): Promise<Operator | undefined> => {
  const session = await getServerSession(authOptions());
  return session ? operatorOfSession(db(), session.operatorId, session.sessionsValidSince) : undefined;
});

/**
 * For an answer that stays open: a function that tells whether the session of this request still holds. It can be called
 * when the request itself is over.
 */
export async function sessionCheck(): Promise<() => Promise<boolean>> {
  const session = await getServerSession(authOptions());
  // Outside of next-auth's own routes the session comes without its `expires`; it held just now, so it ends by then.
  const end = Date.now() + sessionSeconds * 1000;
  return async () =>
    session !== null &&
    Date.now() < end &&
    (await operatorOfSession(db(), session.operatorId, session.sessionsValidSince)) !== undefined;
}

/** The guard of every signed-in page, called first in each: sends whoever is not signed in to the sign-in page. */
export async function requireOperator(): Promise<Operator> {
  return (await currentOperator()) ?? redirect("/login");
}
