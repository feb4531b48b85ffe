import "server-only";
import { type Db, nameKey, type NewRow, prepared, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { NamedUser } from "@/lib/shared/contract/fields";
import { normalizeName } from "./names";
import {
  endNamedTokens,
  endTokens,
  validNamedToken,
  issuedInTime,
  issueSecond,
  parseAuthorization,
  signToken,
  verifyToken,
} from "./tokens";
import { atomically, type Local, settingsOrDefaults, userForUpdate } from "./context";

const userById = prepared((db, { id }: { id: string }) =>
  db.selectFrom("users").selectAll().where("id", "=", id).where("deleted", "=", 0),
);

export const findUser = async (db: Db | Tx, id: string) =>
  isSnowflake(id) ? (await userById(db, { id }))[0] : undefined;

export const insertUser = prepared((db, row: NewRow<"users">) => db.insertInto("users").values(row));

/** Tokens issued in the same second as its creation are valid. */
export function newUser(
  user: { id: string; username: string; bot: boolean; rights: string },
  now = Date.now(),
) {
  return {
    ...user,
    username_key: nameKey(user.username),
    bot: user.bot ? 1 : 0,
    disabled: 0,
    deleted: 0,
    valid_tokens_since: Math.floor(now / 1000) * 1000,
    created_at: now,
  };
}

export function users(local: Local) {
  const { db, jwtSecret, settings } = local;

  return {
    /**
     * Creates a person's account with the rights in `register.defaultRights`.
     * @throws `invalid-input` at `username`
     */
    async createUser({ username }: { username: string }): Promise<NamedUser> {
      const live = await settingsOrDefaults(local);
      const name = normalizeName(username, live.get("limits.user.maxUsername"), "username");
      const rights = live.get("register.defaultRights");
      return atomically(local, async (tx) => {
        const row = newUser({ id: local.snowflakes.next(), username: name, bot: false, rights });
        await insertUser(tx, row);
        return { id: row.id, username: name };
      });
    },

    async revokeUserTokens(id: string): Promise<void> {
      await atomically(local, async (tx) => {
        const row = await userForUpdate(tx, id);
        if (!row) return;
        await endTokens(tx, row);
        await endNamedTokens(tx, id);
      });
    },

    /**
     * Revokes a user's tokens except named tokens, which stay valid until they expire or are revoked
     * separately.
     */
    async revokeUnnamedTokens(id: string): Promise<void> {
      await atomically(local, async (tx) => {
        const row = await userForUpdate(tx, id);
        if (row) await endTokens(tx, row);
      });
    },

    /**
     * Signs a token for a user or bot.
     * @param options without `expiresInSeconds`, the token is valid until it is revoked; `sessionId` is the panel
     * session that requested it
     * @throws `unavailable` without a usable `security.jwtSecret`; `not-found` for an unknown user
     */
    async issueUserToken(
      id: string,
      { expiresInSeconds, sessionId }: { expiresInSeconds?: number; sessionId?: string } = {},
    ): Promise<{ token: string; expiresAt: number | null }> {
      const row = await findUser(db, id);
      if (!row) throw new AppError("not-found", "This user no longer exists. Reload the page.");
      if (row.disabled === 1)
        throw new AppError(
          "conflict",
          `The account ${row.username} is disabled, so its tokens do not work. Enable the account first.`,
        );
      const issuedAt = issueSecond(row.valid_tokens_since);
      const expiresAt = expiresInSeconds === undefined ? undefined : issuedAt + expiresInSeconds;
      const token = signToken(await jwtSecret(), { userId: id, issuedAt, expiresAt, sessionId });
      return { token, expiresAt: expiresAt === undefined ? null : expiresAt * 1000 };
    },

    /** @throws `unauthorized` */
    async authenticate(authorization: string | null): Promise<Caller> {
      const presented = parseAuthorization(authorization);
      if (!presented) throw new AppError("unauthorized");
      const claims = verifyToken((await settings()).get("security.jwtSecret"), presented.token);
      const row = claims && (await findUser(db, claims.userId));
      if (!row || row.disabled === 1) throw new AppError("unauthorized");
      // A named token is valid as long as its row is valid, even if the user's other tokens are revoked.
      const named =
        claims.namedId === undefined ? undefined : await validNamedToken(local, claims.namedId, row.id);
      const isValid =
        claims.namedId === undefined ? issuedInTime(claims.issuedAt, row.valid_tokens_since) : named;
      if (!isValid) throw new AppError("unauthorized");
      // Refuses a person's token if the header declares it as a bot token.
      if (presented.bot && row.bot === 0) throw new AppError("unauthorized");
      const { sessionId } = claims;
      return {
        id: row.id,
        username: row.username,
        bot: row.bot === 1,
        rights: BigInt(row.rights),
        sessionId,
        apiToken: named?.api_token ?? undefined,
      };
    },
  };
}

export interface Caller {
  id: string;
  username: string;
  bot: boolean;
  rights: bigint;
  sessionId?: string | undefined;
  apiToken?: string | undefined;
}

/**
 * Instance-wide rights that the panel checks. Other servers with this API use the same bits
 * (`register.defaultRights`).
 */
export const Right = {
  /** Includes every other right. */
  OPERATOR: 1n << 0n,
  BYPASS_RATE_LIMITS: 1n << 9n,
} as const;

export function hasRight(rights: bigint, right: bigint): boolean {
  return (rights & (right | Right.OPERATOR)) !== 0n;
}
