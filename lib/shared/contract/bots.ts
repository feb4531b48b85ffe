import * as z from "zod/mini";
import { bits, namedUser, nextPage, pageQuery } from "./fields";
import { route } from "./route";

/*
 * The data of the Bots pages. A bot is an application together with its bot user. Ids and permissions are
 * decimal numbers as text, and times are ISO 8601. A token appears only in the response to the request that
 * creates it. Null means that the instance does not report the value.
 */

export const BOT_ORDERS = ["newest", "oldest", "name"] as const;
export type BotOrder = (typeof BOT_ORDERS)[number];

const KiB = 1024;

const panelBot = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  public: z.nullable(z.boolean()),
  icon: z.nullable(z.string()),
  owner: z.nullable(namedUser),
  hasBot: z.boolean(),
  username: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PanelBot = z.infer<typeof panelBot>;

const botPage = z.object({
  bots: z.array(z.extend(panelBot, { guildCount: z.nullable(z.number()) })),
  next: nextPage,
});
export type BotPage = z.infer<typeof botPage>;

const botGuildEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** The permissions of the bot's role in the guild. "0" if the bot has no role. */
  permissions: z.nullable(z.string()),
  joinedAt: z.nullable(z.string()),
  /**
   * The operator's own permissions in the guild. Null if the operator may not change the bot's permissions in the
   * guild.
   */
  held: z.nullable(z.string()),
});
export type BotGuildEntry = z.infer<typeof botGuildEntry>;

const botGuilds = z.object({
  guilds: z.array(botGuildEntry),
  unknown: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  /**
   * Progress of the search for the bot's guilds: how many guilds have been checked, and how many there are.
   * Null if the instance lists a bot's guilds itself.
   */
  asked: z.nullable(z.object({ done: z.number(), total: z.number() })),
  next: nextPage,
});
export type BotGuilds = z.infer<typeof botGuilds>;

const botInvite = z.object({
  /** Absolute URL. Contains the bot's id, but no permissions. */
  url: z.string(),
  /**
   * Where the URL leads.
   * - `panel`: to a page of this panel.
   * - `panel-here`: to a page of this panel, but the URL works only on the panel's machine.
   * - `instance`: to a page of the instance.
   * - `guess`: to the usual path in a client, which may not have this page.
   */
  at: z.enum(["panel", "panel-here", "instance", "guess"]),
});
export type BotInvite = z.infer<typeof botInvite>;

const botDetail = z.extend(panelBot, {
  disabled: z.boolean(),
  /** Null if the panel must ask the instance about each guild. */
  guilds: z.nullable(z.array(botGuildEntry)),
  heirs: z.array(namedUser),
  invite: z.nullable(botInvite),
});
export type BotDetail = z.infer<typeof botDetail>;

const botChanges = z.object({
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  public: z.optional(z.boolean()),
  /** New name of the bot user. Only for instances on which it can differ from the application's name. */
  username: z.optional(z.string()),
});
export type BotChanges = z.infer<typeof botChanges>;

const authorized = z.union([
  /**
   * The bot was added. `granted` contains the requested permissions that the caller has. Null if the instance does not
   * report them.
   */
  z.object({ kind: z.literal("added"), granted: z.nullable(z.string()) }),
  /**
   * The bot was already a member, so the instance refused to add it and left its permissions unchanged. `permissions` are
   * those of its roles, or null if the instance does not report them.
   */
  z.object({ kind: z.literal("was-member"), permissions: z.nullable(z.string()) }),
  /** The response was lost, but the bot is a member. The bot may have been a member before the request. */
  z.object({ kind: z.literal("found"), permissions: z.nullable(z.string()) }),
]);
export type Authorized = z.infer<typeof authorized>;

const panelApplication = z.extend(panelBot, { bot: z.nullable(namedUser) });
export type PanelApplication = z.infer<typeof panelApplication>;

const newToken = z.object({ token: z.string() });

/* Data for the pages that an invite link opens. Ids and permissions are decimal numbers as text. */

export type InvitedBot = Pick<PanelBot, "id" | "name" | "description" | "icon" | "owner">;

export interface InviteGuild {
  id: string;
  name: string;
  owner: boolean;
  /**
   * The operator's own permissions in the guild. The operator cannot grant any others. Null if the instance
   * does not report them.
   */
  held: string | null;
  present: string | null;
}

export interface Invite {
  bot: InvitedBot;
  requested: string;
  /** The guilds to which the operator may add the bot, sorted by name. Guilds that the operator owns come first. */
  guilds: InviteGuild[];
  /** Id of the initially selected guild: the guild in the link, or the only guild. Null if no guild is selected. */
  guildId: string | null;
  isGuildUnknown: boolean;
}

