import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { grantedPermissions } from "@/lib/shared/chat/granted-permissions";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import {
  type Authorized,
  type BotChanges,
  type BotGuilds,
  type BotInvite,
  type PanelApplication,
  type PanelBot,
} from "@/lib/shared/contract/bots";
import type { Capabilities } from "@/lib/shared/contract/instance";
import type { Applications, Bots, Presence } from "../instance";
import { webAddress } from "./address";
import type { UpstreamCaller } from "./caller";
import { ifOffered, isUnknown, type UpstreamClient } from "./client";
import { UpstreamError } from "./failure";
import { accountGuilds, guildName } from "./guild-list";

/** Maximum lengths in characters. The instance has its own limits. */
const LIMITS = { name: 100, description: 4_000 };
/** How many guilds one request of a page covers, and how many the panel asks the instance about at a time. */
const ASKED = 24;
const AT_ONCE = 6;

const application = z.object({
  id: z.string().refine(isSnowflake),
  name: z.string(),
  description: z.string().nullish(),
  icon: z.string().nullish(),
  bot_public: z.boolean().nullish(),
  owner: z.object({ id: z.string(), username: z.string() }).nullish().catch(null),
  bot: z.object({ id: z.string().nullish(), username: z.string().nullish() }).nullish(),
  custom_install_url: z.string().nullish(),
});
const created = application.partial({ name: true });
const issued = z.object({ token: z.string().min(1) });

type Entry = z.output<typeof application>;

const NOT_LISTED = "Your instance does not list an account's applications. Open an application by its id.";
const NOT_REPORTED =
  "Your instance does not return the details of an application. Everything else works with its id.";

/** Reads applications of the account. */
class Reader {
  constructor(private readonly caller: UpstreamCaller) {}

  shown(entry: Entry): PanelApplication {
    const { id, name, description, bot_public, bot } = entry;
    const { account } = this.caller;
    const own =
      account?.id != null && account.username !== null
        ? { id: account.id, username: account.username }
        : null;
    return {
      id,
      name,
      description: description ?? "",
      public: bot_public ?? null,
      // Pictures of the instance are on its CDN, from which the panel's pages do not load.
      icon: null,
      owner: entry.owner ?? own,
      hasBot: bot != null,
      username: bot?.username ?? null,
      bot: bot == null ? null : { id: bot.id ?? id, username: bot.username ?? name },
      createdAt: new Date(snowflakeTime(id)).toISOString(),
    };
  }

  /** Newest first. @throws AppError `not-offered` */
  async list(): Promise<Entry[]> {
    const answer = await ifOffered(this.caller.asAccount().ask("GET", "/applications"));
    if (!Array.isArray(answer)) throw new AppError("not-offered", NOT_LISTED);
    const entries = answer.flatMap((one) => application.safeParse(one).data ?? []);
    return entries.toSorted((a, b) => (BigInt(a.id) > BigInt(b.id) ? -1 : 1));
  }

  /**
   * One application: requested by id, or found in the list if the instance has no such route.
   * @throws AppError `not-offered` if the instance offers neither; `unknown-application`
   */
  async one(id: string): Promise<Entry> {
    if (!isSnowflake(id)) throw new AppError("unknown-application");
    const answer = await ifOffered(this.caller.asAccount().ask("GET", `/applications/${id}`));
    const found = application.safeParse(answer).data ?? (await this.listed(id));
    if (found) return found;
    throw new AppError("unknown-application", "The connected account has no application with this id.");
  }

  private async listed(id: string): Promise<Entry | undefined> {
    const all = await this.list().catch((error: unknown) => {
      throw error instanceof AppError && error.code === "not-offered"
        ? new AppError("not-offered", NOT_REPORTED)
        : error;
    });
    return all.find((one) => one.id === id);
  }

  /** Whether the account has the application; null if the instance does not report it. */
  async knows(id: string): Promise<boolean | null> {
    try {
      await this.one(id);
      return true;
    } catch (error) {
      return error instanceof AppError && error.code === "unknown-application" ? false : isGone(error);
    }
  }
}

const isGone = (error: unknown) => (error instanceof UpstreamError && error.isNotFound ? false : null);

const TO_TRY = "Try again: if the application was created, the panel finds and uses it.";
const TO_CHECK =
  "The panel cannot check whether the application exists, because the instance does not list applications. Look for it in a client: if it exists, continue with its id, because another attempt creates a second application.";

