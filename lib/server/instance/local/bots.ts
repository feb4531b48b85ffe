import "server-only";
import { nameKey, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { Application, BotEdit, BotGuild, BotListPage, BotSummary } from "./types";
import { findApplication, lockApplication } from "./application-rows";
import { renewToken } from "./applications";
import { asBotSummary, botPage } from "./bot-page";
import { atomically, type Local, type Settings } from "./context";
import { guildForUpdate, lockGuildsOf, userForUpdate } from "./locks";
import { normaliseName, normaliseText } from "./names";

/** Maximum length in characters. Other servers with this API use the same maximum. */
export const LONGEST_DESCRIPTION = 400;

/**
 * Removes a bot and its roles from one guild or from all guilds. The caller must lock the application.
 * @returns the number of guilds that the bot left
 */
async function leave(tx: Tx, id: string, guildId?: string): Promise<number> {
  await (guildId === undefined ? lockGuildsOf(tx, id) : guildForUpdate(tx, guildId));
  const members = tx.selectFrom("members").select("guild_id").where("user_id", "=", id);
  const from = guildId === undefined ? members : members.where("guild_id", "=", guildId);
  await tx.deleteFrom("member_roles").where("user_id", "=", id).where("guild_id", "in", from).execute();
  await tx.deleteFrom("roles").where("application_id", "=", id).where("guild_id", "in", from).execute();
  const left = await tx
    .deleteFrom("members")
    .where("user_id", "=", id)
    .where("guild_id", "in", from)
    .executeTakeFirstOrThrow();
  return Number(left.numDeletedRows);
}

/** Validates a change and converts it to column values. @throws AppError `invalid-input` at `name`, `description` */
export function changesFor({ name, description, botPublic }: BotEdit, settings: Settings) {
  return {
    ...(name !== undefined && { name: normaliseName(name, settings.get("limits.user.maxUsername")) }),
    ...(description !== undefined && {
      description: normaliseText(description, LONGEST_DESCRIPTION, "description"),
    }),
    ...(botPublic !== undefined && { bot_public: botPublic ? 1 : 0 }),
  };
}

/** Changes an application. The caller must lock it. A new name also renames the bot's user and roles. */
export async function changeApplication(
  tx: Tx,
  id: string,
  changes: ReturnType<typeof changesFor>,
): Promise<Application> {
  if (Object.keys(changes).length > 0)
    await tx.updateTable("applications").set(changes).where("id", "=", id).execute();
  if (changes.name !== undefined) {
    const called = changes.name;
    await tx
      .updateTable("users")
      .set({ username: called, username_key: nameKey(called) })
      .where("id", "=", id)
      .execute();
    await tx.updateTable("roles").set({ name: called }).where("application_id", "=", id).execute();
  }
  return findApplication(tx, id);
}

/** Deletes an application and its bot. The caller must lock the application. */
export async function removeApplication(tx: Tx, id: string): Promise<Application> {
  const application = await findApplication(tx, id);
  await leave(tx, id);
  await tx.deleteFrom("application_icons").where("application_id", "=", id).execute();
  await tx.deleteFrom("applications").where("id", "=", id).execute();
  // The user's row remains, so that its id is never reused. Tokens of deleted users are refused.
  await tx.updateTable("users").set({ deleted: 1 }).where("id", "=", id).execute();
  return application;
}

/** Manages bots of the local store for the panel's operators, regardless of their owner. */
export function bots(local: Local) {
  const { db, jwtSecret, settings } = local;

  return {
    /** Lists bots of all owners. `page.search` is a part of a name, or an id. The default order is newest first. */
    async listBots(page: BotListPage): Promise<BotSummary[]> {
      return (await botPage(db, page).execute()).map(asBotSummary);
    },

    /** @throws `unknown-application` */
    getBot: (id: string): Promise<Application> => findApplication(db, id),

    /** Sorted by name. */
    async listBotGuilds(id: string): Promise<BotGuild[]> {
      const rows = await db
        .selectFrom("members")
        .innerJoin("guilds", "guilds.id", "members.guild_id")
        .leftJoin("roles", (join) =>
          join.onRef("roles.guild_id", "=", "members.guild_id").on("roles.application_id", "=", id),
        )
        .where("members.user_id", "=", id)
        .select(["guilds.id", "guilds.name", "members.joined_at", "roles.permissions"])
        .orderBy("guilds.name_key")
        .orderBy("guilds.id")
        .execute();
      return rows.map((row): BotGuild => ({
        id: row.id,
        name: row.name,
        permissions: BigInt(row.permissions ?? 0),
        joinedAt: row.joined_at,
      }));
    },

    /**
     * Changes the given fields. A new name also renames the bot's user and roles.
     * @throws `unknown-application`; `invalid-input` at `name`, `description`
     */
    async editBot(id: string, edit: BotEdit): Promise<Application> {
      const changes = changesFor(edit, await settings());
      return atomically(local, async (tx) => {
        await lockApplication(tx, id);
        return changeApplication(tx, id, changes);
      });
    },

    /** @throws `unknown-application`; `not-found` if the new owner is a bot or does not exist */
    async transferBot(id: string, ownerId: string): Promise<Application> {
      return atomically(local, async (tx) => {
        await lockApplication(tx, id);
        const owner = isSnowflake(ownerId) ? await userForUpdate(tx, ownerId) : undefined;
        if (!owner || owner.bot === 1 || owner.disabled === 1 || owner.deleted === 1)
          throw new AppError("not-found", "This person does not exist. Choose another owner.");
        await tx.updateTable("applications").set({ owner_id: ownerId }).where("id", "=", id).execute();
        return findApplication(tx, id);
      });
    },

    /**
     * Like `resetBotToken`, regardless of the application's owner.
     * @throws `unknown-application`, `application-has-no-bot`
     */
    async renewBotToken(id: string): Promise<{ token: string; name: string }> {
      const key = await jwtSecret();
      return atomically(local, async (tx) => {
        const application = await lockApplication(tx, id);
        return { name: application.name, ...(await renewToken(tx, key, application)) };
      });
    },

    /**
     * Removes the bot from a guild, with its role.
     * @throws `unknown-application`; `not-found` if the bot is not a member
     */
    async removeBot(id: string, guildId: string): Promise<Application> {
      return atomically(local, async (tx) => {
        await lockApplication(tx, id);
        if (!isSnowflake(guildId) || (await leave(tx, id, guildId)) === 0)
          throw new AppError(
            "not-found",
            "The bot is not in this guild. Reload the page to see the current guilds.",
          );
        return findApplication(tx, id);
      });
    },

    /**
     * Deletes the application and its bot. The bot leaves every guild, and its tokens are no longer accepted.
     * @throws `unknown-application`
     */
    async deleteBot(id: string): Promise<Application> {
      return atomically(local, async (tx) => {
        await lockApplication(tx, id);
        return removeApplication(tx, id);
      });
    },
  };
}
