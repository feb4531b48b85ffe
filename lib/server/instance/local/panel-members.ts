import "server-only";
import { PermissionFlagsBits as Bit } from "discord-api-types/payloads/v10";
import type { Db, Row, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { MemberEntry } from "@/lib/shared/contract/guilds";
import { AppError } from "@/lib/errors";
import type { Guilds } from "../instance";
import { type LocalCaller, userForUpdate } from "./context";
import { effectivePermissions, join, mayManageGuild, memberOf, memberRoles } from "./members";
import {
  cleanSearch,
  isoTime,
  type NameCursor,
  pageOf,
  prefixRange,
  rowsAfter,
  rowsByName,
  type TimeCursor,
  timeCursor,
} from "./pages";
import { findGuild, guildChanges } from "./panel-guilds";
import type { Snowflakes } from "./snowflakes";

const columns = [
  "users.id",
  "users.username",
  "users.username_key",
  "users.disabled",
  "members.joined_at",
] as const;

export const membersByAge = (db: Db | Tx, guildId: string, bots: boolean, after?: TimeCursor) =>
  rowsAfter(
    db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(columns)
      .where("members.guild_id", "=", guildId)
      .where("members.bot", "=", bots ? 1 : 0),
    ["members.joined_at", "members.user_id"],
    after,
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

export function membersByName(
  db: Db | Tx,
  guildId: string,
  { bots, search }: { bots: boolean; search: string },
  after?: NameCursor,
) {
  const { from, to } = prefixRange(search);
  const named = anyMember(db, guildId, bots)
    .where("users.username_key", ">=", from)
    .where("users.username_key", "<", to);
  return rowsAfter(named, ["users.username_key", "users.id"], after);
}

export const rolesOfMembers = (db: Db | Tx, guildId: string, userIds: readonly string[]) =>
  db
    .selectFrom("member_roles")
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .select(["member_roles.user_id", "roles.id", "roles.name", "roles.permissions"])
    .where("member_roles.guild_id", "=", guildId)
    .where("member_roles.user_id", "in", userIds)
    .orderBy("roles.position", "desc");

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersByAge>["execute"]>>[number];

async function present(
  db: Db | Tx,
  guild: Row<"guilds">,
  rows: readonly MemberRow[],
): Promise<MemberEntry[]> {
  if (rows.length === 0) return [];
  const given = await rolesOfMembers(
    db,
    guild.id,
    rows.map(({ id }) => id),
  ).execute();
  const everyone = await db
    .selectFrom("roles")
    .select("permissions")
    .where("id", "=", guild.id)
    .executeTakeFirst();
  return rows.map(({ id, username, disabled, joined_at }) => {
    const roles = given.filter((role) => role.user_id === id);
    const sets = [everyone, ...roles].map((role) => BigInt(role?.permissions ?? 0));
    return {
      id,
      username,
      disabled: disabled === 1,
      joinedAt: isoTime(joined_at),
      roles: roles.map((role) => ({ id: role.id, name: role.name })),
      permissions: String(effectivePermissions({ owner: guild.owner_id === id, roles: sets })),
    };
  });
}

const ROLE_NAME = "Guild manager";

/** Creates the role if missing. @throws AppError `guild-role-limit` */
async function managerRole(
  tx: Tx,
  snowflakes: Snowflakes,
  { id: guildId, role_count: position }: Row<"guilds">,
  maxRoles: number,
) {
  const permissions = Bit.ManageGuild.toString();
  const existing = await tx
    .selectFrom("roles")
    .select(["id", "name"])
    .where("guild_id", "=", guildId)
    .where("managed", "=", 0)
    .where("id", "!=", guildId)
    .where("permissions", "=", permissions)
    .orderBy("position")
    .executeTakeFirst();
  if (existing) return existing;
  if (position >= maxRoles) throw new AppError("guild-role-limit");
  const role = { id: snowflakes.next(), name: ROLE_NAME };
  await tx
    .insertInto("roles")
    .values({ ...role, guild_id: guildId, permissions, position, managed: 0, application_id: null })
    .execute();
  return role;
}

export function localMembers(caller: LocalCaller) {
  const { db } = caller;
  const change = guildChanges(caller);

  return {
    /** Sorted by the time of joining, or by name if there is a search text. */
    async members(guildId, { search: typed, after, bots = false }) {
      const search = cleanSearch(typed);
      const guild = await findGuild(db, guildId);
      const rows = await (search === ""
        ? membersByAge(db, guildId, bots, after === undefined ? undefined : timeCursor(after)).execute()
        : rowsByName(
            { search, after },
            (cursor) => membersByName(db, guildId, { bots, search }, cursor).execute(),
            (id) => anyMember(db, guildId, bots).where("users.id", "=", id).execute(),
          ));
      const { shown, next } = pageOf(rows, ({ id, joined_at, username_key }) =>
        search === "" ? `${joined_at}.${id}` : `${id}.${username_key}`,
      );
      return { members: await present(db, guild, shown), next };
    },

    /**
     * Does nothing if the person is already a member.
     * @throws `not-found` for an unknown user; `conflict` for a bot; `guild-member-limit`, `bot-guild-limit`
     */
    async addMember(id, userId) {
      const { member } = await change({ action: "guild.member.add", id }, async (tx, guild, live) => {
        const user = isSnowflake(userId) ? await userForUpdate(tx, userId) : undefined;
        if (!user || user.deleted === 1)
          throw new AppError(
            "not-found",
            "This user does not exist. Check the id, or search for the user by name.",
          );
        if (user.bot === 1)
          throw new AppError(
            "conflict",
            "Authorize a bot to add it. Use “Add to a guild” on the bot's page.",
          );
        await join(tx, live, guild, { id: userId, bot: false });
        const { username } = user;
        return { member: { id: userId, username }, detail: { user: userId, username } };
      });
      return member;
    },

    /** @throws `not-found` if the user is not a member; `conflict` for the owner and for bots */
    async removeMember(id, userId) {
      await change({ action: "guild.member.remove", id }, async (tx, guild) => {
        const { username, bot } = await memberOf(tx, id, userId);
        if (guild.owner_id === userId)
          throw new AppError("conflict", `${username} owns the guild. Transfer the guild first.`);
        if (bot === 1)
          throw new AppError("conflict", "This is a bot. Remove it from the guild on the bot's page.");
        const given = tx.deleteFrom("member_roles").where("guild_id", "=", id);
        await given.where("user_id", "=", userId).execute();
        await tx.deleteFrom("members").where("guild_id", "=", id).where("user_id", "=", userId).execute();
        return { detail: { user: userId, username } };
      });
    },

    /**
     * Grants or revokes Manage Guild. Permissions come only from roles, so granting adds a role with only
     * this permission, and creates the role if needed. Revoking removes all of the member's roles that allow
     * managing the guild.
     * @throws `not-found` if the user is not a member; `conflict` for the owner, for a bot, or if @everyone
     * has the permission; `guild-role-limit`
     */
    async setManager(guildId, userId, isManager) {
      const action = isManager ? "guild.manager.grant" : "guild.manager.revoke";
      const { roles } = await change({ action, id: guildId }, async (tx, guild, live) => {
        const { username, bot } = await memberOf(tx, guildId, userId);
        if (guild.owner_id === userId)
          throw new AppError(
            "conflict",
            `${username} owns the guild, so they already have every permission.`,
          );
        if (bot === 1)
          throw new AppError(
            "conflict",
            "A bot's permissions are set when it is authorized. Change them on the bot's page.",
          );
        const carriers = (await memberRoles(tx, guildId, userId)).filter(({ permissions }) =>
          mayManageGuild(BigInt(permissions)),
        );
        const member = { guild_id: guildId, user_id: userId };
        let roles: string[] = [];
        if (!isManager) roles = await dropRoles(tx, carriers, member);
        else if (carriers.length === 0) {
          const role = await managerRole(tx, caller.snowflakes, guild, live.get("limits.guild.maxRoles"));
          await tx
            .insertInto("member_roles")
            .values({ ...member, role_id: role.id })
            .execute();
          roles = [role.name];
        }
        return { roles, detail: { user: userId, username, roles } };
      });
      return { roles };
    },
  } satisfies Partial<Guilds>;
}

/** Removes these roles from the member. @returns their names */
async function dropRoles(
  tx: Tx,
  roles: Row<"roles">[],
  { guild_id, user_id }: { guild_id: string; user_id: string },
): Promise<string[]> {
  if (roles.some(({ id }) => id === guild_id))
    throw new AppError(
      "conflict",
      "Everybody in this guild can manage it, because its @everyone role allows it. The panel cannot change that role.",
    );
  const given = tx.deleteFrom("member_roles").where("guild_id", "=", guild_id).where("user_id", "=", user_id);
  for (const { id } of roles) await given.where("role_id", "=", id).execute();
  return roles.map(({ name }) => name);
}
