import "server-only";
import { AppError } from "@/lib/errors";
import type { Authorized, BotGuilds } from "@/lib/shared/contract/bots";
import type { Presence } from "../instance";
import { explained, ifOffered, type UpstreamClient } from "./client";
import { UpstreamError } from "./failure";
import { accountGuilds, guildName } from "./guilds";
import { memberPermissions, rolesOf } from "./roles";
import * as z from "zod";

/*
 * Finds a bot's guilds. Instances do not list a bot's guilds, so the panel checks the bot's membership in
 * each of the account's guilds.
 */

const GUILDS_PER_PAGE = 24;
const PARALLEL_REQUESTS = 6;

/**
 * Returns the instance's answer for a bot's membership in a guild. Null if the bot is not a member. A bot's user has the
 * same id as the bot's application.
 */
async function memberIn(client: UpstreamClient, id: string, guildId: string): Promise<object | null> {
  try {
    const answer = await client.ask("GET", `/guilds/${guildId}/members/${id}`);
    return typeof answer === "object" && answer !== null ? answer : {};
  } catch (error) {
    if (error instanceof UpstreamError && error.isNotFound) return null;
    throw error;
  }
}

const permissionsIn = async (client: UpstreamClient, guildId: string, member: object) =>
  "roles" in member ? memberPermissions(member, await rolesOf(client, guildId), guildId) : null;

/** If so, the search continues with the next guild. */
const isOfOneGuild = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.failure.status >= 400 &&
  error.failure.status < 500 &&
  !["account-required", "rate-limited", "not-offered"].includes(error.code);

/** Adds a bot to a guild. If the answer is lost, asks the instance whether the bot is a member. */
export async function addToGuild(
  client: UpstreamClient,
  id: string,
  guildId: string,
  permissions: bigint,
): Promise<Authorized> {
  const query = new URLSearchParams({ client_id: id });
  const body = { guild_id: guildId, permissions: String(permissions), authorize: true };
  const shownPermissions = (member: object) => permissionsIn(client, guildId, member).catch(() => null);
  const added = client.ask("POST", `/oauth2/authorize?${query}`, { body }).then(
    (answer): Authorized => {
      const granted = grantedPermissions(answer);
      return { kind: "added", granted: granted === null ? null : String(granted) };
    },
    (error: unknown): Authorized => {
      // Some instances refuse to add a bot again, and do not change its permissions.
      const isIn =
        error instanceof UpstreamError &&
        error.failure.status === 400 &&
        /already a member/i.test(error.message);
      if (isIn) return { kind: "was-member", permissions: null };
      const isOutside =
        error instanceof UpstreamError && error.code === "not-found" && /\bmember\b/i.test(error.message);
      throw isOutside
        ? error.reworded(
            "The connected account is not a member of this guild, so it cannot add a bot there. Choose another guild, or join this one with a client first.",
          )
        : error;
    },
  );
  const withRoles = added.then(async (result): Promise<Authorized> => {
    if (result.kind !== "was-member") return result;
    const member = await memberIn(client, id, guildId).catch(() => null);
    return member ? { ...result, permissions: await shownPermissions(member) } : result;
  });
  return explained(withRoles, {
    async unknown(error) {
      const member = await memberIn(client, id, guildId).catch(() => undefined);
      if (member) return { kind: "found", permissions: await shownPermissions(member) };
      throw member === undefined
        ? error.reworded(
            `${error.message} The bot may have been added: the instance does not report it. Check the guild's members before you try again.`,
          )
        : error.reworded(`${error.message} The bot is not in the guild. Try again.`, { hadNoEffect: true });
    },
  });
}

export function presenceReader(asAccount: () => UpstreamClient) {
  /** False once the instance has reported that it does not list members. After that, no more requests are sent. */
  let reportsMembers = true;
  return async (id: string, guildId: string): Promise<Presence> => {
    if (!reportsMembers) return "unknown";
    try {
      const client = asAccount();
      const member = await memberIn(client, id, guildId);
      return member === null
        ? { member: false }
        : { member: true, permissions: await permissionsIn(client, guildId, member) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.isNotOffered) reportsMembers = false;
      else if (error.failure.status !== 403) throw error;
      return "unknown";
    }
  };
}

/** @param after the number of guilds that earlier pages covered @throws AppError `not-offered` */
export async function guildsWithBot(client: UpstreamClient, id: string, after?: string): Promise<BotGuilds> {
  const guilds = await ifOffered(accountGuilds(client));
  if (guilds === undefined)
    throw new AppError(
      "not-offered",
      "Your instance does not list an account's guilds, so the panel cannot list the bot's guilds.",
    );
  const all = [...guilds]
    .map(([guildId, entry]) => ({ id: guildId, name: guildName(entry) }))
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id),
    );
  const begin = Number(after) || 0;
  const pageGuilds = all.slice(begin, begin + GUILDS_PER_PAGE);
  const botGuilds: BotGuilds["guilds"] = [];
  const unknown: BotGuilds["unknown"] = [];
  const look = async (guild: { id: string; name: string }) => {
    try {
      const member = await memberIn(client, id, guild.id);
      if (member === null) return;
      const permissions = await permissionsIn(client, guild.id, member);
      botGuilds.push({ ...guild, permissions, joinedAt: null, held: null });
    } catch (error) {
      if (!isOfOneGuild(error)) throw error;
      unknown.push({ ...guild, reason: error.message });
    }
  };
  for (let at = 0; at < pageGuilds.length; at += PARALLEL_REQUESTS)
    await explained(Promise.all(pageGuilds.slice(at, at + PARALLEL_REQUESTS).map(look)), {
      notOffered:
        "Your instance does not report the members of a guild. Check the guild's members with a client.",
    });
  const done = begin + pageGuilds.length;
  return {
    guilds: botGuilds,
    unknown,
    asked: { done, total: all.length },
    next: done < all.length ? String(done) : null,
  };
}

const answered = z.object({ location: z.string() });

/** @returns null if the answer does not contain permissions */
function grantedPermissions(answer: unknown): bigint | null {
  const { data } = answered.safeParse(answer);
  if (!data || !URL.canParse(data.location, "http://instance.invalid")) return null;
  const permissions = new URL(data.location, "http://instance.invalid").searchParams.get("permissions");
  return permissions !== null && /^\d{1,20}$/.test(permissions) ? BigInt(permissions) : null;
}