/** The applications of the session's account. */
export function upstreamApplications(caller: UpstreamCaller): Applications {
  const { record, asAccount } = caller;
  const reader = new Reader(caller);

  /** The ids of the account's applications; null if the instance does not list them. */
  const idsBefore = async (): Promise<Set<string> | null> =>
    reader.list().then(
      (all) => new Set(all.map(({ id }) => id)),
      (error: unknown) => {
        if (error instanceof AppError && error.code === "not-offered") return null;
        throw error;
      },
    );

  /** After a lost answer: the application that was still created, if the instance lists it. */
  async function newcomer(name: string, before: ReadonlySet<string>): Promise<Entry | undefined> {
    const all = await reader.list().catch(() => []);
    return all.find((one) => one.name === name && !before.has(one.id));
  }

  async function make(name: string): Promise<Entry> {
    const before = await idsBefore();
    try {
      const request = { body: { name } };
      const made = await asAccount().get(created, "the application's id", "POST", "/applications", request);
      return { ...made, name: made.name ?? name };
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const found = before && (await newcomer(name, before));
      if (found) return found;
      throw error.reworded(`${error.message} ${before ? TO_TRY : TO_CHECK}`);
    }
  }

  return {
    limits: () => Promise.resolve(LIMITS),

    list: async () => (await reader.list()).map((one) => reader.shown(one)),

    async create(name) {
      const entry = { action: "application.create", target: name.slice(0, 100) };
      const made = await record(
        entry,
        () => make(name),
        (done) => ({ target: done.name, detail: { application: done.id } }),
      );
      return { ...reader.shown(made), isNew: true };
    },

    edit: (id, changes) => editBot(caller, reader, id, changes),

    issueToken(id) {
      const path = `/applications/${encodeURIComponent(id)}/bot`;
      return record({ action: "bot.token", to: "application", id, target: id }, async () => {
        try {
          return await asAccount().get(issued, "the bot's token", "POST", path);
        } catch (error) {
          if (!isUnknown(error)) throw error;
          throw error.reworded(
            `${error.message} The bot may have been created. Another attempt requests a token of the same bot; if the instance refuses, reset its token on the bot's page.`,
          );
        }
      });
    },
  };
}

/** Changes an application of the account, and the name of its bot's user. */
async function editBot(
  { record, asAccount }: UpstreamCaller,
  reader: Reader,
  id: string,
  { public: bot_public, username, ...texts }: BotChanges,
): Promise<PanelBot> {
  const changes = { ...texts, ...(bot_public !== undefined && { bot_public }) };
  const changed = [...Object.keys(texts), ...(bot_public === undefined ? [] : ["public"])];
  const notOffered = "Your instance's API cannot change applications. Use a client instead.";
  const send = (path: string, body: unknown) =>
    orNotOffered(asAccount().ask("PATCH", `/applications/${id}${path}`, { body }), notOffered);
  const detail = { changed: username === undefined ? changed : [...changed, "username"] };
  await record({ action: "bot.edit", to: "application", id, target: id, detail }, async () => {
    if (changed.length > 0) await send("", changes);
    if (username === undefined) return;
    await send("/bot", { username }).catch((error: unknown) => {
      if (changed.length === 0 || !(error instanceof UpstreamError)) throw error;
      throw error.reworded(`The application was saved, but not the bot's username. ${error.message}`);
    });
  });
  return reader.shown(await reader.one(id));
}

/**
 * The address where people add the bot to their guilds: the application's, or the usual address in clients of this
 * API family.
 */
function inviteOf({ id, bot, custom_install_url }: Entry, frontPage: string | null): BotInvite | null {
  const own = webAddress(custom_install_url);
  if (own !== null) return { url: own, at: "instance" };
  const base = webAddress(frontPage);
  if (bot == null || base === null) return null;
  const url = new URL("/oauth2/authorize", base);
  url.search = String(new URLSearchParams({ client_id: id, scope: "bot" }));
  return { url: url.href, at: "guess" };
}

/** Whether the bot is a member of one of the account's guilds. A bot's user has the id of its application. */
async function isMember(client: UpstreamClient, id: string, guildId: string): Promise<boolean> {
  try {
    await client.ask("GET", `/guilds/${guildId}/members/${id}`);
    return true;
  } catch (error) {
    if (error instanceof UpstreamError && error.isNotFound) return false;
    throw error;
  }
}

/** A refusal for one guild does not apply to the next. An error that any request would meet ends the search. */
const isOfOneGuild = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.failure.status >= 400 &&
  error.failure.status < 500 &&
  !["account-required", "rate-limited", "not-offered"].includes(error.code);

