import "server-only";

/** A bot that the owner has already. Null stands for what the instance does not tell. */
export interface KnownBot {
  id: string;
  name: string;
  description: string | null;
  public: boolean | null;
  hasBot: boolean;
}

/** A guild that a bot may be added to. */
export interface KnownGuild {
  id: string;
  name: string;
  /** Whether the owner may add bots; null when the instance does not tell. */
  mayManage: boolean | null;
  /** What the owner may hand out there; null when the instance does not tell. */
  held: bigint | null;
}

export interface BotChanges {
  name?: string;
  description?: string;
  public?: boolean;
}

/** Whether a bot is in a guild, and with which permissions, as far as the instance tells. */
export type Presence = { member: true; permissions: bigint | null } | { member: false } | "unknown";

/** What came of adding a bot: what was granted (null: not told), or that it was a member already and nothing changed. */
export type Added = { granted: bigint | null } | "was-member";

/** Where bots are provisioned: the local store, or an upstream instance. Methods throw AppError. */
export interface ProvisionTarget {
  /** Whose bots they are, as told to people. */
  owner: string;
  /** The name as it is stored. @throws AppError `invalid-input` */
  normalName(name: string): string;
  /** The description as it is stored. @throws AppError `invalid-input` */
  normalDescription(description: string): string;
  /** The owner's bots. */
  knownBots(): Promise<KnownBot[]>;
  /** The guilds that a document may name; null when the instance does not list them. */
  knownGuilds(): Promise<KnownGuild[] | null>;
  /** Where a bot is, by the ids of the guilds asked for. */
  presence(botId: string, guildIds: readonly string[]): Promise<ReadonlyMap<string, Presence>>;
  /** Makes an application, or finds the owner's one of this name. @returns its id, and whether it has its bot */
  create(name: string): Promise<Pick<KnownBot, "id" | "hasBot"> & { isNew: boolean }>;
  /** Makes the application's bot unless it exists, and a token for it. */
  issueToken(id: string): Promise<string>;
  edit(id: string, changes: BotChanges): Promise<void>;
  /** Adds the bot to a guild, or replaces its permissions there. */
  addToGuild(id: string, guildId: string, permissions: bigint): Promise<Added>;
}
