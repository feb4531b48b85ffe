import "server-only";
import { createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import jwt from "jsonwebtoken";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";

/**
 * Minimum length in bytes. A shorter secret can be guessed, so no token signed with one is accepted
 * (docs/instance-api.md).
 */
const MINIMUM_SECRET_BYTES = 32;
const LONGEST_TOKEN = 2_048;

export interface TokenClaims {
  userId: string;
  /** Seconds since 1970. */
  issuedAt: number;
  /** The row of a named token, with which the token ends (`user-tokens.ts`). */
  namedId?: string | undefined;
  /** The panel's session that the token was issued for. */
  sessionId?: string | undefined;
}

/**
 * Prefix of the `jti` of named tokens. Bots' tokens have a random `jti`, and tokens signed elsewhere their own.
 */
const NAMED = "named:";
/** Prefix of the `jti` of tokens issued to pages. */
const OF_SESSION = "session:";

let cached: { secret: string; key: KeyObject } | undefined;

function signingKey(secret: string | null): KeyObject | null {
  if (secret === null || Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES) return null;
  if (cached?.secret !== secret) cached = { secret, key: createSecretKey(secret, "utf8") };
  return cached.key;
}

/**
 * The issue time (s) of a new token. Tokens count seconds and revocation counts milliseconds, so a token created
 * in the second of a revocation is dated to the next second: it is valid, and all older tokens are not.
 */
export function issueSecond(validSince: number, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), Math.ceil(validSince / 1000));
}

/**
 * The `valid_tokens_since` (ms) that invalidates every token issued so far: the start of a second that no token
 * has used.
 */
export function revocationMoment(validSince: number, now = Date.now()): number {
  return (issueSecond(validSince, now) + 1) * 1000;
}

/** Whether a token issued at `issuedAt` (s) is still valid for a user with `validSince` (ms). */
export function issuedInTime(issuedAt: number, validSince: number): boolean {
  return issuedAt * 1000 >= validSince;
}

/**
 * Signs a token (HS256; `id`, `iat`, optional `exp`). It is synchronous, because bots' tokens are signed in the
 * transaction that creates the bot, and others wait for its end.
 * @param claims `unique` adds a random `jti`, so that two tokens of one second differ; `namedId` adds one that
 * names its row, `sessionId` one that names the panel's session
 * @throws AppError `unavailable` while there is no usable `security.jwtSecret`
 */
export function signToken(
  secret: string | null,
  {
    userId,
    issuedAt,
    expiresAt,
    unique,
    namedId,
    sessionId,
  }: TokenClaims & { expiresAt?: number; unique?: boolean },
): string {
  const key = signingKey(secret);
  if (!key) {
    throw new AppError(
      "unavailable",
      `No token can be created, because security.jwtSecret is not set or shorter than ${MINIMUM_SECRET_BYTES} bytes. Generate a new one in the security settings.`,
    );
  }
  const payload = {
    id: userId,
    iat: issuedAt,
    ...(expiresAt !== undefined && { exp: expiresAt }),
    ...(unique && { jti: randomUUID() }),
    ...(namedId !== undefined && { jti: `${NAMED}${namedId}` }),
    ...(sessionId !== undefined && { jti: `${OF_SESSION}${sessionId}` }),
  };
  return jwt.sign(payload, key, { algorithm: "HS256" });
}

/** The claims of a token that this secret signed and that has not expired, or null. */
export function verifyToken(secret: string | null, token: string): TokenClaims | null {
  const key = signingKey(secret);
  if (!key || token.length > LONGEST_TOKEN) return null;
  try {
    const { header, payload } = jwt.verify(token, key, { algorithms: ["HS256"], complete: true });
    // Critical header extensions (RFC 7515, 4.1.11), none of which are supported.
    if (typeof payload === "string" || "crit" in header) return null;
    const { id, iat, jti } = payload;
    if (typeof id !== "string" || !isSnowflake(id) || typeof iat !== "number") return null;
    const after = (start: string) =>
      typeof jti === "string" && jti.startsWith(start) ? jti.slice(start.length) : undefined;
    return { userId: id, issuedAt: iat, namedId: after(NAMED), sessionId: after(OF_SESSION) };
  } catch (error) {
    // The library does not wrap JSON.parse's error for a payload that is not JSON.
    if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The token in an `Authorization` header. `bot`: whether the header declares it as a bot's. Null without a token.
 */
export function parseAuthorization(header: string | null): { token: string; bot: boolean } | null {
  const match = /^(?:(Bot|Bearer) +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header?.trim() ?? "");
  return match?.[2] ? { token: match[2], bot: match[1]?.toLowerCase() === "bot" } : null;
}
