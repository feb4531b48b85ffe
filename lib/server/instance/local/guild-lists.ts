import "server-only";
import type { Db, Row, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { GuildEntry, GuildRole, NamePage } from "./types";
import type { Local } from "./context";
import { pageOf, prefixRange, typedId } from "./pages";

export const guildGone = () =>
  new AppError("unknown-guild", "This guild does not exist any more. Go back to the list of guilds.");

const guildsWithOwners = (db: Db | Tx) =>
  db
    .selectFrom("guilds")
    .innerJoin("users as owner", "owner.id", "guilds.owner_id")
    .selectAll("guilds")
    .select("owner.username as owner_username");

type GuildRow = Row<"guilds"> & { owner_username: string };

const asEntry = (row: GuildRow): GuildEntry => ({
  id: row.id,
  name: row.name,
  key: row.name_key,
  owner: { id: row.owner_id, username: row.owner_username },
  memberCount: row.member_count,
  botCount: row.bot_count,
  createdAt: row.created_at,
});

export function guildPage(db: Db | Tx, search: string, limit: number, after?: readonly [string, string]) {
  const page = pageOf(guildsWithOwners(db), ["guilds.name_key", "guilds.id"], { limit, after });
  if (search.trim() === "") return page;
  const { from, to } = prefixRange(search);
  return page.where("guilds.name_key", ">=", from).where("guilds.name_key", "<", to);
}

export const rolesWithCounts = (db: Db | Tx, guildId: string) =>
  db
    .selectFrom("roles")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("member_roles")
        .whereRef("member_roles.role_id", "=", "roles.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("member_count"),
    )
    .where("guild_id", "=", guildId);

/** @throws AppError `unknown-guild` */
export async function findGuild(db: Db | Tx, id: string): Promise<GuildEntry> {
  const row = isSnowflake(id)
    ? await guildsWithOwners(db).where("guilds.id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw guildGone();
  return asEntry(row);
}

export function guildLists({ db }: Local) {
  return {
    async countGuilds(): Promise<number> {
      const { count } = await db
        .selectFrom("guilds")
        .select((select) => select.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Sorted by name. */
    async listGuildPage({ search, limit, after }: NamePage): Promise<GuildEntry[]> {
      const rows = await guildPage(db, search, limit, after && [after.key, after.id]).execute();
      const id = after ? undefined : typedId(search);
      const byId = id === undefined ? [] : await guildsWithOwners(db).where("guilds.id", "=", id).execute();
      return [...byId, ...rows.filter((row) => row.id !== id)].slice(0, limit).map(asEntry);
    },

    getGuild: (id: string): Promise<GuildEntry> => findGuild(db, id),

    /** Highest first; @everyone is last. */
    async listGuildRoles(id: string): Promise<GuildRole[]> {
      const guild = await findGuild(db, id);
      const rows = await rolesWithCounts(db, id).execute();
      return rows
        .toSorted((a, b) => b.position - a.position || (a.id < b.id ? 1 : -1))
        .map((row) => ({
          id: row.id,
          name: row.name,
          permissions: BigInt(row.permissions),
          managed: row.managed === 1,
          applicationId: row.application_id,
          memberCount: row.id === id ? guild.memberCount : (row.member_count ?? 0),
        }));
    },
  };
}
