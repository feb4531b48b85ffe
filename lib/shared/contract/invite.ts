import type { NamedUser } from "./provisioning";

/* The data of the pages behind an invite link. Ids and permission sets are decimal text. */

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
  /** Whether the operator owns the guild. */
  owner: boolean;
  /**
   * The operator's own permissions in the guild; the operator can grant no others. Null if the instance does not
   * report them.
   */
  held: string | null;
  /** The current permissions of the bot's role in the guild; null if the bot is not a member. */
  present: string | null;
}

export interface Invite {
  bot: InvitedBot;
  /** The permissions that the link asks for. */
  requested: string;
  /** The guilds to which the operator may add bots: the operator's own first, then the others, each by name. */
  guilds: InviteGuild[];
  /** The initially selected guild: the one in the link, or the only one. */
  guildId: string | null;
  /** Whether the link names a guild that is not in `guilds`. */
  isGuildUnknown: boolean;
}

/** Why an invite link cannot be used. */
export type InviteRefusal =
  | { reason: "no-user" | "malformed-permissions" | "other-scope" | "unknown-bot" }
  | { reason: "private"; bot: InvitedBot }
  | { reason: "no-bot-user"; bot: InvitedBot }
  | { reason: "disabled"; bot: InvitedBot };

/** The outcome of using an invite link. */
export type InviteOutcome =
  /** `permissions` is null if the instance does not report them. */
  | { kind: "in"; bot: InvitedBot; guild: { id: string; name: string }; permissions: string | null }
  /** The answer of the instance API names only the guild. */
  | { kind: "some-bot-in"; guild: { id: string; name: string } }
  | { kind: "not-in" }
  | { kind: "declined" };
