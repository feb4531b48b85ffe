import "server-only";
import { createHmac, createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { isSnowflake } from "@/lib/directory/snowflake";
import { AppError } from "../errors";

/** A shorter secret can be guessed, so no token counts (spec/decisions.md). Bytes. */
const MINIMUM_SECRET_BYTES = 32;
const LONGEST_TOKEN = 2_048;

export interface TokenClaims {
  userId: string;
  /** Seconds since 1970. */
  issuedAt: number;
}

let cached: { secret: string; key: KeyObject } | undefined;

function signingKey(secret: string | null): KeyObject | null {
  if (secret === null || Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES) return null;
  if (cached?.secret !== secret) cached = { secret, key: createSecretKey(secret, "utf8") };
  return cached.key;
}

/**
 * The second that a new token bears. Tokens count seconds and revocation counts milliseconds, so a token made in the
 * second of a revocation bears the next one: it is valid, and everything older is not.
 */
export function issueSecond(validSince: number, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), Math.ceil(validSince / 1000));
}

/** The `valid_tokens_since` (ms) that makes every token issued so far invalid: the start of a second nobody has used. */
export function revocationMoment(validSince: number, now = Date.now()): number {
  return (issueSecond(validSince, now) + 1) * 1000;
}

/** Whether a token issued at `issuedAt` (s) is still valid for a user with `validSince` (ms). */
export function issuedInTime(issuedAt: number, validSince: number): boolean {
  return issuedAt * 1000 >= validSince;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const HEADER = encode({ alg: "HS256", typ: "JWT" });

/**
 * Signs a token (HS256; `id`, `iat`, optional `exp`). At once, where jose would send the signature through the thread
 * pool: bots' tokens are signed in the transaction that makes the bot, and others wait for its end.
 * @param claims `unique` adds a random `jti`, so that two tokens of one second differ
 * @throws AppError `unavailable` while there is no usable `security.jwtSecret`
 */
export function signToken(
  secret: string | null,
  { userId, issuedAt, expiresAt, unique }: TokenClaims & { expiresAt?: number; unique?: boolean },
): string {
  const key = signingKey(secret);
  if (!key) {
    throw new AppError(
      "unavailable",
      `No token can be issued: security.jwtSecret is missing or shorter than ${MINIMUM_SECRET_BYTES} bytes. Generate a new one in the security settings.`,
    );
  }
  const payload = { id: userId, iat: issuedAt, exp: expiresAt, ...(unique && { jti: randomUUID() }) };
  const signed = `${HEADER}.${encode(payload)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

interface Verified extends TokenClaims {
  /** Seconds since 1970. */
  expiresAt: number | null;
}

/** Tokens whose signature was right, by key: a client sends the same one with every request. */
const verified = new WeakMap<KeyObject, Map<string, Verified>>();
const MOST_VERIFIED = 5_000;

function remember(key: KeyObject, token: string, claims: Verified): void {
  const known = verified.get(key) ?? new Map<string, Verified>();
  verified.set(key, known);
  if (known.size >= MOST_VERIFIED) known.clear();
  known.set(token, claims);
}

const notExpired = ({ expiresAt, userId, issuedAt }: Verified): TokenClaims | null =>
  expiresAt !== null && expiresAt <= Math.floor(Date.now() / 1000) ? null : { userId, issuedAt };

/** The claims of a token that this secret signed and that has not expired, or null. */
export async function verifyToken(secret: string | null, token: string): Promise<TokenClaims | null> {
  const key = signingKey(secret);
  if (!key || token.length > LONGEST_TOKEN) return null;
  const known = verified.get(key)?.get(token);
  if (known) return notExpired(known);
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], requiredClaims: ["id", "iat"] });
    const { id, iat, exp, nbf } = payload;
    if (typeof id !== "string" || !isSnowflake(id) || typeof iat !== "number") return null;
    const claims = { userId: id, issuedAt: iat, expiresAt: exp ?? null };
    // What is valid from some moment on only is judged by jose each time.
    if (nbf === undefined) remember(key, token, claims);
    return notExpired(claims);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** What an `Authorization` header carries; `bot` when it says that the token is a bot's. Null when it carries nothing. */
export function parseAuthorization(header: string | null): { token: string; bot: boolean } | null {
  const match = /^(?:(Bot|Bearer) +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header?.trim() ?? "");
  return match?.[2] ? { token: match[2], bot: match[1]?.toLowerCase() === "bot" } : null;
}
