import "server-only";
import type { Db, Row, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { TimeCursor, UserToken } from "./types";
import { atomically, type Local } from "./context";
import { normaliseName } from "./names";
import { pageOf } from "./pages";
import { signToken } from "./tokens";
import { findPerson, lockPerson } from "./user-lists";

const LONGEST_NAME = 60;

const asToken = (row: Row<"user_tokens">): UserToken => ({
  id: row.id,
  name: row.name,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
});

/** Newest first. */
export const tokenPage = (db: Db | Tx, userId: string, limit: number, after?: readonly [number, string]) =>
  pageOf(db.selectFrom("user_tokens").selectAll().where("user_id", "=", userId), ["created_at", "id"], {
    limit,
    after,
    descending: true,
  });

/** Named tokens of users, which can be revoked individually. Only their metadata is stored, not the tokens. */
export function userTokens(local: Local) {
  const { db, jwtSecret, snowflakes } = local;

  return {
    /** Newest first, including expired and revoked tokens. */
    async listUserTokens(
      id: string,
      { limit, after }: { limit: number; after?: TimeCursor },
    ): Promise<UserToken[]> {
      await findPerson(db, id);
      const rows = await tokenPage(db, id, limit, after && [after.at, after.id]).execute();
      return rows.map(asToken);
    },

    /**
     * Signs a named token. It ends when it expires, when it is revoked, or when all of the user's tokens are revoked.
     * @throws `invalid-input` at `name`; `conflict` for a disabled account; `unavailable` without a usable secret
     */
    async issueNamedToken(
      userId: string,
      input: { name: string; expiresAt: number; createdBy: string },
    ): Promise<{ token: string; entry: UserToken; username: string }> {
      const name = normaliseName(input.name, LONGEST_NAME);
      const key = await jwtSecret();
      return atomically(local, async (tx) => {
        const { username, disabled } = await lockPerson(tx, userId);
        if (disabled === 1)
          throw new AppError(
            "conflict",
            `${username} is disabled, so their tokens do not work. Enable the account first.`,
          );
        const now = Date.now();
        const row = {
          id: snowflakes.next(),
          user_id: userId,
          name,
          created_by: input.createdBy,
          created_at: now,
          expires_at: input.expiresAt,
          last_used_at: null,
          revoked_at: null,
        };
        const token = signToken(key, {
          userId,
          issuedAt: Math.floor(now / 1000),
          expiresAt: Math.ceil(input.expiresAt / 1000),
          namedId: row.id,
        });
        await tx.insertInto("user_tokens").values(row).execute();
        return { token, entry: asToken(row), username };
      });
    },

    /**
     * Revokes a token at once on every replica. Does nothing if the token is already revoked.
     * @throws `not-found` for an unknown token
     */
    async revokeNamedToken(userId: string, tokenId: string): Promise<{ entry: UserToken; username: string }> {
      return atomically(local, async (tx) => {
        const { username } = await lockPerson(tx, userId);
        const row = isSnowflake(tokenId)
          ? await tx
              .selectFrom("user_tokens")
              .selectAll()
              .where("id", "=", tokenId)
              .where("user_id", "=", userId)
              .executeTakeFirst()
          : undefined;
        if (!row)
          throw new AppError(
            "not-found",
            "This token does not exist. Reload the page to see the current tokens.",
          );
        if (row.revoked_at !== null) return { entry: asToken(row), username };
        const revoked_at = Date.now();
        await tx.updateTable("user_tokens").set({ revoked_at }).where("id", "=", tokenId).execute();
        return { entry: asToken({ ...row, revoked_at }), username };
      });
    },
  };
}
