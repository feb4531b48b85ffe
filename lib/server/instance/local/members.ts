import "server-only";
import { type Db, type NewRow, prepared, type Row, type Tx } from "@/lib/server/db";
import { PermissionFlagsBits as Bit } from "discord-api-types/payloads/v10";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { lockUser, type Settings } from "./context";

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

/** @throws AppError `not-found` */
export async function memberOf(tx: Tx, guildId: string, userId: string) {
  const query = tx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.username", "users.bot", "users.disabled"])
    .where("members.guild_id", "=", guildId)
    .where("members.user_id", "=", userId);
  // An id from a URL can contain NUL, which PostgreSQL rejects in text.
  const row = isSnowflake(userId) ? await query.executeTakeFirst() : undefined;
  if (!row)
    throw new AppError(
      "not-found",
      "This user is not in the guild. Reload the page to see the current members.",
    );
  return row;
}

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

export async function memberRoles(db: Db | Tx, guildId: string, userId: string): Promise<Row<"roles">[]> {
  return rolesOf(db, { guildId, userId });
}

/**
 * Maps each of the user's guilds to the permissions of the user's roles there. Takes two queries, however
 * many guilds there are.
 * @param guildIds if given, only these guilds are included
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
  const byGuild = new Map<string, bigint[]>();
  for (const { guild_id, permissions } of [...(await everyone.execute()), ...(await given.execute())])
    byGuild.set(guild_id, [...(byGuild.get(guild_id) ?? []), BigInt(permissions)]);
  return byGuild;
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

export const ALL_PERMISSIONS = 2n ** 64n - 1n;

/** The permissions of @everyone in a new guild. Members may participate, but not manage anything. */
export const DEFAULT_EVERYONE_PERMISSIONS =
  Bit.ViewChannel |
  Bit.CreateInstantInvite |
  Bit.ChangeNickname |
  Bit.SendMessages |
  Bit.SendMessagesInThreads |
  Bit.CreatePublicThreads |
  Bit.CreatePrivateThreads |
  Bit.EmbedLinks |
  Bit.AttachFiles |
  Bit.AddReactions |
  Bit.UseExternalEmojis |
  Bit.UseExternalStickers |
  Bit.ReadMessageHistory |
  Bit.SendVoiceMessages |
  Bit.UseApplicationCommands |
  Bit.Connect |
  Bit.Speak |
  Bit.Stream |
  Bit.UseSoundboard |
  Bit.UseVAD |
  Bit.RequestToSpeak;

export function effectivePermissions(member: { owner: boolean; roles: readonly bigint[] }): bigint {
  if (member.owner) return ALL_PERMISSIONS;
  const union = member.roles.reduce((all, role) => all | role, 0n);
  return (union & Bit.Administrator) === Bit.Administrator ? ALL_PERMISSIONS : union;
}

export function mayManageGuild(effective: bigint): boolean {
  return (effective & (Bit.ManageGuild | Bit.Administrator)) !== 0n;
}

const insertMember = prepared((db, row: NewRow<"members">) => db.insertInto("members").values(row));

/**
 * Does nothing if the user is already a member. The caller must lock the guild before reading the guild's
 * row.
 * @throws AppError `guild-member-limit`, `bot-guild-limit`
 */
export async function join(
  tx: Tx,
  live: Pick<Settings, "get">,
  guild: Pick<Row<"guilds">, "id" | "member_count">,
  user: { id: string; bot: boolean },
): Promise<void> {
  if (await isMember(tx, guild.id, user.id)) return;
  if (guild.member_count >= live.get("limits.guild.maxMembers")) throw new AppError("guild-member-limit");
  await lockUser(tx, user.id);
  if ((await guildsOf(tx, user.id)) >= live.get("limits.user.maxGuilds"))
    throw new AppError("bot-guild-limit");
  const bot = user.bot ? 1 : 0;
  await insertMember(tx, { guild_id: guild.id, user_id: user.id, bot, joined_at: Date.now() });
}
