import type { NamedUser } from "./provisioning";

/* What the pages behind an invite link receive. Ids and permission sets are decimal text. */

export interface InvitedBot {
  id: string;
  name: string;
  description: string;
  /** Hash of its picture; null without one. */
  icon: string | null;
  owner: NamedUser | null;
}

export interface InviteGuild {
  id: string;
  name: string;
  /** Whether the operator owns it. */
  owner: boolean;
  /** The operator's own permissions there: no others can be handed out. Null if the instance does not report them. */
  held: string | null;
  /** What the bot's role allows there already; null while the bot is not in it. */
  present: string | null;
}

export interface Invite {
  bot: InvitedBot;
  /** The permissions that the link asks for. */
  requested: string;
  /** The guilds that the operator may add bots to: own ones first, then by name. */
  guilds: InviteGuild[];
  /** The guild to begin with: the link's, or the only one. */
  guildId: string | null;
  /** The link names a guild that is not among `guilds`. */
  isGuildUnknown: boolean;
}

/** Why a link cannot be followed. */
export type InviteRefusal =
  | { reason: "no-user" | "malformed-permissions" | "other-scope" | "unknown-bot" }
  | { reason: "private"; bot: InvitedBot }
  | { reason: "no-bot-user"; bot: InvitedBot }
  | { reason: "disabled"; bot: InvitedBot };

/** What became of a link that was followed. */
export type InviteOutcome =
  /** `permissions`: null if the instance does not report them. */
  | { kind: "in"; bot: InvitedBot; guild: { id: string; name: string }; permissions: string | null }
  /** The answer of the instance API names only the guild. */
  | { kind: "some-bot-in"; guild: { id: string; name: string } }
  | { kind: "not-in" }
  | { kind: "declined" };
