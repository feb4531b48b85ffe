import "server-only";
import { prepared, type NewRow, type Row, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { effectivePermissions, isMember, join, mayManageGuild, memberRoles } from "./members";
import {
  applicationForUpdate,
  atomicallyAudited,
  guildForUpdate,
  type Local,
  type Settings,
} from "./context";

export interface Authorization {
  /** Any text. If it is not a Snowflake, the error is `unknown-application`. */
  applicationId: string;
  guildId: string;
  permissions: bigint;
  /** If false, everything is checked, but nothing changes. */
  authorize: boolean;
}

type Bot = Row<"applications"> & { bot_user_id: string };

const insertRole = prepared((db, row: NewRow<"roles">) => db.insertInto("roles").values(row));
const roleOfBot = prepared((db, { guildId, applicationId }: { guildId: string; applicationId: string }) =>
  db
    .selectFrom("roles")
    .select("id")
    .where("guild_id", "=", guildId)
    .where("application_id", "=", applicationId),
);
const giveRole = prepared((db, row: NewRow<"member_roles">) =>
  db
    .insertInto("member_roles")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Outsiders must not learn which guilds exist.
 * @throws AppError `unknown-guild` if the guild does not exist or the caller is not a member;
 * `missing-permissions` if the caller may not add bots
 */
async function manageableGuild(tx: Tx, callerId: string, guildId: string) {
  const guild = isSnowflake(guildId) ? await guildForUpdate(tx, guildId) : undefined;
  if (!guild || !(await isMember(tx, guildId, callerId))) throw new AppError("unknown-guild");
  const owner = guild.owner_id === callerId;
  const roles = owner ? [] : await memberRoles(tx, guildId, callerId);
  const permissions = effectivePermissions({ owner, roles: roles.map((role) => BigInt(role.permissions)) });
  if (!mayManageGuild(permissions)) throw new AppError("missing-permissions");
  return { guild, held: permissions };
}

/** @throws AppError `unknown-application`, `application-has-no-bot` */
function botOf(application: Row<"applications"> | undefined): Bot {
  if (!application) throw new AppError("unknown-application");
  const { bot_user_id } = application;
  if (bot_user_id === null) throw new AppError("application-has-no-bot");
  return { ...application, bot_user_id };
}

/**
 * Refuses to add another user's private bot to a guild. If the bot is already in the guild, the guild's
 * managers may change its permissions.
 * @throws AppError `not-application-owner`
 */
async function refusePrivate(tx: Tx, bot: Bot, callerId: string, guildId: string): Promise<void> {
  if (bot.bot_public === 1 || bot.owner_id === callerId) return;
  if (await isMember(tx, guildId, bot.bot_user_id)) return;
  throw new AppError(
    "not-application-owner",
    "This bot is private: only its owner can add it to guilds. Ask the owner to add it, or to make it public.",
  );
}

async function dropRole(tx: Tx, roleId: string): Promise<void> {
  await tx.deleteFrom("member_roles").where("role_id", "=", roleId).execute();
  await tx.deleteFrom("roles").where("id", "=", roleId).execute();
}

/**
 * Gives the bot exactly these permissions: creates, updates or deletes the managed role of its application.
 */
async function grant(
  tx: Tx,
  local: Local,
  live: Settings,
  { id: guildId, role_count: position }: Row<"guilds">,
  bot: Bot,
  granted: bigint,
): Promise<void> {
  const [existing] = await roleOfBot(tx, { guildId, applicationId: bot.id });
  if (granted === 0n) {
    if (existing) await dropRole(tx, existing.id);
    return;
  }
  const permissions = granted.toString();
  let id = existing?.id;
  if (id !== undefined) {
    await tx.updateTable("roles").set({ permissions }).where("id", "=", id).execute();
  } else {
    if (position >= live.get("limits.guild.maxRoles")) throw new AppError("guild-role-limit");
    id = local.snowflakes.next();
    await insertRole(tx, {
      id,
      guild_id: guildId,
      name: bot.name,
      permissions,
      position,
      managed: 1,
      application_id: bot.id,
    });
  }
  await giveRole(tx, { guild_id: guildId, user_id: bot.bot_user_id, role_id: id });
}

/** Adds bots to guilds. The order of the checks is part of the API (docs/instance-api.md, "POST /oauth2/authorize"). */
export function authorizations(local: Local) {
  return {
    /**
     * Adds the application's bot to a guild, and gives it a managed role with its permissions
     * (docs/instance-api.md).
     * @returns the granted permissions: all requested permissions that the caller has
     * @throws `unknown-guild`, `missing-permissions`, `unknown-application`, `application-has-no-bot`;
     * `not-application-owner` for another user's private bot; `guild-member-limit`, `guild-role-limit`,
     * `bot-guild-limit`
     */
    async authorizeBot(
      callerId: string,
      { applicationId, guildId, permissions, authorize }: Authorization,
    ): Promise<{ granted: bigint }> {
      const live = await local.settings();
      const work = async (tx: Tx) => {
        const application = isSnowflake(applicationId)
          ? await applicationForUpdate(tx, applicationId)
          : undefined;
        const { guild, held } = await manageableGuild(tx, callerId, guildId);
        // Callers cannot grant permissions that they do not have.
        const granted = permissions & held;
        const bot = botOf(application);
        await refusePrivate(tx, bot, callerId, guildId);
        if (authorize) {
          await join(tx, live, guild, { id: bot.bot_user_id, bot: true });
          await grant(tx, local, live, guild, bot, granted);
        }
        return { granted, name: bot.name };
      };
      const { granted } = await atomicallyAudited(local, callerId, work, ({ granted: allowed, name }) => ({
        action: authorize ? "bot.authorize" : "bot.decline",
        target: name,
        detail: {
          application: applicationId,
          guild: guildId,
          ...(authorize && { permissions: `${allowed}` }),
        },
      }));
      return { granted };
    },
  };
}
