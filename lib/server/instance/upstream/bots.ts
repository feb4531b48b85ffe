import "server-only";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { BotDetail, BotInvite } from "@/lib/shared/contract/bots";
import type { Capabilities } from "@/lib/shared/contract/instance";
import { lacking, type Bots } from "../instance";
import { webAddress } from "./state";
import { checkId, editApplication, type Entry, issued, Reader } from "./applications";
import { addToGuild, guildsWithBot, presenceReader } from "./bot-guilds";
import { explained, ifOffered, matching, type UpstreamCaller } from "./client";

function inviteOf({ id, bot, custom_install_url }: Entry, frontPage: string | null): BotInvite | null {
  const customUrl = webAddress(custom_install_url);
  if (customUrl !== null) return { url: customUrl, at: "instance" };
  const base = webAddress(frontPage);
  if (bot == null || base === null) return null;
  const url = new URL("/oauth2/authorize", base);
  url.search = String(new URLSearchParams({ client_id: id, scope: "bot" }));
  return { url: url.href, at: "guess" };
}

const isOfAnother = (error: unknown) =>
  error instanceof AppError && ["not-application-owner", "forbidden"].includes(error.code);

export function upstreamBots(caller: UpstreamCaller, capabilities: Capabilities): Bots {
  const { record, asAccount, frontPage } = caller;
  const reader = new Reader(caller);
  const lacks = lacking(capabilities);
  async function change<T>(
    { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
    work: () => Promise<T>,
  ): Promise<T> {
    checkId(id);
    return record({ action, to: "application", id, target: id, detail }, work);
  }

  const detailOf = (entry: Entry): BotDetail => ({
    ...reader.shown(entry),
    disabled: false,
    guilds: null,
    heirs: [],
    invite: inviteOf(entry, frontPage),
  });

  async function remove(id: string): Promise<void> {
    const newer = await ifOffered(asAccount().ask("POST", `/applications/${id}/delete`, { body: {} }));
    if (newer === undefined) await asAccount().ask("DELETE", `/applications/${id}`);
  }

  return {
    async page({ search, order = "newest" }) {
      const all = matching(await reader.list(), search);
      if (order === "oldest") all.reverse();
      if (order === "name") all.sort((a, b) => a.name.localeCompare(b.name));
      return { bots: all.map((one) => ({ ...reader.shown(one), guildCount: null })), next: null };
    },

    get: async (id) => detailOf(await reader.one(id)),

    async invited(id) {
      try {
        return detailOf(await reader.one(id));
      } catch (error) {
        if (!isOfAnother(error)) throw error;
        return { ...detailOf(await reader.offered(id)), owner: null };
      }
    },

    edit: (id, changes) => editApplication(caller, reader, id, changes),

    resetToken: (id) =>
      change({ action: "bot.reset", id }, () =>
        explained(
          // Some servers fail if this request has no body.
          asAccount().get(issued, "the new token", "POST", `/applications/${id}/bot/reset`, { body: {} }),
          {
            notOffered: "Your instance's API cannot reset a bot's token. Use a client instead.",
            unknown: "The old token may have stopped working. Reset it again to get a token.",
          },
        ),
      ),

    delete: (id) =>
      change({ action: "bot.delete", id }, () =>
        explained(remove(id), {
          notOffered: "Your instance's API cannot delete applications. Use a client instead.",
          async unknown(error) {
            const isThere = await reader.knows(id);
            if (isThere === false) return;
            throw isThere
              ? error.reworded(`${error.message} The application still exists. Try again.`, {
                  hadNoEffect: true,
                })
              : error.reworded(
                  `${error.message} The application may have been deleted. Check the list of bots before you try again.`,
                );
          },
        }),
      ),

    async authorize(id, guildId, permissions) {
      if (!isSnowflake(guildId)) throw new AppError("unknown-guild");
      return change(
        { action: "bot.authorize", id, detail: { guild: guildId, permissions: String(permissions) } },
        () => addToGuild(asAccount(), id, guildId, permissions),
      );
    },

    membership: presenceReader(asAccount),
    async guilds(id, after) {
      checkId(id);
      return guildsWithBot(asAccount(), id, after);
    },

    transfer: lacks("botTransfer"),
    leave: lacks("botMembership"),
    setPicture: lacks("botPictures"),
    removePicture: lacks("botPictures"),
    picture: () => Promise.resolve(null),
  };
}
