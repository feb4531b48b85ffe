import "server-only";
import { nameKey, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { NamedUser } from "./types";
import { atomically, type Local, settingsOrDefaults } from "./context";
import { guildGone } from "./guild-lists";
import { LONGEST_GUILD_NAME } from "./guilds";
import { join } from "./join";
import { guildForUpdate, userForUpdate } from "./locks";
import { normaliseName } from "./names";

/** @throws AppError `unknown-guild` */
export async function lockGuild(tx: Tx, id: string) {
  const row = isSnowflake(id) ? await guildForUpdate(tx, id) : undefined;
  if (!row) throw guildGone();
  return row;
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

/** Manages guilds of the local store for the panel's operators, regardless of their owner. */
export function guildCare(local: Local) {
  return {
    /** @throws `invalid-input` at `name` */
    async renameGuild(id: string, typed: string): Promise<{ name: string }> {
      const name = normaliseName(typed, LONGEST_GUILD_NAME);
      return atomically(local, async (tx) => {
        await lockGuild(tx, id);
        await tx
          .updateTable("guilds")
          .set({ name, name_key: nameKey(name) })
          .where("id", "=", id)
          .execute();
        return { name };
      });
    },

    /**
     * Makes a member the owner. The previous owner remains a member.
     * @throws `not-found` if the user is not a member; `conflict` for a bot or a disabled account
     */
    async transferGuild(id: string, userId: string): Promise<{ name: string; owner: NamedUser }> {
      return atomically(local, async (tx) => {
        const { name } = await lockGuild(tx, id);
        const { username, bot, disabled } = await memberOf(tx, id, userId);
        if (bot === 1) throw new AppError("conflict", "A bot cannot own a guild. Choose a person.");
        if (disabled === 1)
          throw new AppError(
            "conflict",
            `${username} is disabled. Enable the account, or choose somebody else.`,
          );
        await tx.updateTable("guilds").set({ owner_id: userId }).where("id", "=", id).execute();
        return { name, owner: { id: userId, username } };
      });
    },

    /** Deletes the guild with its roles and memberships. Its users and bots are not deleted. */
    async deleteGuild(id: string): Promise<{ name: string; memberCount: number; botCount: number }> {
      return atomically(local, async (tx) => {
        const { name, member_count, bot_count } = await lockGuild(tx, id);
        await tx.deleteFrom("member_roles").where("guild_id", "=", id).execute();
        await tx.deleteFrom("roles").where("guild_id", "=", id).execute();
        await tx.deleteFrom("members").where("guild_id", "=", id).execute();
        await tx.deleteFrom("guilds").where("id", "=", id).execute();
        return { name, memberCount: member_count, botCount: bot_count };
      });
    },

    /**
     * Adds a person to the guild. Does nothing if the person is already a member.
     * @throws `not-found` for an unknown user; `conflict` for a bot; `guild-member-limit`, `bot-guild-limit`
     */
    async addMember(id: string, userId: string): Promise<{ name: string; member: NamedUser }> {
      const live = await settingsOrDefaults(local);
      return atomically(local, async (tx) => {
        const guild = await lockGuild(tx, id);
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
        return { name: guild.name, member: { id: userId, username: user.username } };
      });
    },

    /** @throws `not-found` if the user is not a member; `conflict` for the owner and for bots */
    async removeMember(id: string, userId: string): Promise<{ name: string; member: NamedUser }> {
      return atomically(local, async (tx) => {
        const guild = await lockGuild(tx, id);
        const { username, bot } = await memberOf(tx, id, userId);
        if (guild.owner_id === userId)
          throw new AppError("conflict", `${username} owns the guild. Transfer the guild first.`);
        if (bot === 1)
          throw new AppError("conflict", "This is a bot. Remove it from the guild on the bot's page.");
        await tx
          .deleteFrom("member_roles")
          .where("guild_id", "=", id)
          .where("user_id", "=", userId)
          .execute();
        await tx.deleteFrom("members").where("guild_id", "=", id).where("user_id", "=", userId).execute();
        return { name: guild.name, member: { id: userId, username } };
      });
    },
  };
}
