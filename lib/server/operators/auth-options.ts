import "server-only";
import type { NextAuthOptions, User, LoggerInstance } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { recordAudit, recordFailure } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type PasskeyAnswer, passkeyAnswer } from "@/lib/shared/contract/factors";
import type { Credentials as OwnCredentials } from "./factors/confirm";
import { type Caller, currentCaller } from "./caller";
import { announceEndedSessions } from "./ended-sessions";
import { sessionCookie } from "./request-session";
import { nextAuthSecret } from "@/lib/secret";
import { endSession, findSession, LONGEST, type Session, sessionKey } from "./session-store";
import { signIn, signInByPasskey } from "./sign-in";
import type { Operator } from "./operators";
import { keyOf } from "@/lib/shared/contract/username";

/** Errors caused by a foreign or outdated cookie: anybody can send one, so they are not errors of the panel. */
const OF_COOKIES = ["JWT_SESSION_ERROR", "INVALID_CALLBACK_URL_ERROR"];

const errorIn = (metadata: unknown): unknown =>
  metadata instanceof Error || typeof metadata !== "object" || metadata === null || !("error" in metadata)
    ? metadata
    : metadata.error;

/** Sends next-auth's messages to our log in our format; by default it prints several lines of plain text. */
const authLog: LoggerInstance = {
  error(code, metadata) {
    const error = errorIn(metadata);
    const reason = error instanceof Error ? error.message : undefined;
    if (OF_COOKIES.includes(code)) log().debug({ code, reason }, "A session's cookie was not accepted");
    else log().error({ code, err: error }, "next-auth reports an error");
  },
  warn: (code) => log().warn({ code }, "next-auth warns"),
  debug: (code) => log().debug({ code }, "next-auth"),
};

declare module "next-auth" {
  interface User {
    /** Random; its hash is the key of the session's row. */
    sessionId: string;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
  }
}

const maxAge = LONGEST / 1000;

/**
 * Over https, uses cookies that browsers accept only from this exact host, so that no sibling domain can set one.
 * next-auth only does this for its CSRF cookie; the others get `__Secure-`.
 */
const onlyThisHost = { httpOnly: true, sameSite: "lax", path: "/", secure: true } as const;
const hostCookies = () => ({
  sessionToken: { name: sessionCookie(), options: onlyThisHost },
  callbackUrl: { name: "__Host-next-auth.callback-url", options: onlyThisHost },
});

/** What next-auth's own routes call. */
export interface SignInAndOut {
  /** The browser's current session, if any. */
  currentSession: () => Promise<Session | undefined>;
  /** Called when an operator has signed in from an address for the first time. Must not throw; nobody waits for it. */
  onNewAddress: (operator: Operator, caller: Caller) => void;
  /** Called with the session that just ended. */
  onSignOut: (operator: Operator) => Promise<void>;
}

/**
 * Options for next-auth with its credentials provider. Its database sessions do not work with that provider, so its
 * cookie holds a random id for a row of ours (`session-store.ts`). The row decides how long the session is valid; the
 * cookie lasts as long as the longest session.
 */
export function authOptions(routes: SignInAndOut): NextAuthOptions {
  return {
    secret: nextAuthSecret(),
    logger: authLog,
    session: { strategy: "jwt", maxAge },
    jwt: { maxAge },
    pages: { signIn: "/login", error: "/login" },
    useSecureCookies: env().isHttps,
    cookies: env().isHttps ? hostCookies() : undefined,
    providers: [
      Credentials({
        name: "Operator",
        credentials: {
          username: { label: "Username" },
          password: { label: "Password", type: "password" },
          /** From an authenticator, or a recovery code. */
          code: { label: "Code" },
          /** Instead of all: the browser's answer to `POST /api/auth/passkey`, as JSON. */
          passkey: { label: "Passkey", type: "hidden" },
        },
        async authorize(credentials) {
          const evidence = evidenceIn(credentials ?? {});
          if (!evidence) return null;
          const caller = await currentCaller();
          const user = await enter(evidence, caller, routes.onNewAddress);
          const replaced = user && (await routes.currentSession());
          // The browser gets a new cookie, so its previous session has ended. Its other tabs are notified once
          // the cookie is set.
          if (replaced) await endSession(db(), replaced.operator.id, replaced.id);
          return user;
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, sessionId: user.sessionId } : token),
    },
    events: {
      async signOut({ token }) {
        const key = sessionKey(token.sessionId ?? "");
        const session = await findSession(db(), key);
        if (!session) return;
        const { operator } = session;
        await endSession(db(), operator.id, key);
        void announceEndedSessions();
        await recordAudit(db(), { actor: operator.username, action: "sign-out" });
        await routes.onSignOut(operator);
      },
    },
  };
}

/** next-auth puts an error's message into the redirect URL, so details go only to the log. */
function unavailable(err: unknown): never {
  log().error({ err }, "A sign-in could not be checked");
  throw new Error("unavailable");
}

type Evidence = OwnCredentials | { passkey: PasskeyAnswer };

function evidenceIn({ username, password, code, passkey }: Record<string, unknown>): Evidence | null {
  if (typeof passkey === "string") {
    const answer = passkeyAnswer.safeParse(parsed(passkey));
    return answer.success ? { passkey: answer.data } : null;
  }
  if (typeof username !== "string" || typeof password !== "string") return null;
  // PostgreSQL rejects a query with NUL in it.
  if (username.includes("\0")) return null;
  return { username, password, code: typeof code === "string" ? code : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The user that next-auth makes a cookie for; null where name or password is wrong.
 * @throws Error next-auth hands its message to the sign-in page as its error code
 */
async function enter(
  evidence: Evidence,
  caller: Caller,
  onNewAddress: SignInAndOut["onNewAddress"],
): Promise<User | null> {
  const attempt =
    "passkey" in evidence ? signInByPasskey(db(), evidence.passkey, caller) : signIn(db(), evidence, caller);
  const result = await attempt.catch(unavailable);
  if ("operator" in result) {
    const { id, username } = result.operator;
    if (result.isNewAddress) onNewAddress(result.operator, caller);
    return { id: String(id), name: username, sessionId: result.sessionId };
  }
  // Nothing has failed yet: the sign-in page goes on to the second factor.
  if (result.error === "factor") throw new Error(`factor:${result.ways.join(",")}`);
  await recordFailedSignIn("username" in evidence ? evidence.username : "").catch(unavailable);
  if (result.error === "code") throw new Error("code");
  if (result.error === "throttled") throw new Error(`throttled:${result.retryAfter}`);
  return null;
}

/** Longer than any username, even before normalization. */
const LONGEST_NAME = 128;

async function knownName(typed: string): Promise<string | undefined> {
  if (typed.length > LONGEST_NAME || typed.includes("\0")) return undefined;
  const row = await db()
    .selectFrom("operators")
    .select("username")
    .where("username_key", "=", keyOf(typed))
    .executeTakeFirst();
  return row?.username;
}

/**
 * Records a refused sign-in. A name that is not an operator's is not stored: people type passwords into the wrong box.
 */
async function recordFailedSignIn(typed: string): Promise<void> {
  const actor = (await knownName(typed)) ?? "unknown user";
  await recordFailure(db(), { actor, action: "sign-in.failed" });
}
