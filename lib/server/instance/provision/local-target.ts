import "server-only";
import { readSettings } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { instanceStore, prepareInstanceStore } from "../index";
import { LONGEST_DESCRIPTION } from "../local/bots";
import { lockUser } from "../local/locks";
import { normaliseName, normaliseText } from "../local/names";
import type { KnownGuild, Presence, ProvisionTarget } from "./target";

/**
 * The local store, for bots of one owner.
 * @param owner the owner's user, by its name as an operator
 * @param actor who provisions, as the audit names them
 * @throws AppError `config-unreadable`
 */
export async function localTarget(
  owner: { userId: string; username: string },
  actor: string,
): Promise<ProvisionTarget> {
  const { userId } = owner;
  const longest = (await readSettings()).get("limits.user.maxUsername");
  const store = instanceStore(undefined, undefined, actor);

  return {
    owner: owner.username,
    normalName: (name) => normaliseName(name, longest),
    normalDescription: (text) => normaliseText(text, LONGEST_DESCRIPTION, "description"),

    async knownBots() {
      const applications = await store.listApplications(userId);
      return applications.map(({ id, name, description, botPublic, bot }) => ({
        id,
        name,
        description,
        public: botPublic,
        hasBot: bot !== null,
      }));
    },

    async knownGuilds() {
      const [all, manageable] = await Promise.all([store.listGuilds(), store.listManageableGuilds(userId)]);
      const held = new Map(manageable.map(({ id, permissions }) => [id, permissions]));
      return all.map(({ id, name }): KnownGuild => ({
        id,
        name,
        mayManage: held.has(id),
        held: held.get(id) ?? 0n,
      }));
    },

    async presence(botId, guildIds) {
      const guilds = new Map((await store.listBotGuilds(botId)).map((guild) => [guild.id, guild]));
      return new Map(
        guildIds.map((id): [string, Presence] => {
          const guild = guilds.get(id);
          return [id, guild ? { member: true, permissions: guild.permissions } : { member: false }];
        }),
      );
    },

    async create(name) {
      await prepareInstanceStore();
      return db()
        .transaction()
        .execute(async (tx) => {
          // Two runs at the same time: the second one finds what the first one made.
          await lockUser(tx, userId);
          const found = await tx
            .selectFrom("applications")
            .select(["id", "bot_user_id"])
            .where("owner_id", "=", userId)
            .where("name", "=", name)
            .executeTakeFirst();
          if (found) return { id: found.id, hasBot: found.bot_user_id !== null, isNew: false };
          const { id, bot } = await instanceStore(tx, undefined, actor).createApplication(userId, { name });
          return { id, hasBot: bot !== null, isNew: true };
        });
    },

    issueToken: async (id) => (await store.createBot(userId, id)).token,

    async edit(id, { public: botPublic, ...texts }) {
      const changes = { ...texts, ...(botPublic !== undefined && { botPublic }) };
      await store.editApplication(userId, id, changes);
    },

    addToGuild: (applicationId, guildId, permissions) =>
      store.authorizeBot(userId, { applicationId, guildId, permissions, authorize: true }),
  };
}
