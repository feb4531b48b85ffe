import "server-only";
import { AppError } from "@/lib/errors";
import type { Author } from "@/lib/shared/author";
import type { Audit } from "@/lib/server/audit";
import type { Db, Tx } from "@/lib/server/db";
import {
  type Authorized,
  type BotChanges,
  type BotDetail,
  type BotGuilds,
  type BotPage,
  type PanelApplication,
  type PanelBot,
} from "@/lib/shared/contract/bots";
import {
  type GuildDetail,
  type GuildPage,
  type MemberPage,
  type PanelGuild,
} from "@/lib/shared/contract/guilds";
import type {
  Capabilities,
  Capability,
  Counts,
  InstanceMode,
  RegistrationToken,
} from "@/lib/shared/contract/instance";
import type { NamedUser } from "@/lib/shared/contract/fields";
import type {
  PanelUser,
  UserDetail,
  UserPage,
  UserTokenEntry,
  UserTokenPage,
} from "@/lib/shared/contract/users";

export interface PageQuery {
  search?: string;
  /** `next` of the previous page. */
  after?: string;
}

/**
 * An instance, used by one caller: the panel's own database (`local/`), or a running instance over HTTP
 * (`upstream/`). Methods throw an AppError: `not-offered` if the instance lacks the feature,
 * `account-required` if no account is connected. Changes are recorded in the audit log under the caller's
 * name.
 */
export interface Instance {
  readonly mode: InstanceMode;
  readonly capabilities: Capabilities;
  /** Whether answers come from the panel's own database. Such answers are fast enough for a page to wait for them. */
  readonly isNear: boolean;
  readonly applications: Applications;
  readonly bots: Bots;
  readonly guilds: Guilds;
  readonly users: Users;
  readonly tokens: RegistrationTokens;
  counts(): Promise<Counts>;
}

export interface Applications {
  /** Maximum length of name and description, in characters. */
  limits(): Promise<{ name: number; description: number }>;
  /**
   * Newest first.
   * @param options.complete throws `conflict` instead of skipping an application that the panel cannot read
   */
  list(options?: { complete?: boolean }): Promise<PanelApplication[]>;
  /**
   * Creates an application. If a call fails and the error has `details.sent: true`, the outcome is unknown.
   * Do not repeat such a call, because the application may exist.
   * @param options.once if the caller already has an application with this name, returns it instead of
   *   creating another. Instances that cannot search and create in one step ignore this option.
   * @throws `invalid-input` at `name`
   */
  create(name: string, options?: { once?: boolean }): Promise<PanelApplication & { isNew: boolean }>;
  edit(id: string, changes: BotChanges): Promise<PanelBot>;
  /** Creates the application's bot if it has none, and issues a token for the bot. */
  issueToken(id: string): Promise<{ token: string }>;
}

/** Every user's bots, or only the caller's bots if `capabilities.everyBot` is not true. */
export interface Bots {
  page(query: PageQuery & { order?: string }): Promise<BotPage>;
  get(id: string): Promise<BotDetail>;
  /** Returns the bot. For another owner's bot, the result may contain only what its invite link shows. */
  invited(id: string): Promise<BotDetail>;
  edit(id: string, changes: BotChanges): Promise<PanelBot>;
  transfer(id: string, ownerId: string): Promise<PanelBot>;
  /** Revokes every token of the bot and issues a new one. */
  resetToken(id: string): Promise<{ token: string }>;
  delete(id: string): Promise<void>;
  guilds(id: string, after?: string): Promise<BotGuilds>;
  membership(id: string, guildId: string): Promise<Presence>;
  /** Adds the bot to a guild, or replaces its permissions there. */
  authorize(id: string, guildId: string, permissions: bigint): Promise<Authorized>;
  leave(id: string, guildId: string): Promise<void>;
  setPicture(id: string, content: Uint8Array): Promise<PanelBot>;
  removePicture(id: string): Promise<PanelBot>;
  picture(id: string, hash: string): Promise<{ type: string; content: Uint8Array } | null>;
}

/** `permissions` is a decimal string, or null if the instance does not report permissions. */
export type Presence = { member: true; permissions: string | null } | { member: false } | "unknown";

export interface Guilds {
  /** Every guild, or only the caller's guilds if `capabilities.everyGuild` is not true. */
  page(query: PageQuery): Promise<GuildPage>;
  /** The caller's own guilds come first. */
  all(onlyManageable: boolean): Promise<PanelGuild[]>;
  get(id: string): Promise<GuildDetail>;
  create(name: string): Promise<{ id: string; name: string }>;
  rename(id: string, name: string): Promise<GuildDetail>;
  transfer(id: string, userId: string): Promise<GuildDetail>;
  delete(id: string): Promise<void>;
  members(id: string, query: PageQuery & { bots?: boolean }): Promise<MemberPage>;
  addMember(id: string, userId: string): Promise<NamedUser>;
  removeMember(id: string, userId: string): Promise<void>;
  setManager(id: string, userId: string, isManager: boolean): Promise<{ roles: string[] }>;
}

export interface Users {
  page(query: PageQuery): Promise<UserPage>;
  get(id: string): Promise<UserDetail>;
  create(username: string): Promise<NamedUser>;
  change(id: string, change: { disabled?: boolean; rights?: bigint }): Promise<PanelUser>;
  /** Deletes the user's account and bans the person from registering again. */
  ban(id: string, reason: string): Promise<void>;
  tokens(id: string, query: PageQuery): Promise<UserTokenPage>;
  createToken(
    id: string,
    /** The token ends with `apiToken`, the API token of the panel that creates it. */
    input: { name: string; expiresAt: number; apiToken?: string | undefined },
  ): Promise<{ token: string; entry: UserTokenEntry }>;
  revokeToken(id: string, tokenId: string): Promise<UserTokenEntry>;
}

export interface RegistrationTokens {
  create(input: { count: number; length: number }): Promise<RegistrationToken[]>;
}

/** @throws AppError `not-offered` */
export const lacking = (capabilities: Capabilities) => (name: Capability) => (): Promise<never> =>
  Promise.reject(new AppError("not-offered", String(capabilities[name])));

interface Change {
  action: string;
  /** The type of the changed object. Also the key of the object's id in the audit entry's details. */
  to?: "application" | "guild" | "user";
  id?: string;
  /** The audit entry's target if the change fails. Needed if only the result contains the object's name. */
  target?: string;
  detail?: Record<string, unknown>;
}

export type Recorder = <T>(
  change: Change,
  work: () => Promise<T>,
  describe?: (result: T) => { target?: string; detail?: Record<string, unknown> },
) => Promise<T>;

export const recordAs =
  (audit: Pick<Audit, "audited">, actor: Author, on: Db | Tx): Recorder =>
  (change, work, describe = () => ({})) => {
    const { action, to, id, target, detail } = change;
    const known = { ...(to !== undefined && { [to]: id }), ...detail };
    const entry = { actor, action, detail: known, target };
    return audit.audited(on, entry, work, (result) => {
      const more = describe(result);
      return { target: more.target ?? target, detail: { ...known, ...more.detail } };
    });
  };

/** For callers that write no audit log, such as the command line. */
export const unrecorded: Recorder = (_, work) => work();
