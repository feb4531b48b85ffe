import "server-only";
import { AppError } from "@/lib/errors";
import type { Instance, Presence as Reported } from "../instance";
import { normaliseName, normaliseText } from "../local/names";

/** A bot that the owner already has. Null means that the instance does not report the value. */
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
  /** Whether the owner can add bots; null if the instance does not report it. */
  mayManage: boolean | null;
  /** The permissions that the owner can grant there; null if the instance does not report them. */
  held: bigint | null;
}

export interface BotChanges {
  name?: string;
  description?: string;
  public?: boolean;
}

/** Whether a bot is in a guild, and with which permissions, as far as the instance reports it. */
export type Presence = { member: true; permissions: bigint | null } | { member: false } | "unknown";

/**
 * The outcome of adding a bot: the granted permissions (null if not reported), or that the bot was already a member.
 */
export type Added = { granted: bigint | null } | "was-member";

/** The target of provisioning: an instance, for bots of one owner. Methods throw AppError. */
export interface ProvisionTarget {
  /** The owner's display name. */
  owner: string;
  /** The name in the form in which it is stored. @throws AppError `invalid-input` */
  normalName(name: string): string;
  /** The description in the form in which it is stored. @throws AppError `invalid-input` */
  normalDescription(description: string): string;
  /** The owner's bots. */
  knownBots(): Promise<KnownBot[]>;
  /** The guilds that a document may name; null if the instance does not list them. */
  knownGuilds(): Promise<KnownGuild[] | null>;
  /** Whether a bot is in the given guilds, by guild id. */
  presence(botId: string, guildIds: readonly string[]): Promise<ReadonlyMap<string, Presence>>;
  /**
   * Creates an application, or finds the owner's application with this name. @returns its id, and whether it has
   * its bot
   */
  create(name: string): Promise<Pick<KnownBot, "id" | "hasBot"> & { isNew: boolean }>;
  /** Creates the application's bot if it does not exist, and a token for it. */
  issueToken(id: string): Promise<string>;
  edit(id: string, changes: BotChanges): Promise<void>;
  /** Adds the bot to a guild, or replaces its permissions there. */
  addToGuild(id: string, guildId: string, permissions: bigint): Promise<Added>;
}

const isNotOffered = (error: unknown) => error instanceof AppError && error.code === "not-offered";

const bits = (set: string | null) => (set === null ? null : BigInt(set));

const known = (reported: Reported): Presence =>
  reported !== "unknown" && reported.member
    ? { member: true, permissions: bits(reported.permissions) }
    : reported;

/**
 * An instance, for the caller's bots.
 * @param owner the caller's display name
 * @throws the instance's AppErrors
 */
export async function targetOf(instance: Instance, owner: string): Promise<ProvisionTarget> {
  const { applications, bots, guilds } = instance;
  const longest = await applications.limits();
  return {
    owner,
    normalName: (name) => normaliseName(name, longest.name),
    normalDescription: (text) => normaliseText(text, longest.description, "description"),

    knownBots: () =>
      applications.list().catch((error: unknown) => {
        if (!isNotOffered(error)) throw error;
        throw new AppError(
          "conflict",
          "Your instance does not list applications, so every run would create the bots again. Nothing was changed. Create them on the Bots page instead.",
        );
      }),

    async knownGuilds() {
      const all = await guilds.all(false).catch((error: unknown) => {
        if (isNotOffered(error)) return null;
        throw error;
      });
      return (
        all?.map(({ id, name, manageable, permissions }) => ({
          id,
          name,
          mayManage: manageable,
          held: bits(permissions),
        })) ?? null
      );
    },

    async presence(botId, guildIds) {
      const found = new Map<string, Presence>();
      for (const id of guildIds) found.set(id, known(await bots.membership(botId, id)));
      return found;
    },

    async create(name) {
      const made = await applications.create(name, { once: true });
      if (made.name.normalize("NFC").trim() === name) return made;
      throw new AppError(
        "conflict",
        `Your instance stored the name as ${JSON.stringify(made.name.slice(0, 100))}. Use this name in the document, so that the next run finds the bot.`,
      );
    },

    issueToken: async (id) => (await applications.issueToken(id)).token,

    async edit(id, changes) {
      await applications.edit(id, changes);
    },

    async addToGuild(id, guildId, permissions): Promise<Added> {
      const done = await bots.authorize(id, guildId, permissions);
      if (done.kind === "was-member") return "was-member";
      return { granted: done.kind === "added" ? bits(done.granted) : null };
    },
  };
}