export type InviteRefusal =
  | { reason: "no-user" | "malformed-permissions" | "other-scope" | "unknown-bot" }
  | { reason: "private" | "no-bot-user" | "disabled"; bot: InvitedBot };

export type InviteOutcome =
  /** The bot was added. `permissions` is null if the instance does not report them. */
  | { kind: "in"; bot: InvitedBot; guild: { id: string; name: string }; permissions: string | null }
  /** A bot was added, but the instance API's response names only the guild, not the bot. */
  | { kind: "some-bot-in"; guild: { id: string; name: string } }
  | { kind: "not-in" }
  | { kind: "declined" };

export const botRoutes = {
  listBots: route("GET", "/bots", {
    summary: "Lists bots a page at a time. `search` is a part of a name, or an id.",
    role: "viewer",
    query: z.object({ ...pageQuery, order: z.optional(z.string()) }),
    answer: botPage,
  }),
  getBot: route("GET", "/bots/:id", {
    summary: "Returns one bot, with its guilds if the instance lists them.",
    role: "viewer",
    answer: botDetail,
  }),
  editBot: route("PATCH", "/bots/:id", {
    summary: "Changes a bot, or transfers it to another user.",
    role: "editor",
    audit: ["bot.edit", "bot.transfer"],
    proof: { refusal: "The bot was not transferred", when: "the bot gets another owner" },
    body: z.extend(botChanges, {
      ownerId: z.optional(z.string()),
    }),
    answer: panelBot,
  }),
  deleteBot: route("DELETE", "/bots/:id", {
    summary: "Deletes a bot permanently: it leaves every guild, and its tokens stop working.",
    role: "editor",
    audit: "bot.delete",
    proof: { refusal: "The bot was not deleted" },
    answer: z.object({ deleted: z.string() }),
  }),
  resetToken: route("POST", "/bots/:id/token", {
    summary: "Revokes every token of a bot and returns a new token once.",
    role: "editor",
    audit: "bot.reset",
    proof: { refusal: "The token was not reset" },
    answer: newToken,
  }),
  setPicture: route("PUT", "/bots/:id/avatar", {
    summary: "Sets a bot's picture. The body is a PNG, WebP or JPEG file.",
    role: "editor",
    audit: "bot.picture",
    limit: 256 * KiB,
    body: "bytes",
    answer: panelBot,
  }),
  removePicture: route("DELETE", "/bots/:id/avatar", {
    summary: "Removes the picture of a bot.",
    role: "editor",
    audit: "bot.picture.remove",
    answer: panelBot,
  }),
  picture: route("GET", "/bots/:id/avatar/:hash", {
    summary: "Returns a bot's picture. The hash changes whenever the picture does.",
    role: "viewer",
    answer: "bytes",
  }),
  botGuilds: route("GET", "/bots/:id/guilds", {
    summary: "Lists the guilds of a bot that the instance reports. Send `after` to get the next page.",
    role: "viewer",
    query: z.object({ after: pageQuery.after }),
    answer: botGuilds,
  }),
  authorizeBot: route("PUT", "/bots/:id/guilds/:guildId", {
    summary: "Adds a bot to a guild, or replaces its permissions there.",
    role: "editor",
    audit: "bot.authorize",
    proof: { refusal: "The bot was not added", when: "the bot gets Administrator or Manage Guild" },
    body: z.object({ permissions: bits("permissions") }),
    answer: authorized,
  }),
  removeBot: route("DELETE", "/bots/:id/guilds/:guildId", {
    summary: "Removes a bot from a guild.",
    role: "editor",
    audit: "bot.remove",
    answer: z.object({ removed: z.string() }),
  }),
  listApplications: route("GET", "/applications", {
    summary: "Lists the caller's applications, newest first.",
    role: "viewer",
    answer: z.array(panelApplication),
  }),
  createApplication: route("POST", "/applications", {
    summary: "Creates an application, and its bot if the instance creates both together. Not safe to repeat.",
    role: "editor",
    audit: "application.create",
    body: z.object({ name: z.string("Enter a name for the application.") }),
    answer: z.extend(panelApplication, { isNew: z.boolean() }),
    status: 201,
  }),
  issueToken: route("POST", "/applications/:id/bot", {
    summary: "Creates the bot of an application unless it exists, and returns a token for it once.",
    role: "editor",
    audit: "bot.token",
    proof: { refusal: "No token was created", when: "the bot already exists" },
    answer: newToken,
  }),
};
