import "server-only";
import { AppError } from "@/lib/errors";
import type { Instance } from "@/lib/server/instance";
import { bitsOf } from "@/lib/shared/chat/bits";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type {
  BotDetail,
  Invite,
  InvitedBot,
  InviteGuild,
  InviteOutcome,
  InviteRefusal,
} from "@/lib/shared/contract/bots";

export type InviteQuery = Record<string, string | string[] | undefined>;

/** Maximum number of digits in a permission set or a Snowflake. */
const LONGEST_NUMBER = 20;
/** Maximum number of characters in the scope. All scopes of this API together are shorter. */
const LONGEST_SCOPE = 1000;

const asInvitedBot = ({ id, name, description, icon, owner }: BotDetail): InvitedBot => ({
  id,
  name,
  description,
  icon,
  owner,
});

function single(value: string | string[] | undefined, longest = LONGEST_NUMBER): string | null {
  return typeof value === "string" && value.length <= longest ? value : null;
}

async function findBot({ bots }: Instance, id: string | null): Promise<BotDetail | null> {
  if (id === null || !isSnowflake(id)) return null;
  try {
    return await bots.invited(id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "unknown-application" || error.code === "not-found") return null;
    if (error.code !== "not-offered") throw error;
    return bareBot(id);
  }
}

const bareBot = (id: string): BotDetail => ({
  id,
  name: `Application ${id}`,
  description: "",
  public: true,
  icon: null,
  owner: null,
  hasBot: true,
  username: null,
  createdAt: new Date(0).toISOString(),
  disabled: false,
  guilds: null,
  heirs: [],
  invite: null,
});

function asksForBot(scope: InviteQuery[string]): boolean {
  if (scope === undefined || scope === "") return true;
  return (single(scope, LONGEST_SCOPE) ?? "").split(/[\s,+]+/).includes("bot");
}

/**
 * Returns the guilds to which the caller may add a bot. Lists the caller's own guilds first, and otherwise
 * preserves the order of `guilds.all`.
 */
async function guildsFor(
  { guilds }: Instance,
  bot: BotDetail,
  callerId: string | null,
): Promise<InviteGuild[]> {
  const has = new Map(bot.guilds?.map((guild) => [guild.id, guild.permissions]));
  const all = (await guilds.all(true)).map(({ id, name, owner, permissions }) => ({
    id,
    name,
    owner: owner !== null && owner.id === callerId,
    held: permissions,
    present: has.get(id) ?? null,
  }));
  return [...all.filter(({ owner }) => owner), ...all.filter(({ owner }) => !owner)];
}

/**
 * @param callerId the caller's user on the instance; null if the instance does not report it
 * @throws AppError `account-required` if the session has no connected account
 */
export async function readInvite(
  instanceFor: () => Promise<Instance>,
  callerId: string | null,
  query: InviteQuery,
): Promise<Invite | InviteRefusal> {
  const permissions = query.permissions === undefined ? "0" : single(query.permissions);
  const requested = bitsOf(permissions);
  if (requested === null) return { reason: "malformed-permissions" };
  if (!asksForBot(query.scope)) return { reason: "other-scope" };
  const instance = await instanceFor();
  const detail = await findBot(instance, single(query.client_id));
  if (!detail) return { reason: "unknown-bot" };
  const bot = asInvitedBot(detail);
  if (!detail.hasBot) return { reason: "no-bot-user", bot };
  if (detail.disabled) return { reason: "disabled", bot };

  const guilds = await guildsFor(instance, detail, callerId);
  const isOwn = detail.owner !== null && detail.owner.id === callerId;
  const isOpen = detail.public !== false || isOwn;
  // A guild's managers may change the permissions of a private bot that is already in the guild.
  const open = isOpen ? guilds : guilds.filter(({ present }) => present !== null);
  if (open.length === 0 && !isOpen) return { reason: "private", bot };
  const named = query.guild_id === undefined ? undefined : single(query.guild_id);
  const only = open.length === 1 ? open[0] : undefined;
  const chosen = named === undefined ? only : open.find(({ id }) => id === named);
  return {
    bot,
    requested: String(requested),
    guilds: open,
    guildId: chosen?.id ?? null,
    isGuildUnknown: named !== undefined && chosen === undefined,
  };
}

/** Checks the outcome on the instance, because anybody can change the query. */
export async function readInviteOutcome(
  instanceFor: () => Promise<Instance>,
  query: InviteQuery,
): Promise<InviteOutcome> {
  if (query.error !== undefined) return { kind: "declined" };
  const instance = await instanceFor();
  const guildId = single(query.guild_id);
  const guild = guildId === null ? null : await findGuild(instance, guildId);
  if (!guild) return { kind: "not-in" };
  if (query.client_id === undefined) return { kind: "some-bot-in", guild };
  const bot = await findBot(instance, single(query.client_id));
  const presence = bot && (await instance.bots.membership(bot.id, guild.id));
  if (!presence || (presence !== "unknown" && !presence.member)) return { kind: "not-in" };
  const permissions = presence === "unknown" ? null : presence.permissions;
  return { kind: "in", bot: asInvitedBot(bot), guild, permissions };
}

async function findGuild({ guilds }: Instance, id: string): Promise<{ id: string; name: string } | null> {
  try {
    const { name } = await guilds.get(id);
    return { id, name };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "unknown-guild" || error.code === "not-found") return null;
    if (error.code === "not-offered" || error.code === "forbidden") return { id, name: `guild ${id}` };
    throw error;
  }
}
