/* What an instance offers, whichever kind it is, and what pages receive of it. */

/**
 * `standalone`: this panel is the instance. `connected`: the panel works with a running one. `open`: nobody has said yet, and
 * the file seems to be another server's.
 */
export type InstanceMode = "standalone" | "connected" | "open";

export const CAPABILITIES = [
  /** Lists the bots of everybody, not only those of one account. */
  "everyBot",
  /** Lists the guilds that a bot is in. */
  "botGuilds",
  /** Changes a bot's permissions in a guild, and takes it out of a guild. */
  "botMembership",
  "botPictures",
  "botTransfer",
  /** Names a bot's user apart from its application. */
  "botUsernames",
  /** Lists all guilds, and people's places in them. */
  "everyGuild",
  /** Renames, transfers and deletes guilds, and adds and removes their members. */
  "guildCare",
  /** Lists all users. */
  "everyUser",
  /** Creates and disables users, and changes their rights. */
  "userCare",
  "userTokens",
  /** Deletes a user and bans them from the instance. */
  "userBans",
  "registrationTokens",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** True for what an instance offers; for everything else a sentence that says why not, and what to do instead. */
export type Capabilities = Readonly<Record<Capability, true | string>>;

/** An account of the instance. Null where the instance does not say whose token it is. */
export interface InstanceAccount {
  id: string | null;
  username: string | null;
}

/** The instance as every page knows it. */
export interface InstanceView {
  mode: InstanceMode;
  /** Address of the instance's API, without a version; null if this panel is the instance. */
  url: string | null;
  /** What it calls itself, by the file. */
  name: string | null;
  capabilities: Capabilities;
  /** In whose name this session asks: null while no account is connected. Standalone, the operator's own user. */
  account: InstanceAccount | null;
  /** Whether the panel has a token of an operator of the instance. */
  hasOperatorToken: boolean;
}

/** Whether the instance answers. */
export interface InstanceState {
  url: string;
  answers: boolean;
  /** Why it does not answer, as a sentence for an operator. */
  reason?: string;
  /** ISO 8601 */
  checkedAt: string;
}

/** A token that lets one person register, as it is shown once. */
export interface RegistrationToken {
  token: string;
  /** Where a client registers with it; null if neither the instance nor the file says where clients are. */
  link: string | null;
}
