import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { type Application, instanceApi, instanceStore } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";
import { bitsOf } from "@/lib/shared/chat/bits";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type {
  Invite,
  InvitedBot,
  InviteGuild,
  InviteOutcome,
  InviteRefusal,
} from "@/lib/shared/contract/invite";

/** The query of an invite link, as Next parsed it. */
export type InviteQuery = Record<string, string | string[] | undefined>;

/** Digits of the largest permission set, which is longer than any Snowflake. */
const LONGEST_NUMBER = 20;
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
/** Characters; more than all scopes of this API family together. */
const LONGEST_SCOPE = 1000;

const asInvitedBot = ({ id, name, description, icon, owner }: Application): InvitedBot => ({
  id,
  name,
  description,
  icon,
  owner,
});

/** A parameter of the link; null for one that is missing, repeated or longer than anything that it could mean. */
function single(value: string | string[] | undefined, longest = LONGEST_NUMBER): string | null {
  return typeof value === "string" && value.length <= longest ? value : null;
}

/** Where invite links lead: a page of this panel, by the name that operators reach it by. */
export function inviteAddress(): { url: string; isPublic: boolean } {
  const { href, hostname } = new URL("/oauth2/authorize", env().publicUrl);
  return { url: href, isPublic: !LOOPBACK.test(hostname) };
}

async function findBot(id: string | null): Promise<Application | null> {
  if (id === null || !isSnowflake(id)) return null;
  try {
    return await instanceStore().getBot(id);
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-application") return null;
    throw error;
  }
}

/** Links may ask for further scopes, which mean nothing here; without `bot` there is nothing to add. */
function asksForBot(scope: InviteQuery[string]): boolean {
  if (scope === undefined || scope === "") return true;
  return (single(scope, LONGEST_SCOPE) ?? "").split(/[\s,+]+/).includes("bot");
}

async function guildsOf(userId: string, botId: string): Promise<InviteGuild[]> {
  const [manageable, present] = await Promise.all([
    instanceStore().listManageableGuilds(userId),
    instanceStore().listBotGuilds(botId),
  ]);
  const has = new Map(present.map((guild) => [guild.id, String(guild.permissions)]));
  const guilds = manageable.map(({ id, name, owner, permissions }) => ({
    id,
    name,
    owner,
    held: String(permissions),
    present: has.get(id) ?? null,
  }));
  return [...guilds.filter(({ owner }) => owner), ...guilds.filter(({ owner }) => !owner)];
}

/** What an invite link offers the operator, or why it cannot be followed. */
export async function readInvite(operator: Operator, query: InviteQuery): Promise<Invite | InviteRefusal> {
  const url = instanceApi();
  if (url !== null) return { reason: "elsewhere", url };
  const { userId } = operator;
  if (userId === null) return { reason: "no-user" };
  const asked = query.permissions === undefined ? "0" : single(query.permissions);
  const requested = bitsOf(asked);
  if (requested === null) return { reason: "malformed-permissions" };
  if (!asksForBot(query.scope)) return { reason: "other-scope" };
  const application = await findBot(single(query.client_id));
  if (!application) return { reason: "unknown-bot" };
  const bot = asInvitedBot(application);
  if (application.bot === null) return { reason: "no-bot-user", bot };
  if ((await instanceStore().findUser(application.id))?.disabled) return { reason: "disabled", bot };

  const guilds = await guildsOf(userId, application.id);
  const isOwn = application.owner.id === userId;
  // Where a private bot is already, its permissions are the managers' to change.
  const open = application.botPublic || isOwn ? guilds : guilds.filter(({ present }) => present !== null);
  if (open.length === 0 && !application.botPublic && !isOwn) return { reason: "private", bot };
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

/** What became of an invite link: read back, not taken from the address. */
export async function readInviteOutcome(query: InviteQuery): Promise<InviteOutcome> {
  if (query.error !== undefined) return { kind: "declined" };
  if (instanceApi() !== null) return { kind: "not-in" };
  const guildId = single(query.guild_id);
  const guild = guildId === null ? null : await instanceStore().findGuild(guildId);
  if (!guild) return { kind: "not-in" };
  if (query.client_id === undefined) return { kind: "some-bot-in", guild };
  const application = await findBot(single(query.client_id));
  const membership = application && (await instanceStore().getMembership(guild.id, application.id));
  if (!membership) return { kind: "not-in" };
  const role = membership.roles.find(({ managed }) => managed);
  return {
    kind: "in",
    bot: asInvitedBot(application),
    guild,
    permissions: String(role?.permissions ?? 0n),
  };
}
