import "server-only";
import { byOperator, unproven } from "@/lib/shared/author";
import type { NextAuthOptions, User, LoggerInstance } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Logger } from "pino";
import { type PasskeyAnswer, passkeyAnswer } from "@/lib/shared/contract/factors";
import { type Caller, currentCaller } from "./caller";
import { type AddPerson, enterFromProvider } from "./oidc/enter";
import { type Claims, grantOf, PROVIDER_TIMEOUT, wellKnownOf } from "./oidc/provider";
import { cookiePrefix } from "./request-session";
import type { OperatorsRoom } from "./room";
import { endSession, leaveSession, LONGEST, type Session, sessionKey } from "./session-store";
import { type PasswordAttempt, signIn, signInByPasskey } from "./sign-in";
import type { Operator } from "./operators";
import { parsedJson } from "@/lib/shared/json/value";
import { keyOf } from "@/lib/shared/contract/username";

/**
 * Errors that next-auth reports for invalid or outdated cookies. Anybody can send an invalid cookie, so these
 * errors are logged only at level `debug`.
 */
const OF_COOKIES = ["JWT_SESSION_ERROR", "INVALID_CALLBACK_URL_ERROR"];

const errorIn = (metadata: unknown): unknown =>
  metadata instanceof Error || typeof metadata !== "object" || metadata === null || !("error" in metadata)
    ? metadata
    : metadata.error;

/** Logs next-auth's messages in the panel's format. By default, next-auth prints plain text. */
const authLog = (log: Logger): LoggerInstance => ({
  error(code, metadata) {
    const error = errorIn(metadata);
    const reason = error instanceof Error ? error.message : undefined;
    if (OF_COOKIES.includes(code)) log.debug({ code, reason }, "A session's cookie was not accepted");
    // Log only a warning, because anybody can cause these errors. Omit the metadata, which contains the
    // provider's tokens.
    else if (code.includes("OAUTH"))
      log.warn({ code, reason: reason?.slice(0, 300) }, "A sign-in at the OpenID Connect provider failed");
    else log.error({ code, err: error }, "next-auth reports an error");
  },
  warn: (code) => log.warn({ code }, "next-auth warns"),
  debug: (code) => log.debug({ code }, "next-auth"),
});

declare module "next-auth" {
  interface User {
    /** A random id. Its hash is the key of the session's row. */
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
 * Cookie options. Because of the prefix `__Host-` over HTTPS, no sibling domain can set the cookie. By
 * default, next-auth uses this prefix only for its CSRF cookie. Below a path, the path separates panels of one host.
 */
const cookiesOf = ({ env }: OperatorsRoom) => {
  const path = env.basePath || "/";
  const options = { httpOnly: true, sameSite: "lax", path, secure: env.isHttps } as const;
  const named = (name: string) => ({ name: `${cookiePrefix(env)}next-auth.${name}`, options });
  const dance = (name: string) => ({ ...named(name), options: { ...options, maxAge: 15 * 60 } });
  return {
    pkceCodeVerifier: dance("pkce.code_verifier"),
    state: dance("state"),
    nonce: dance("nonce"),
    sessionToken: named("session-token"),
    callbackUrl: named("callback-url"),
    csrfToken: named("csrf-token"),
  };
};

export interface SignInAndOut {
  addPerson: AddPerson;
  currentSession: () => Promise<Session | undefined>;
  /** Called after a sign-in from an address that the operator has not used before. */
  onNewAddress: (operator: Operator, caller: Caller) => void;
  onSignOut: (operator: Operator) => Promise<void>;
}

/**
 * Its database sessions do not work with the credentials provider, so the cookie contains the random id of a
 * row in the panel's table (`session-store.ts`). The row decides how long the session is valid. The cookie
 * lasts as long as the longest session.
 */
export function authOptions(room: OperatorsRoom, routes: SignInAndOut): NextAuthOptions {
  const { db, env, audit, ended } = room;
  /**
   * Ends the previous session, because the new cookie replaces the cookie of that session. The browser's
   * other tabs are notified after the new cookie is set.
   */
  const endReplaced = async () => {
    const replaced = await routes.currentSession();
    if (replaced) await endSession(db, replaced.operator.id, replaced.id);
  };
  return {
    secret: room.secret,
    logger: authLog(room.log),
    session: { strategy: "jwt", maxAge },
    jwt: { maxAge },
    pages: { signIn: `${env.basePath}/login`, error: `${env.basePath}/login` },
    useSecureCookies: env.isHttps,
    cookies: cookiesOf(room),
    providers: [
      ...providers(room),
      {
        id: "credentials",
        type: "credentials",
        name: "Operator",
        // Only next-auth's own sign-in page uses them.
        credentials: {},
        async authorize(credentials) {
          const evidence = evidenceIn(credentials ?? {});
          if (!evidence) return null;
          const caller = await currentCaller();
          const user = await enter(room, evidence, caller, routes.onNewAddress);
          if (user) await endReplaced();
          return user;
        },
      } satisfies CredentialsConfig,
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        const { oidc } = env;
        if (account?.provider !== PROVIDER) return true;
        const { sub } = { ...profile };
        if (!oidc || sub === undefined) return false;
        const person = {
          issuer: oidc.issuer,
          claims: { ...profile, sub },
          grant: grantOf({ access_token: account.access_token, refresh_token: account.refresh_token }),
        };
        const caller = await currentCaller();
        const entered = await enterFromProvider(room, oidc, person, caller, routes.addPerson).catch(
          unavailable(room),
        );
        if ("refusal" in entered) return `${env.basePath}/login?error=oidc-${entered.refusal}`;
        user.sessionId = entered.sessionId;
        if (entered.isNewAddress) routes.onNewAddress(entered.operator, caller);
        await endReplaced();
        return true;
      },
      jwt: ({ token, user }) => (user ? { ...token, sessionId: user.sessionId } : token),
    },
    events: {
      async signOut({ token }) {
        const operator = await leaveSession(db, sessionKey(token.sessionId ?? ""));
        if (!operator) return;
        void ended.announceEndedSessions();
        // Before the entry, because a person who signs out must be signed out even if the entry cannot be written.
        await routes.onSignOut(operator);
        await audit.recordAudit(db, { actor: byOperator(operator.username), action: "sign-out" });
      },
    },
  };
}

const PROVIDER = "oidc";

function providers({ env, provider }: OperatorsRoom): OAuthConfig<Claims>[] {
  const { oidc } = env;
  if (!oidc) return [];
  return [
    {
      id: PROVIDER,
      name: oidc.name,
      type: "oauth",
      wellKnown: wellKnownOf(oidc),
      clientId: oidc.clientId,
      clientSecret: oidc.clientSecret,
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: oidc.scopes } },
      httpOptions: { timeout: PROVIDER_TIMEOUT },
      userinfo: { request: ({ client, tokens }) => provider.claimsOf(client, tokens) },
      // The session does not exist yet. The callback `signIn` starts it and sets this id.
      profile: ({ sub }) => ({ id: sub, sessionId: "" }),
    },
  ];
}

