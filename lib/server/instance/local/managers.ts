import "server-only";
import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import type { Row, Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { NamedUser } from "./types";
import { atomically, type Local, settingsOrDefaults } from "./context";
import { lockGuild, memberOf } from "./guild-care";
import { memberRoles } from "./members";
import { mayManageGuild } from "./permissions";

const ROLE_NAME = "Guild manager";

/**
 * Returns the guild's role that allows only Manage Guild. Creates the role if missing.
 * @throws AppError `guild-role-limit`
 */
async function managerRole(
  tx: Tx,
  local: Local,
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
  const role = { id: local.snowflakes.next(), name: ROLE_NAME };
  await tx
    .insertInto("roles")
    .values({ ...role, guild_id: guildId, permissions, position, managed: 0, application_id: null })
    .execute();
  return role;
}

/** Makes members managers of a guild. Permissions come only from roles, so a manager needs a role with Manage Guild. */
export function managers(local: Local) {
  return {
    /**
     * Grants or revokes Manage Guild. Granting adds a role with only this permission, which is created if missing.
     * Revoking removes every role with this permission. Does nothing if the member already has the requested state.
     * @throws `not-found` if the user is not a member; `conflict` for the owner, for a bot, or if @everyone has the
     * permission; `guild-role-limit`
     */
    async setManager(
      guildId: string,
      userId: string,
      manager: boolean,
    ): Promise<{ name: string; member: NamedUser; roles: string[] }> {
      const maxRoles = (await settingsOrDefaults(local)).get("limits.guild.maxRoles");
      return atomically(local, async (tx) => {
        const guild = await lockGuild(tx, guildId);
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
        const roles = manager
          ? await give(tx, carriers, () => managerRole(tx, local, guild, maxRoles), { guildId, userId })
          : await take(tx, carriers, { guildId, userId });
        return { name: guild.name, member: { id: userId, username }, roles };
      });
    },
  };
}

interface Member {
  guildId: string;
  userId: string;
}

/** @returns the names of the roles that were added to the member */
async function give(
  tx: Tx,
  carriers: Row<"roles">[],
  role: () => Promise<{ id: string; name: string }>,
  { guildId, userId }: Member,
): Promise<string[]> {
  if (carriers.length > 0) return [];
  const { id, name } = await role();
  await tx.insertInto("member_roles").values({ guild_id: guildId, user_id: userId, role_id: id }).execute();
  return [name];
}

/** @returns the names of the roles that were removed from the member */
async function take(tx: Tx, carriers: Row<"roles">[], { guildId, userId }: Member): Promise<string[]> {
  if (carriers.some(({ id }) => id === guildId))
    throw new AppError(
      "conflict",
      "Everybody in this guild can manage it, because its @everyone role allows it. The panel cannot change that role.",
    );
  for (const { id } of carriers)
    await tx
      .deleteFrom("member_roles")
      .where("guild_id", "=", guildId)
      .where("user_id", "=", userId)
      .where("role_id", "=", id)
      .execute();
  return carriers.map(({ name }) => name);
}
