import "server-only";
import { sql } from "kysely";
import type { Db, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { Application, BotEdit, BotGuild, BotSummary, InstanceStore } from "../instance-store";
import { applicationsWithNames, asApplication } from "./application-rows";
import { renewToken } from "./applications";
import { atomically, type Local, type Settings } from "./context";
import { applicationForUpdate, userForUpdate } from "./locks";
import { normaliseName, normaliseText } from "./names";

type Bots = Pick<
  InstanceStore,
  | "listBots"
  | "getBot"
  | "listBotGuilds"
  | "editBot"
  | "transferBot"
  | "renewBotToken"
  | "removeBot"
  | "deleteBot"
>;

/** Characters; the API family's own bound. */
export const LONGEST_DESCRIPTION = 400;

const gone = () =>
  new AppError("unknown-application", "This bot does not exist any more. Go back to the list of bots.");

async function find(db: Db | Tx, id: string): Promise<Application> {
  const query = applicationsWithNames(db).where("applications.id", "=", id);
  const row = isSnowflake(id) ? await query.executeTakeFirst() : undefined;
  if (!row) throw gone();
  return asApplication(row);
}

/** Locks the application's row. @throws AppError `unknown-application` */
async function lock(tx: Tx, id: string) {
  const row = isSnowflake(id) ? await applicationForUpdate(tx, id) : undefined;
  if (!row) throw gone();
  return row;
}

/** Takes a bot and its roles out of one guild, or of all. @returns how many guilds it was in */
async function leave(tx: Tx, id: string, guildId?: string): Promise<number> {
  const memberships = await tx.selectFrom("members").select("guild_id").where("user_id", "=", id).execute();
  const guilds = memberships
    .map(({ guild_id }) => guild_id)
    .filter((guild) => guildId === undefined || guild === guildId);
  for (const guild of guilds) {
    await tx.deleteFrom("member_roles").where("guild_id", "=", guild).where("user_id", "=", id).execute();
    await tx.deleteFrom("roles").where("guild_id", "=", guild).where("application_id", "=", id).execute();
    await tx.deleteFrom("members").where("guild_id", "=", guild).where("user_id", "=", id).execute();
  }
  return guilds.length;
}

/** A change as it is stored. @throws AppError `invalid-input` at `name`, `description` */
export function changesFor({ name, description, botPublic }: BotEdit, settings: Settings) {
  return {
    ...(name !== undefined && { name: normaliseName(name, settings.get("limits.user.maxUsername")) }),
    ...(description !== undefined && {
      description: normaliseText(description, LONGEST_DESCRIPTION, "description"),
    }),
    ...(botPublic !== undefined && { bot_public: botPublic ? 1 : 0 }),
  };
}

/** Changes an application that the transaction has locked; a new name is also that of the bot's user and roles. */
export async function changeApplication(
  tx: Tx,
  id: string,
  changes: ReturnType<typeof changesFor>,
): Promise<Application> {
  if (Object.keys(changes).length > 0)
    await tx.updateTable("applications").set(changes).where("id", "=", id).execute();
  if (changes.name !== undefined) {
    const called = changes.name;
    await tx.updateTable("users").set({ username: called }).where("id", "=", id).execute();
    await tx.updateTable("roles").set({ name: called }).where("application_id", "=", id).execute();
  }
  return find(tx, id);
}

/** Deletes an application that the transaction has locked, and its bot. */
export async function removeApplication(tx: Tx, id: string): Promise<Application> {
  const application = await find(tx, id);
  await leave(tx, id);
  await tx.deleteFrom("applications").where("id", "=", id).execute();
  // The user's row stays, so that its id is never taken for another's; tokens of deleted users are refused.
  await tx.updateTable("users").set({ deleted: 1 }).where("id", "=", id).execute();
  return application;
}

/** Text that LIKE takes as it is. */
const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Looking after the bots of the local store, whoever owns them: what the panel's operators may do. */
export function bots(local: Local): Bots {
  const { db, jwtSecret, settings } = local;

  return {
    async listBots({ search, limit, after }) {
      let query = applicationsWithNames(db)
        .select((select) =>
          select
            .selectFrom("members")
            .whereRef("members.user_id", "=", "applications.bot_user_id")
            .select((count) => count.fn.countAll<number>().as("count"))
            .as("guild_count"),
        )
        .orderBy("applications.created_at", "desc")
        .orderBy("applications.id", "desc")
        .limit(limit);
      if (search !== "") {
        const pattern = `%${literal(search)}%`;
        query = query.where((where) =>
          where.or([
            // The database lowers both: SQLite knows the case of ASCII letters only.
            sql<boolean>`lower(applications.name) like lower(${pattern}) escape '\\'`,
            where("applications.id", "=", search),
          ]),
        );
      }
      if (after) {
        const { createdAt, id } = after;
        query = query.where((where) =>
          where.or([
            where("applications.created_at", "<", createdAt),
            where.and([where("applications.created_at", "=", createdAt), where("applications.id", "<", id)]),
          ]),
        );
      }
      return (await query.execute()).map((row): BotSummary => ({
        ...asApplication(row),
        guildCount: row.guild_count ?? 0,
      }));
    },

    getBot: (id) => find(db, id),

    async listBotGuilds(id) {
      const rows = await db
        .selectFrom("members")
        .innerJoin("guilds", "guilds.id", "members.guild_id")
        .leftJoin("roles", (join) =>
          join.onRef("roles.guild_id", "=", "members.guild_id").on("roles.application_id", "=", id),
        )
        .where("members.user_id", "=", id)
        .select(["guilds.id", "guilds.name", "members.joined_at", "roles.permissions"])
        .orderBy("guilds.name")
        .orderBy("guilds.id")
        .execute();
      return rows.map((row): BotGuild => ({
        id: row.id,
        name: row.name,
        permissions: BigInt(row.permissions ?? 0),
        joinedAt: row.joined_at,
      }));
    },

    async editBot(id, edit) {
      const changes = changesFor(edit, await settings());
      return atomically(local, async (tx) => {
        await lock(tx, id);
        return changeApplication(tx, id, changes);
      });
    },

    async transferBot(id, ownerId) {
      return atomically(local, async (tx) => {
        await lock(tx, id);
        const owner = isSnowflake(ownerId) ? await userForUpdate(tx, ownerId) : undefined;
        if (!owner || owner.bot === 1 || owner.disabled === 1 || owner.deleted === 1)
          throw new AppError("not-found", "There is no such person. Choose another owner.");
        await tx.updateTable("applications").set({ owner_id: ownerId }).where("id", "=", id).execute();
        return find(tx, id);
      });
    },

    async renewBotToken(id) {
      const key = await jwtSecret();
      return atomically(local, async (tx) => {
        const application = await lock(tx, id);
        return { name: application.name, ...(await renewToken(tx, key, application)) };
      });
    },

    async removeBot(id, guildId) {
      return atomically(local, async (tx) => {
        await lock(tx, id);
        if ((await leave(tx, id, guildId)) === 0)
          throw new AppError(
            "not-found",
            "The bot is not in this guild. Reload the page to see where it is.",
          );
        return find(tx, id);
      });
    },

    async deleteBot(id) {
      return atomically(local, async (tx) => {
        await lock(tx, id);
        return removeApplication(tx, id);
      });
    },
  };
}
