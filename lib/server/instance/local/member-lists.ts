import "server-only";
import type { Db, Tx } from "@/lib/server/db";
import type { GuildMember, MemberPage } from "./types";
import type { Local } from "./context";
import { findGuild } from "./guild-lists";
import { pageOf, prefixRange, typedId } from "./pages";
import { effectivePermissions } from "./permissions";

const columns = [
  "users.id",
  "users.username",
  "users.username_key",
  "users.disabled",
  "members.joined_at",
] as const;

/** A guild's people or bots, in the order in which they joined. */
export const membersByAge = (
  db: Db | Tx,
  guildId: string,
  { bots, limit }: Pick<MemberPage, "bots" | "limit">,
  after?: readonly [number, string],
) =>
  pageOf(
    db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(columns)
      .where("members.guild_id", "=", guildId)
      .where("members.bot", "=", bots ? 1 : 0),
    ["members.joined_at", "members.user_id"],
    { limit, after },
  );

const anyMember = (db: Db | Tx, guildId: string, bots: boolean) =>
  db
    .selectFrom("users")
    .innerJoin("members", (join) =>
      join.onRef("members.user_id", "=", "users.id").on("members.guild_id", "=", guildId),
    )
    .select(columns)
    .where("users.bot", "=", bots ? 1 : 0)
    .where("users.deleted", "=", 0);

/** A guild's people or bots whose names start with `search`, sorted by name. */
export function membersByName(
  db: Db | Tx,
  guildId: string,
  { bots, search, limit }: Omit<MemberPage, "after">,
  after?: readonly [string, string],
) {
  const { from, to } = prefixRange(search);
  const named = anyMember(db, guildId, bots)
    .where("users.username_key", ">=", from)
    .where("users.username_key", "<", to);
  return pageOf(named, ["users.username_key", "users.id"], { limit, after });
}

/** The assigned roles of several members, highest first. */
export const rolesOfMembers = (db: Db | Tx, guildId: string, userIds: readonly string[]) =>
  db
    .selectFrom("member_roles")
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .select(["member_roles.user_id", "roles.id", "roles.name", "roles.permissions"])
    .where("member_roles.guild_id", "=", guildId)
    .where("member_roles.user_id", "in", userIds)
    .orderBy("roles.position", "desc");

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersByAge>["execute"]>>[number];

async function pageRows(db: Db | Tx, guildId: string, page: MemberPage): Promise<MemberRow[]> {
  const { after, search, limit, bots } = page;
  if (search.trim() === "") {
    const from = after && "at" in after ? ([after.at, after.id] as const) : undefined;
    return membersByAge(db, guildId, page, from).execute();
  }
  const from = after && "key" in after ? ([after.key, after.id] as const) : undefined;
  const rows = await membersByName(db, guildId, page, from).execute();
  const id = from ? undefined : typedId(search);
  const byId =
    id === undefined ? [] : await anyMember(db, guildId, bots).where("users.id", "=", id).execute();
  return [...byId, ...rows.filter((row) => row.id !== id)].slice(0, limit);
}

export function memberLists({ db }: Local) {
  return {
    /** Sorted by the time of joining, or by name if there is a search text. */
    async listMembers(guildId: string, page: MemberPage): Promise<GuildMember[]> {
      const guild = await findGuild(db, guildId);
      const rows = await pageRows(db, guildId, page);
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const given = await rolesOfMembers(db, guildId, ids).execute();
      const everyone = await db
        .selectFrom("roles")
        .select("permissions")
        .where("id", "=", guildId)
        .executeTakeFirst();
      return rows.map((row): GuildMember => {
        const roles = given.filter((role) => role.user_id === row.id);
        const sets = [everyone, ...roles].map((role) => BigInt(role?.permissions ?? 0));
        return {
          id: row.id,
          username: row.username,
          key: row.username_key,
          disabled: row.disabled === 1,
          joinedAt: row.joined_at,
          roles: roles.map(({ id, name }) => ({ id, name })),
          permissions: effectivePermissions({ owner: guild.owner.id === row.id, roles: sets }),
        };
      });
    },
  };
}