/**
 * Logs the error, and throws a new one without details, because next-auth puts the message into the redirect
 * URL.
 */
const unavailable =
  ({ log }: OperatorsRoom) =>
  (err: unknown): never => {
    log.error({ err }, "A sign-in could not be checked");
    throw new Error("unavailable");
  };

type Evidence = PasswordAttempt | { passkey: PasskeyAnswer };

function evidenceIn({
  username,
  password,
  code,
  newPassword,
  passkey,
}: Record<string, unknown>): Evidence | null {
  // The browser's answer to `POST /api/auth/passkey` as JSON.
  if (typeof passkey === "string") {
    const answer = passkeyAnswer.safeParse(parsedJson(passkey));
    return answer.success ? { passkey: answer.data } : null;
  }
  if (typeof username !== "string" || typeof password !== "string") return null;
  // PostgreSQL rejects NUL in a query.
  if (username.includes("\0")) return null;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { username, password, code: text(code), newPassword: text(newPassword) };
}

/**
 * Returns null if the name or password is wrong.
 * @throws Error whose message is the error code that next-auth passes to the sign-in page
 */
async function enter(
  room: OperatorsRoom,
  evidence: Evidence,
  caller: Caller,
  onNewAddress: SignInAndOut["onNewAddress"],
): Promise<User | null> {
  const attempt =
    "passkey" in evidence ? signInByPasskey(room, evidence.passkey, caller) : signIn(room, evidence, caller);
  const result = await attempt.catch(unavailable(room));
  if ("operator" in result) {
    const { id, username } = result.operator;
    if (result.isNewAddress) onNewAddress(result.operator, caller);
    return { id: String(id), name: username, sessionId: result.sessionId };
  }
  // These two errors are not failures: the sign-in page asks for the second factor or a new password.
  if (result.error === "factor") throw new Error(`factor:${result.ways.join(",")}`);
  if (result.error === "new-password") throw new Error(`new-password:${result.refusal ?? ""}`);
  await recordFailedSignIn(room, "username" in evidence ? evidence.username : "").catch(unavailable(room));
  if (result.error === "code") throw new Error("code");
  if (result.error === "throttled") throw new Error(`throttled:${result.retryAfter}`);
  return null;
}

const LONGEST_NAME = 128;

async function knownName({ db }: OperatorsRoom, typed: string): Promise<string | undefined> {
  if (typed.length > LONGEST_NAME) return undefined;
  const row = await db
    .selectFrom("operators")
    .select("username")
    .where("username_key", "=", keyOf(typed))
    .executeTakeFirst();
  return row?.username;
}

/**
 * The typed name is stored only if an operator has this name, because people sometimes type their password
 * into this field.
 */
async function recordFailedSignIn(room: OperatorsRoom, typed: string): Promise<void> {
  const actor = unproven((await knownName(room, typed)) ?? "unknown user");
  await room.audit.recordFailure(room.db, { actor, action: "sign-in.failed" });
}
