import "server-only";
import { z } from "zod";
import {
  type Authorized,
  BOT_ORDERS,
  type BotChanges,
  type BotDetail,
  type BotGuildEntry,
  type BotOrder,
  type PanelApplication,
  type PanelBot,
} from "@/lib/shared/contract/bots";
import { AppError } from "@/lib/errors";
import { configFile } from "@/lib/server/config-file";
import type { Applications, Bots } from "../instance";
import type { Application, BotCursor, BotEdit, BotGuild, BotSummary } from "./types";
import { recordAs } from "../recorded";
import { LONGEST_DESCRIPTION } from "./bots";
import type { LocalCaller } from "./caller";
import { lockUser } from "./locks";
import { cleanSearch, pageOf, PAGE } from "./page-cursor";

const asPanelBot = (application: Application): PanelBot => ({
  id: application.id,
  name: application.name,
  description: application.description,
  public: application.botPublic,
  icon: application.icon,
  owner: application.owner,
  hasBot: application.bot !== null,
  username: application.bot?.username ?? null,
  createdAt: new Date(application.createdAt).toISOString(),
});

const asPanelApplication = (application: Application): PanelApplication => ({
  ...asPanelBot(application),
  bot: application.bot,
});

/** Leaves out the bot's username, because in the local store a bot has only one name. */
const asBotEdit = ({ public: botPublic, name, description }: BotChanges): BotEdit => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(botPublic !== undefined && { botPublic }),
});

/** Maximum length in characters. Even the cursor of the longest name is shorter. */
const LONGEST_CURSOR = 10_000;
const cursorSchema = z.tuple([z.union([z.int(), z.string()]), z.string().regex(/^\d{1,20}$/)]);

/** Encodes a cursor as `[key, id]` in JSON and base64url, because names may contain any character. */
const cursorText = ({ key, id }: BotCursor) => Buffer.from(JSON.stringify([key, id])).toString("base64url");

function cursorOf(text: string, order: BotOrder): BotCursor {
  try {
    const json = text.length > LONGEST_CURSOR ? "" : Buffer.from(text, "base64url").toString();
    const [key, id] = cursorSchema.parse(JSON.parse(json));
    // PostgreSQL rejects NUL in text.
    const isKey = order === "name" ? typeof key === "string" && !key.includes("\0") : typeof key === "number";
    if (isKey) return { key, id };
  } catch {
    // Reported below.
  }
  throw new AppError("invalid-input", "This page position is not valid. Start from the first page.");
}

function orderOf(text: string | undefined): BotOrder {
  const order = BOT_ORDERS.find((one) => one === (text ?? "newest"));
  if (order) return order;
  throw new AppError("invalid-input", `Bots are ordered by ${BOT_ORDERS.join(", ")}. Choose one of these.`);
}

export function localApplications({ store, userId, withStore }: LocalCaller): Applications {
  return {
    async limits() {
      const settings = await configFile().settings();
      return { name: settings.get("limits.user.maxUsername"), description: LONGEST_DESCRIPTION };
    },

    list: async () => (await store.listApplications(userId)).map(asPanelApplication),

    async create(name, { once = false } = {}) {
      if (!once)
        return { ...asPanelApplication(await store.createApplication(userId, { name })), isNew: true };
      return withStore(async (tx, inside) => {
        // Concurrent calls take turns, so that the second call finds the application that the first call created.
        await lockUser(tx, userId);
        const found = (await inside.listApplications(userId)).find((one) => one.name === name);
        const application = found ?? (await inside.createApplication(userId, { name }));
        return { ...asPanelApplication(application), isNew: found === undefined };
      });
    },

    edit: async (id, changes) => asPanelBot(await store.editApplication(userId, id, asBotEdit(changes))),

    issueToken: (id) => store.createBot(userId, id),
  };
}

