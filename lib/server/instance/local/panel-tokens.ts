import "server-only";
import { sql } from "kysely";
import type { Db, Row, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { UserTokenEntry } from "@/lib/shared/contract/users";
import { AppError } from "@/lib/errors";
import { recordAs, type Users } from "../instance";
import { atomically, type LocalCaller } from "./context";
import { normalizeName } from "./names";
import { isoTime, pageOf, rowsAfter, type TimeCursor, timeCursor } from "./pages";
import { findPerson, lockPerson } from "./panel-users";
import { signToken } from "./tokens";

const LONGEST_NAME = 60;

function asEntry({ has_maker = true, ...row }: Row<"user_tokens"> & { has_maker?: unknown }): UserTokenEntry {
  const isRevoked = row.revoked_at !== null || !has_maker;
  const state = isRevoked ? "revoked" : row.expires_at <= Date.now() ? "ended" : "active";
  return {
    id: row.id,
    name: row.name,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    endsAt: isoTime(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    state,
  };
}

const hasMaker = (now: number) =>
  sql<boolean | number>`(api_token is null or exists (
    select 1 from api_tokens where api_tokens.id = user_tokens.api_token and api_tokens.expires_at > ${now}
  ))`.as("has_maker");

/** Newest first. */
export const tokenPage = (db: Db | Tx, userId: string, after?: TimeCursor) =>
  rowsAfter(
    db.selectFrom("user_tokens").selectAll().select(hasMaker(Date.now())).where("user_id", "=", userId),
    ["created_at", "id"],
    after,
    { descending: true },
  );

/** The database stores only metadata, not the tokens themselves. */
export function localUserTokens(caller: LocalCaller) {
  const { audit, db, jwtSecret, snowflakes, actor } = caller;
  const record = recordAs(audit, actor, db);

  return {
    /** Newest first, including expired and revoked tokens. */
    async tokens(id, { after }) {
      await findPerson(db, id);
      const rows = await tokenPage(db, id, after === undefined ? undefined : timeCursor(after)).execute();
      const { shown, next } = pageOf(rows, (last) => `${last.created_at}.${last.id}`);
      return { tokens: shown.map(asEntry), next };
    },

    /**
     * The token is valid until it expires, or is revoked alone or with all of the user's tokens.
     * @throws `invalid-input` at `name`; `conflict` for a disabled account; `unavailable` without a usable
     * secret
     */
    async createToken(userId, { name: typed, expiresAt, apiToken }) {
      const work = async () => {
        const name = normalizeName(typed, LONGEST_NAME);
        const key = await jwtSecret();
        return atomically(caller, async (tx) => {
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
            created_by: actor.name,
            api_token: apiToken ?? null,
            created_at: now,
            expires_at: expiresAt,
            last_used_at: null,
            revoked_at: null,
          };
          const token = signToken(key, {
            userId,
            issuedAt: Math.floor(now / 1000),
            expiresAt: Math.ceil(expiresAt / 1000),
            namedId: row.id,
          });
          await tx.insertInto("user_tokens").values(row).execute();
          return { username, made: { token, entry: asEntry(row) } };
        });
      };
      const { made: token } = await record(
        { action: "user.token.create", to: "user", id: userId },
        work,
        ({ username, made: { entry } }) => ({
          target: username,
          detail: { token: entry.id, name: entry.name, ends: entry.endsAt },
        }),
      );
      return token;
    },

    /** Does nothing if the token is already revoked. @throws `not-found` for an unknown token */
    async revokeToken(userId, tokenId) {
      const work = () =>
        atomically(caller, async (tx) => {
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
          if (row.revoked_at !== null) return { username, entry: asEntry(row) };
          const revoked_at = Date.now();
          await tx.updateTable("user_tokens").set({ revoked_at }).where("id", "=", tokenId).execute();
          return { username, entry: asEntry({ ...row, revoked_at }) };
        });
      const { entry } = await record(
        { action: "user.token.revoke", to: "user", id: userId, detail: { token: tokenId } },
        work,
        (done) => ({ target: done.username, detail: { name: done.entry.name } }),
      );
      return entry;
    },
  } satisfies Partial<Users>;
}
