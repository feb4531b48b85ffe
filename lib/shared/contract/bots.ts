import type { NamedUser } from "./provisioning";

/*
 * What the Bots pages receive. A bot here is an application with its bot user. Ids and permission sets are decimal text,
 * times ISO 8601; a token is never part of it.
 */

export const BOT_ORDERS = ["newest", "oldest", "name"] as const;
export type BotOrder = (typeof BOT_ORDERS)[number];

export interface PanelBot {
  id: string;
  name: string;
  description: string;
  /** Whether people other than its owner may add it to guilds. */
  public: boolean;
  /** Hash of its picture; null without one. */
  icon: string | null;
  owner: NamedUser;
  /** False until the application's bot was made. */
  hasBot: boolean;
  createdAt: string;
}

export interface BotPage {
  bots: (PanelBot & { guildCount: number })[];
  /** Pass as `after` for the next page; null on the last one. */
  next: string | null;
}

export interface BotGuildEntry {
  id: string;
  name: string;
  /** What the bot's role allows there; "0" without a role. */
  permissions: string;
  joinedAt: string;
  /** The operator's own permissions there; null where the operator may not change the bot's. */
  held: string | null;
}

export interface BotDetail extends PanelBot {
  /** By name. */
  guilds: BotGuildEntry[];
  /** Everybody the bot can be given to: the operators, by name. */
  heirs: NamedUser[];
}