export function localBots(caller: LocalCaller): Bots {
  const { store, userId, actor, operators, inviteUrl } = caller;
  const record = recordAs(actor);
  const nameOf = ({ name }: { name: string }) => ({ target: name });
  const change = (action: string, id: string, work: () => Promise<Application>, detail = {}) =>
    record({ action, to: "application", id, detail }, work, nameOf);

  async function guildsOf(id: string): Promise<BotGuildEntry[]> {
    const [guilds, manageable] = await Promise.all([
      store.listBotGuilds(id),
      store.listManageableGuilds(userId),
    ]);
    const held = new Map(manageable.map((guild) => [guild.id, String(guild.permissions)]));
    return guilds.map((guild: BotGuild) => ({
      id: guild.id,
      name: guild.name,
      permissions: String(guild.permissions),
      joinedAt: new Date(guild.joinedAt).toISOString(),
      held: held.get(guild.id) ?? null,
    }));
  }

  async function get(id: string): Promise<BotDetail> {
    const bot = asPanelBot(await store.getBot(id));
    const [guilds, people, user] = await Promise.all([guildsOf(id), operators(), store.findUser(id)]);
    return {
      ...bot,
      disabled: user?.disabled ?? false,
      guilds,
      heirs: people.flatMap(({ userId: heir, username, disabled }) =>
        heir === null || disabled ? [] : [{ id: heir, username }],
      ),
      invite: bot.hasBot ? inviteUrl(id) : null,
    };
  }

  return {
    async page({ search, order: asked, after }) {
      const order = orderOf(asked);
      const found = await store.listBots({
        order,
        search: cleanSearch(search),
        // Read one row more than a page shows, to determine whether another page follows.
        limit: PAGE + 1,
        ...(after !== undefined && { after: cursorOf(after, order) }),
      });
      const { shown, last } = pageOf(found);
      const keyOf = (bot: BotSummary) => (order === "name" ? bot.nameKey : bot.createdAt);
      return {
        bots: shown.map((bot) => ({ ...asPanelBot(bot), guildCount: bot.guildCount })),
        next: last ? cursorText({ key: keyOf(last), id: last.id }) : null,
      };
    },

    get,
    invited: get,

    async edit(id, wanted) {
      const changes = asBotEdit(wanted);
      const changed = Object.keys(changes);
      if (changed.length === 0)
        throw new AppError("invalid-input", "Nothing to change: send a name, a description or public.");
      return asPanelBot(await change("bot.edit", id, () => store.editBot(id, changes), { changed }));
    },

    async transfer(id, ownerId) {
      const entry = { action: "bot.transfer", to: "application" as const, id };
      const describe = ({ name, owner }: Application) => ({
        target: name,
        detail: { owner: owner.username },
      });
      return asPanelBot(await record(entry, () => store.transferBot(id, ownerId), describe));
    },

    async resetToken(id) {
      const entry = { action: "bot.reset", to: "application" as const, id };
      const { token } = await record(entry, () => store.renewBotToken(id), nameOf);
      return { token };
    },

    async delete(id) {
      await change("bot.delete", id, () => store.deleteBot(id));
    },

    async guilds(id) {
      await store.getBot(id);
      return { guilds: await guildsOf(id), unknown: [], asked: null, next: null };
    },

    async membership(id, guildId) {
      const found = (await store.listBotGuilds(id)).find((guild) => guild.id === guildId);
      return found ? { member: true, permissions: String(found.permissions) } : { member: false };
    },

    async authorize(applicationId, guildId, permissions): Promise<Authorized> {
      const input = { applicationId, guildId, permissions, authorize: true };
      const { granted } = await store.authorizeBot(userId, input);
      return { kind: "added", granted: String(granted) };
    },

    async leave(id, guildId) {
      await change("bot.remove", id, () => store.removeBot(id, guildId), { guild: guildId });
    },

    setPicture: async (id, content) =>
      asPanelBot(await change("bot.picture", id, () => store.setIcon(id, content))),

    removePicture: async (id) =>
      asPanelBot(await change("bot.picture.remove", id, () => store.removeIcon(id))),

    picture: (id, hash) => store.findIcon(id, hash),
  };
}
