import type { NamedUser } from "./provisioning";

/* The data of the pages behind an invite link. Ids and permissions are decimal numbers as text. */

export interface InvitedBot {
  id: string;
  name: string;
  description: string;
  /** Hash of the bot's picture. Null if there is no picture. */
  icon: string | null;
  owner: NamedUser | null;
}

export interface InviteGuild {
  id: string;
  name: string;
  /** Whether the operator owns the guild. */
  owner: boolean;
  /**
   * The operator's own permissions in the guild, because the operator can grant only these. Null if the instance does
   * not report them.
   */
  held: string | null;
  /** The permissions of the bot's role in the guild. Null if the bot is not a member. */
  present: string | null;
}

export interface Invite {
  bot: InvitedBot;
  /** The permissions that the link requests. */
  requested: string;
  /** The guilds to which the operator may add the bot, sorted by name. Guilds that the operator owns come first. */
  guilds: InviteGuild[];
  /**
   * Id of the guild that is selected at first: the guild in the link, or the only guild. Null if no guild is selected.
   */
  guildId: string | null;
  /** Whether the link contains a guild to which the operator may not add the bot. */
  isGuildUnknown: boolean;
}

/** Why an invite link does not work. */
export type InviteRefusal =
  | { reason: "no-user" | "malformed-permissions" | "other-scope" | "unknown-bot" }
  | { reason: "private"; bot: InvitedBot }
  | { reason: "no-bot-user"; bot: InvitedBot }
  | { reason: "disabled"; bot: InvitedBot };

/** The outcome of using an invite link. */
export type InviteOutcome =
  /** The bot was added. `permissions` is null if the instance does not report them. */
  | { kind: "in"; bot: InvitedBot; guild: { id: string; name: string }; permissions: string | null }
  /** A bot was added, but the instance API's response contains only the guild. */
  | { kind: "some-bot-in"; guild: { id: string; name: string } }
  | { kind: "not-in" }
  | { kind: "declined" };
