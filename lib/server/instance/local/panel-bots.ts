import "server-only";
import type { Db, Row, Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { BotDetail, BotGuildEntry, PanelApplication, PanelBot } from "@/lib/shared/contract/bots";
import { AppError } from "@/lib/errors";
import { type Applications, type Bots, recordAs } from "../instance";
import {
  type Application,
  asApplication,
  changeApplication,
  changedIn,
  changesFor,
  findApplication,
  leave,
  lockApplication,
  LONGEST_DESCRIPTION,
  removeApplication,
  renewToken,
} from "./application-rows";
import { applications } from "./applications";
import { authorizations } from "./authorize";
import { listBots } from "./bot-page";
import { atomically, inTransaction, type LocalCaller, lockUser, userForUpdate } from "./context";
import { guilds } from "./guilds";
import { isoTime } from "./pages";
import { findPicture, removePicture, setPicture } from "./pictures";
import { findUser } from "./users";

const asPanelBot = (application: Application): PanelBot => ({
  id: application.id,
  name: application.name,
  description: application.description,
  public: application.botPublic,
  icon: application.icon,
  owner: application.owner,
  hasBot: application.bot !== null,
  username: application.bot?.username ?? null,
  createdAt: isoTime(application.createdAt),
});

const asPanelApplication = (application: Application): PanelApplication => ({
  ...asPanelBot(application),
  bot: application.bot,
});

export function localApplications(caller: LocalCaller): Applications {
  const { userId, settings } = caller;
  const { createApplication, listApplications, editApplication, createBot } = applications(caller);

  return {
    async limits() {
      return { name: (await settings()).get("limits.user.maxUsername"), description: LONGEST_DESCRIPTION };
    },

    list: async () => (await listApplications(userId)).map(asPanelApplication),

    async create(name, { once = false } = {}) {
      if (!once) return { ...asPanelApplication(await createApplication(userId, { name })), isNew: true };
      return inTransaction(caller, async (tx, inside) => {
        // Concurrent calls take turns, so that the second call finds the application that the first call created.
        await lockUser(tx, userId);
        const store = applications(inside);
        const existing = (await store.listApplications(userId)).find((one) => one.name === name);
        const application = existing ?? (await store.createApplication(userId, { name }));
        return { ...asPanelApplication(application), isNew: existing === undefined };
      });
    },

    edit: async (id, changes) => asPanelBot(await editApplication(userId, id, changes)),

    issueToken: (id) => createBot(userId, id),
  };
}

const guildsWithBot = (db: Db | Tx, id: string) =>
  db
    .selectFrom("members")
    .innerJoin("guilds", "guilds.id", "members.guild_id")
    .leftJoin("roles", (join) =>
      join.onRef("roles.guild_id", "=", "members.guild_id").on("roles.application_id", "=", id),
    )
    .where("members.user_id", "=", id)
    .select(["guilds.id", "guilds.name", "members.joined_at", "roles.permissions"])
    .orderBy("guilds.name_key")
    .orderBy("guilds.id");

export function localBots(caller: LocalCaller): Bots {
  const { audit, db, userId, actor, operators, inviteUrl, settings, jwtSecret } = caller;
  const record = recordAs(audit, actor, db);

  const locked = <T>(id: string, work: (tx: Tx, application: Row<"applications">) => Promise<T>) =>
    atomically(caller, async (tx) => work(tx, await lockApplication(tx, id)));

  /** The result of `work` must contain the application's name. */
  const change = <T extends { name: string }>(
    action: string,
    id: string,
    work: () => Promise<T>,
    detail: Record<string, unknown> = {},
  ) => record({ action, to: "application", id, detail }, work, ({ name }) => ({ target: name }));

  /** `permissions` are those of the bot's managed role, excluding the permissions of @everyone. */
  async function guildsOf(id: string): Promise<BotGuildEntry[]> {
    const [joined, manageable] = await Promise.all([
      guildsWithBot(db, id).execute(),
      guilds(caller).listManageableGuilds(userId),
    ]);
    const held = new Map(manageable.map((guild) => [guild.id, String(guild.permissions)]));
    return joined.map((guild) => ({
      id: guild.id,
      name: guild.name,
      permissions: guild.permissions ?? "0",
      joinedAt: isoTime(guild.joined_at),
      held: held.get(guild.id) ?? null,
    }));
  }

  async function get(id: string): Promise<BotDetail> {
    const bot = asPanelBot(await findApplication(db, id));
    const [guilds, people, user] = await Promise.all([guildsOf(id), operators(), findUser(db, id)]);
    return {
      ...bot,
      disabled: user?.disabled === 1,
      guilds,
      heirs: people.flatMap(({ userId: heir, username, disabled }) =>
        heir === null || disabled ? [] : [{ id: heir, username }],
      ),
      invite: bot.hasBot ? inviteUrl(id) : null,
    };
  }

  return {
    async page(query) {
      const { shown, next } = await listBots(db, query);
      const bots = shown.map((row) => ({
        ...asPanelBot(asApplication(row)),
        guildCount: row.guild_count ?? 0,
      }));
      return { bots, next };
    },

    get,
    invited: get,

    /** @throws `unknown-application`; `invalid-input` at `name`, `description` */
    async edit(id, edit) {
      const changed = changedIn(edit);
      if (changed.length === 0)
        throw new AppError("invalid-input", "Nothing to change: send a name, a description or public.");
      const work = async () => {
        const changes = changesFor(edit, await settings());
        return locked(id, (tx) => changeApplication(tx, id, changes));
      };
      return asPanelBot(await change("bot.edit", id, work, { changed }));
    },

    /** @throws `unknown-application`; `not-found` if the new owner is a bot or does not exist */
    async transfer(id, ownerId) {
      const work = () =>
        locked(id, async (tx) => {
          const owner = isSnowflake(ownerId) ? await userForUpdate(tx, ownerId) : undefined;
          if (!owner || owner.bot === 1 || owner.disabled === 1 || owner.deleted === 1)
            throw new AppError("not-found", "This person does not exist. Choose another owner.");
          await tx.updateTable("applications").set({ owner_id: ownerId }).where("id", "=", id).execute();
          return findApplication(tx, id);
        });
      const given = await record(
        { action: "bot.transfer", to: "application", id },
        work,
        ({ name, owner }) => ({ target: name, detail: { owner: owner.username } }),
      );
      return asPanelBot(given);
    },

    /** @throws `unknown-application`, `application-has-no-bot` */
    async resetToken(id) {
      const { token } = await change("bot.reset", id, async () => {
        const key = await jwtSecret();
        return locked(id, async (tx, application) => ({
          name: application.name,
          ...(await renewToken(tx, key, application)),
        }));
      });
      return { token };
    },

    /** @throws `unknown-application` */
    async delete(id) {
      await change("bot.delete", id, () => locked(id, (tx) => removeApplication(tx, id)));
    },

    async guilds(id) {
      await findApplication(db, id);
      return { guilds: await guildsOf(id), unknown: [], asked: null, next: null };
    },

    async membership(id, guildId) {
      const membership = (await guildsWithBot(db, id).execute()).find((guild) => guild.id === guildId);
      return membership ? { member: true, permissions: membership.permissions ?? "0" } : { member: false };
    },

    async authorize(applicationId, guildId, permissions) {
      const input = { applicationId, guildId, permissions, authorize: true };
      const { granted } = await authorizations(caller).authorizeBot(userId, input);
      return { kind: "added", granted: String(granted) };
    },

    async leave(id, guildId) {
      const work = () =>
        locked(id, async (tx, { name }) => {
          if (!isSnowflake(guildId) || (await leave(tx, id, guildId)) === 0)
            throw new AppError(
              "not-found",
              "The bot is not in this guild. Reload the page to see the current guilds.",
            );
          return { name };
        });
      await change("bot.remove", id, work, { guild: guildId });
    },

    setPicture: async (id, content) =>
      asPanelBot(await change("bot.picture", id, () => setPicture(caller, id, content))),

    removePicture: async (id) =>
      asPanelBot(await change("bot.picture.remove", id, () => removePicture(caller, id))),

    picture: (id, hash) => findPicture(db, id, hash),
  };
}
