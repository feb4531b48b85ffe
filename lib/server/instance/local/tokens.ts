import "server-only";
import type { Local } from "./context";
import { createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import jwt from "jsonwebtoken";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { prepared, type Row, type Tx } from "@/lib/server/db";
import { latestMoment } from "./snowflakes";

/**
 * Minimum length in bytes. Shorter secrets can be guessed, so tokens signed with them are refused
 * (docs/instance-api.md).
 */
const MINIMUM_SECRET_BYTES = 32;
const LONGEST_TOKEN = 2_048;

interface TokenClaims {
  userId: string;
  /** Seconds since 1970. */
  issuedAt: number;
  /** The row of a named token. The token is valid only while this row is valid. */
  namedId?: string | undefined;
  sessionId?: string | undefined;
}

/** Prefix of the `jti` of named tokens. The `jti` of a bot's token is random. Other programs may choose any `jti`. */
const NAMED = "named:";
/** Prefix of the `jti` of tokens that a panel session requested. */
const OF_SESSION = "session:";

interface Signing {
  secret: string;
  key: KeyObject;
  verified: Map<string, VerifiedClaims>;
}

/**
 * The cached result of verifying a token. A valid signature stays valid, so afterwards only the expiry is
 * checked.
 */
interface VerifiedClaims {
  claims: TokenClaims;
  expiresAt: number | null;
}

const MOST_VERIFIED = 1_000;

let cached: Signing | undefined;

function signingOf(secret: string | null): Signing | null {
  if (secret === null || Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES) return null;
  if (cached?.secret !== secret)
    cached = { secret, key: createSecretKey(secret, "utf8"), verified: new Map() };
  return cached;
}

/**
 * Returns the issue time (s) of a new token. The time is not before `validSince` (ms, rounded up to a
 * second), so that a token created right after a revocation is valid.
 */
export function issueSecond(validSince: number, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), Math.ceil(validSince / 1000));
}

/**
 * Returns a new `valid_tokens_since` (ms) that invalidates every token issued so far: one second after the
 * latest possible issue time.
 */
export function revocationMoment(validSince: number, now = Date.now()): number {
  return (issueSecond(validSince, now) + 1) * 1000;
}

export function issuedInTime(issuedAt: number, validSince: number): boolean {
  return issuedAt * 1000 >= validSince;
}

/**
 * Signs a token (HS256; `id`, `iat`, optional `exp`). Synchronous, because bot tokens are signed inside a
 * transaction, which blocks other transactions.
 * @param claims `unique` adds a random `jti`, so that two tokens created in the same second differ; `namedId` and
 * `sessionId` are stored in the `jti`
 * @throws AppError `unavailable` if `security.jwtSecret` is missing or too short
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
  const signing = signingOf(secret);
  if (!signing) {
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
  return jwt.sign(payload, signing.key, { algorithm: "HS256" });
}

/** Returns null if the token has expired, or if this secret did not sign it. */
export function verifyToken(secret: string | null, token: string): TokenClaims | null {
  const signing = signingOf(secret);
  if (!signing || token.length > LONGEST_TOKEN) return null;
  const { key, verified } = signing;
  const known = verified.get(token);
  if (known && (known.expiresAt === null || Date.now() < known.expiresAt * 1000)) return known.claims;
  const claims = claimsOf(token, key);
  if (!claims) return null;
  if (verified.size >= MOST_VERIFIED) verified.clear();
  verified.set(token, claims);
  return claims.claims;
}

function claimsOf(token: string, key: KeyObject): VerifiedClaims | null {
  try {
    const { header, payload } = jwt.verify(token, key, { algorithms: ["HS256"], complete: true });
    // Refuses critical header extensions (RFC 7515, 4.1.11), because none are supported.
    if (typeof payload === "string" || "crit" in header) return null;
    const { id, iat, jti, exp } = payload;
    if (typeof id !== "string" || !isSnowflake(id) || typeof iat !== "number") return null;
    const after = (start: string) =>
      typeof jti === "string" && jti.startsWith(start) ? jti.slice(start.length) : undefined;
    const claims = { userId: id, issuedAt: iat, namedId: after(NAMED), sessionId: after(OF_SESSION) };
    return { claims, expiresAt: exp ?? null };
  } catch (error) {
    // If the payload is not JSON, the library throws the SyntaxError from JSON.parse.
    if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function parseAuthorization(header: string | null): { token: string; bot: boolean } | null {
  const match = /^(?:(Bot|Bearer) +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header?.trim() ?? "");
  return match?.[2] ? { token: match[2], bot: match[1]?.toLowerCase() === "bot" } : null;
}

/**
 * Revokes every token issued to a user or bot, including tokens dated in the future because a clock was fast.
 * @returns the user's new `valid_tokens_since` (ms)
 */
export async function endTokens(
  tx: Tx,
  { id, valid_tokens_since: since }: Pick<Row<"users">, "id" | "valid_tokens_since">,
): Promise<number> {
  const valid_tokens_since = revocationMoment(since, await latestMoment(tx));
  await tx.updateTable("users").set({ valid_tokens_since }).where("id", "=", id).execute();
  return valid_tokens_since;
}

/** The minimum time (ms) between two updates of a token's last use. Each update needs a commit. */
const EXACT_TO = 60_000;

const tokenById = prepared((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom("user_tokens")
    .select(["api_token", "expires_at", "last_used_at", "revoked_at"])
    .where("id", "=", id)
    .where("user_id", "=", userId),
);
const setLastUsed = prepared((db, { at, id }: { at: number; id: string }) =>
  db.updateTable("user_tokens").set({ last_used_at: at }).where("id", "=", id),
);

/**
 * Returns the row of a named token that is neither revoked nor expired. The row is read on every request, so that a
 * revocation takes effect immediately on every replica.
 */
export async function validNamedToken(
  { db, log }: Pick<Local, "db" | "log">,
  id: string,
  userId: string,
): Promise<{ api_token: string | null } | undefined> {
  const [row] = isSnowflake(id) ? await tokenById(db, { id, userId }) : [];
  const now = Date.now();
  if (!row || row.revoked_at !== null || row.expires_at <= now) return undefined;
  if (row.last_used_at === null || now - row.last_used_at >= EXACT_TO) await noteUse({ db, log }, id, now);
  return row;
}

/** Catches errors, because the request must not fail if recording fails. */
async function noteUse({ db, log }: Pick<Local, "db" | "log">, id: string, at: number): Promise<void> {
  try {
    await setLastUsed(db, { at, id });
  } catch (err) {
    log.warn({ err, token: id }, "The last use of a token could not be recorded");
  }
}

export async function endNamedTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("user_tokens")
    .set({ revoked_at: Date.now() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}
