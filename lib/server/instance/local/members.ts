import "server-only";
import { type Db, prepared, type Row, type Tx } from "@/lib/server/db";

interface Member {
  guildId: string;
  userId: string;
}

const membership = prepared((db, { guildId, userId }: Member) =>
  db.selectFrom("members").select("user_id").where("guild_id", "=", guildId).where("user_id", "=", userId),
);

export async function isMember(db: Db | Tx, guildId: string, userId: string): Promise<boolean> {
  return (await membership(db, { guildId, userId })).length > 0;
}

/** Selects roles by id instead of by guild, because a guild may have many more roles than a member has. */
export const rolesOfMember = (db: Db | Tx, { guildId, userId }: Member) =>
  db
    .selectFrom("roles")
    .selectAll()
    .where("id", "in", (select) =>
      select
        .selectFrom("member_roles")
        .select("role_id")
        .where("guild_id", "=", guildId)
        .where("user_id", "=", userId)
        .unionAll(select.selectFrom("guilds").select("id as role_id").where("id", "=", guildId)),
    )
    .orderBy("position")
    .orderBy("id");
const rolesOf = prepared(rolesOfMember);

/** Returns the member's assigned roles and @everyone. The role @everyone has the guild's id. */
export async function memberRoles(db: Db | Tx, guildId: string, userId: string): Promise<Row<"roles">[]> {
  return rolesOf(db, { guildId, userId });
}

/**
 * Returns the permissions of each of the user's roles, by guild. Needs two queries for any number of guilds.
 * @param guildIds if given, only these guilds
 */
export async function permissionsByGuild(
  db: Db | Tx,
  userId: string,
  guildIds?: readonly string[],
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const all = db.selectFrom("members").where("members.user_id", "=", userId);
  const memberships = guildIds ? all.where("members.guild_id", "in", guildIds) : all;
  const everyone = memberships
    .innerJoin("roles", "roles.id", "members.guild_id")
    .select(["roles.guild_id", "roles.permissions"]);
  const given = memberships
    .innerJoin("member_roles", (join) =>
      join
        .onRef("member_roles.guild_id", "=", "members.guild_id")
        .onRef("member_roles.user_id", "=", "members.user_id"),
    )
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .select(["roles.guild_id", "roles.permissions"]);
  const found = new Map<string, bigint[]>();
  for (const { guild_id, permissions } of [...(await everyone.execute()), ...(await given.execute())])
    found.set(guild_id, [...(found.get(guild_id) ?? []), BigInt(permissions)]);
  return found;
}

const guildCount = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom("members")
    .where("user_id", "=", userId)
    .select((select) => select.fn.countAll<number>().as("count")),
);

export async function guildsOf(db: Db | Tx, userId: string): Promise<number> {
  return (await guildCount(db, { userId }))[0]?.count ?? 0;
}
