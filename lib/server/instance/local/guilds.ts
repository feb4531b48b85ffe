import "server-only";
import { sql } from "kysely";
import { type Db, nameKey, type Row, type Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { normalizeName } from "./names";
import {
  DEFAULT_EVERYONE_PERMISSIONS,
  effectivePermissions,
  guildsOf,
  mayManageGuild,
  permissionsByGuild,
} from "./members";
import { atomically, type Local, settingsOrDefaults, userForUpdate } from "./context";

export interface UserGuild {
  id: string;
  name: string;
  owner: boolean;
  permissions: bigint;
}

/** Maximum length in characters. Other servers with this API use the same maximum. */
export const LONGEST_GUILD_NAME = 100;

const guildsOfUser = (db: Db | Tx, userId: string) =>
  db
    .selectFrom("members")
    .innerJoin("guilds", "guilds.id", "members.guild_id")
    .where("members.user_id", "=", userId)
    .select(["guilds.id", "guilds.name", "guilds.owner_id"]);

/** Ids are stored as decimal text, so a numeric comparison must compare their lengths first. */
const idLength = sql<number>`length(guilds.id)`;
const isAfter = (id: string) => sql<boolean>`(length(guilds.id), guilds.id) > (${id.length}, ${id})`;
const isBefore = (id: string) => sql<boolean>`(length(guilds.id), guilds.id) < (${id.length}, ${id})`;

async function asUserGuilds(
  db: Db | Tx,
  userId: string,
  rows: readonly Pick<Row<"guilds">, "id" | "name" | "owner_id">[],
  guildIds?: readonly string[],
): Promise<UserGuild[]> {
  const held = await permissionsByGuild(db, userId, guildIds);
  return rows.map(({ id, name, owner_id }) => {
    const owner = owner_id === userId;
    return { id, name, owner, permissions: effectivePermissions({ owner, roles: held.get(id) ?? [] }) };
  });
}

export function guilds(local: Local) {
  const { db, snowflakes } = local;

  return {
    /**
     * Creates a guild that the user owns, with its @everyone role.
     * @throws `invalid-input` at `name`; `bot-guild-limit` if the user is already in `limits.user.maxGuilds`
     * guilds
     */
    async createGuild(ownerId: string, input: { name: string }): Promise<{ id: string; name: string }> {
      const name = normalizeName(input.name, LONGEST_GUILD_NAME);
      const maxGuilds = (await settingsOrDefaults(local)).get("limits.user.maxGuilds");
      return atomically(local, async (tx) => {
        if (!(await userForUpdate(tx, ownerId)))
          throw new AppError("not-found", "The owner no longer exists. Reload the page.");
        if ((await guildsOf(tx, ownerId)) >= maxGuilds) throw new AppError("bot-guild-limit");
        const id = snowflakes.next();
        const now = Date.now();
        await tx
          .insertInto("guilds")
          .values({ id, name, name_key: nameKey(name), owner_id: ownerId, created_at: now })
          .execute();
        await tx.insertInto("members").values({ guild_id: id, user_id: ownerId, joined_at: now }).execute();
        await tx
          .insertInto("roles")
          .values({
            id,
            guild_id: id,
            name: "@everyone",
            permissions: DEFAULT_EVERYONE_PERMISSIONS.toString(),
            position: 0,
            managed: 0,
            application_id: null,
          })
          .execute();
        return { id, name };
      });
    },

    /** @param page `after` and `before` are exclusive */
    async listUserGuilds(
      userId: string,
      { limit, after, before }: { limit: number; after?: string; before?: string },
    ): Promise<UserGuild[]> {
      let query = guildsOfUser(db, userId).limit(limit);
      if (after !== undefined) query = query.where(isAfter(after));
      if (before !== undefined) query = query.where(isBefore(before));
      // If only `before` is given, the page ends just before this id, so read backward from there.
      const direction = before !== undefined && after === undefined ? "desc" : "asc";
      const rows = await query.orderBy(idLength, direction).orderBy("guilds.id", direction).execute();
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const guilds = await asUserGuilds(db, userId, rows, ids);
      return direction === "asc" ? guilds : guilds.reverse();
    },

    /** @param guildIds if given, only these guilds are considered */
    async listManageableGuilds(userId: string, guildIds?: readonly string[]): Promise<UserGuild[]> {
      if (guildIds?.length === 0) return [];
      const all = guildsOfUser(db, userId).orderBy("guilds.name_key").orderBy("guilds.id");
      const rows = await (guildIds ? all.where("guilds.id", "in", guildIds) : all).execute();
      const guilds = await asUserGuilds(db, userId, rows, guildIds);
      return guilds.filter(({ permissions }) => mayManageGuild(permissions));
    },
  };
}
