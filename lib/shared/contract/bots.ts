import type { NamedUser } from "./provisioning";

/*
 * What the Bots pages receive. A bot here is an application with its bot user. Ids and permission sets are decimal text,
 * times ISO 8601; a token is never part of it. Null stands for what the instance does not report.
 */

export const BOT_ORDERS = ["newest", "oldest", "name"] as const;
export type BotOrder = (typeof BOT_ORDERS)[number];

export interface PanelBot {
  id: string;
  name: string;
  description: string;
  /** Whether people other than its owner may add it to guilds. */
  public: boolean | null;
  /** Hash of its picture; null without one. */
  icon: string | null;
  owner: NamedUser | null;
  /** False until the application's bot was made. */
  hasBot: boolean;
  /** The bot user's name; null without a bot. */
  username: string | null;
  createdAt: string;
}

export interface BotPage {
  bots: (PanelBot & { guildCount: number | null })[];
  /** Pass as `after` for the next page; null on the last one. */
  next: string | null;
}

export interface BotGuildEntry {
  id: string;
  name: string;
  /** What the bot's role allows there; "0" without a role. */
  permissions: string | null;
  joinedAt: string | null;
  /** The operator's own permissions there; null where the operator may not change the bot's. */
  held: string | null;
}

/** The guilds of a bot, as far as they are known. */
export interface BotGuilds {
  guilds: BotGuildEntry[];
  /** Guilds about which the instance refused to say, each with its reason. */
  unknown: { id: string; name: string; reason: string }[];
  /** How many guilds were asked about, of how many. Null where the instance lists a bot's guilds itself. */
  asked: { done: number; total: number } | null;
  /** Pass as `after` to ask about more guilds; null if there are no more. */
  next: string | null;
}

export interface BotDetail extends PanelBot {
  /** No token of it is accepted. */
  disabled: boolean;
  /** By name; null if the instance has to be asked guild by guild. */
  guilds: BotGuildEntry[] | null;
  /** Everybody the bot can be given to: the operators, by name. */
  heirs: NamedUser[];
  /** Where people add the bot to their guilds; null if nobody knows. */
  invite: BotInvite | null;
}

export interface BotInvite {
  /** Absolute; the bot's id is in it, the permissions are not. */
  url: string;
  /** `panel`: a page of this panel. `instance`: the instance's own. `guess`: where clients of this API family have it. */
  at: "panel" | "panel-here" | "instance" | "guess";
}

export interface BotChanges {
  name?: string;
  description?: string;
  public?: boolean;
  /** The bot user's name, where it is apart from the application's. */
  username?: string;
}

/** What is known after a bot was authorized. Permission sets in decimal. */
export type Authorized =
  /** `granted`: those of the requested permissions that the caller has too; null if the instance does not say. */
  | { kind: "added"; granted: string | null }
  /** The instance refused because the bot is a member already; its permissions there are what they were. */
  | { kind: "was-member" }
  /** The answer was lost, but the bot is a member: since this request, or since before. */
  | { kind: "found" };