/** The bots of the session's account. */
export function upstreamBots(caller: UpstreamCaller, capabilities: Capabilities): Bots {
  const { record, asAccount, frontPage } = caller;
  const reader = new Reader(caller);
  const lacking = (name: keyof Capabilities) => () =>
    Promise.reject(new AppError("not-offered", String(capabilities[name])));
  /** Once an instance has reported that it does not list members, it is not asked again. */
  let reportsMembers = true;

  const change = <T>(
    { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
    work: () => Promise<T>,
    describe?: (result: T) => { target?: string },
  ) => record({ action, to: "application", id, target: id, detail }, work, describe);

  async function remove(id: string): Promise<void> {
    try {
      const newer = await ifOffered(asAccount().ask("POST", `/applications/${id}/delete`, { body: {} }));
      if (newer !== undefined) return;
      await orNotOffered(
        asAccount().ask("DELETE", `/applications/${id}`),
        "Your instance's API cannot delete applications. Use a client instead.",
      );
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const isThere = await reader.knows(id);
      if (isThere === false) return;
      throw isThere
        ? error.reworded(`${error.message} The application still exists. Try again.`, {
            hadNoEffect: true,
          })
        : error.reworded(
            `${error.message} The application may have been deleted. Check the list of bots before you try again.`,
          );
    }
  }

  async function reset(id: string): Promise<{ token: string }> {
    try {
      // Some servers read a member of the body and fail on a request without a body.
      const request = asAccount().get(issued, "the new token", "POST", `/applications/${id}/bot/reset`, {
        body: {},
      });
      return await orNotOffered(
        request,
        "Your instance's API cannot reset a bot's token. Use a client instead.",
      );
    } catch (error) {
      if (!isUnknown(error)) throw error;
      throw error.reworded(
        `${error.message} The old token may have stopped working. Reset it again to get a token.`,
      );
    }
  }

  async function add(id: string, guildId: string, permissions: bigint): Promise<Authorized> {
    try {
      const query = new URLSearchParams({ client_id: id });
      const body = { guild_id: guildId, permissions: String(permissions), authorize: true };
      const granted = grantedPermissions(
        await asAccount().ask("POST", `/oauth2/authorize?${query}`, { body }),
      );
      return { kind: "added", granted: granted === null ? null : String(granted) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // Some instances refuse to add a bot again, and its permissions stay unchanged.
      if (error.failure.status === 400 && /already a member/i.test(error.message))
        return { kind: "was-member" };
      if (error.hadNoEffect) throw error;
      const isIn = await isMember(asAccount(), id, guildId).catch(() => null);
      if (isIn) return { kind: "found" };
      throw isIn === null
        ? error.reworded(
            `${error.message} The bot may have been added: the instance does not report it. Check the guild's members before you try again.`,
          )
        : error.reworded(`${error.message} The bot is not in the guild. Try again.`, {
            hadNoEffect: true,
          });
    }
  }

  async function membership(id: string, guildId: string): Promise<Presence> {
    if (!reportsMembers) return "unknown";
    try {
      return (await isMember(asAccount(), id, guildId))
        ? { member: true, permissions: null }
        : { member: false };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.isNotOffered) reportsMembers = false;
      else if (error.failure.status !== 403) throw error;
      return "unknown";
    }
  }

  return {
    async page({ search = "", order = "newest" }) {
      const words = search.trim().toLowerCase();
      const all = (await reader.list()).filter(
        ({ id, name }) => name.toLowerCase().includes(words) || id === words,
      );
      const sorted =
        order === "oldest"
          ? all.toReversed()
          : order === "name"
            ? all.toSorted((a, b) => a.name.localeCompare(b.name))
            : all;
      return { bots: sorted.map((one) => ({ ...reader.shown(one), guildCount: null })), next: null };
    },

    async get(id) {
      const entry = await reader.one(id);
      return {
        ...reader.shown(entry),
        disabled: false,
        guilds: null,
        heirs: [],
        invite: inviteOf(entry, frontPage),
      };
    },

    edit: (id, changes) => editBot(caller, reader, id, changes),

    resetToken: (id) => change({ action: "bot.reset", id }, () => reset(id)),
    delete: (id) => change({ action: "bot.delete", id }, () => remove(id)),

    authorize: (id, guildId, permissions) =>
      change(
        { action: "bot.authorize", id, detail: { guild: guildId, permissions: String(permissions) } },
        () => add(id, guildId, permissions),
      ),

    membership,

    async guilds(id, after): Promise<BotGuilds> {
      const client = asAccount();
      const guilds = await ifOffered(accountGuilds(client));
      if (guilds === undefined)
        throw new AppError(
          "not-offered",
          "Your instance does not list an account's guilds, so the panel cannot list the bot's guilds.",
        );
      const all = [...guilds]
        .map(([id, entry]) => ({ id, name: guildName(entry) }))
        .toSorted(
          (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id),
        );
      const begin = after === undefined ? 0 : Number(after) || 0;
      const asked = all.slice(begin, begin + ASKED);
      const found: BotGuilds["guilds"] = [];
      const unknown: BotGuilds["unknown"] = [];
      const look = async (guild: { id: string; name: string }) => {
        try {
          if (await isMember(client, id, guild.id))
            found.push({ ...guild, permissions: null, joinedAt: null, held: null });
        } catch (error) {
          if (!isOfOneGuild(error)) throw error;
          unknown.push({ ...guild, reason: error.message });
        }
      };
      for (let at = 0; at < asked.length; at += AT_ONCE)
        await orNotOffered(
          Promise.all(asked.slice(at, at + AT_ONCE).map(look)),
          "Your instance does not report the members of a guild. Check the guild's members with a client.",
        );
      const done = begin + asked.length;
      return {
        guilds: found,
        unknown,
        asked: { done, total: all.length },
        next: done < all.length ? String(done) : null,
      };
    },

    transfer: lacking("botTransfer"),
    leave: lacking("botMembership"),
    setPicture: lacking("botPictures"),
    removePicture: lacking("botPictures"),
    picture: () => Promise.resolve(null),
  };
}

/** Rewords a missing feature. @throws AppError `not-offered` */
async function orNotOffered<T>(request: Promise<T>, words: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof UpstreamError && error.isNotOffered) throw error.reworded(words);
    throw error;
  }
}
