import "server-only";
import type { BotOrder } from "@/lib/shared/contract/bots";
import type { GuildDirectory } from "./guild-directory";
import type { UserDirectory } from "./user-directory";

/** Who makes a request: the user that its token belongs to. */
export interface Caller {
  id: string;
  username: string;
  bot: boolean;
  rights: bigint;
}

export interface NamedUser {
  id: string;
  username: string;
}

export interface User extends NamedUser {
  bot: boolean;
  disabled: boolean;
  /** ms since 1970 */
  createdAt: number;
}

export interface Application {
  id: string;
  name: string;
  description: string;
  icon: string | null;
  botPublic: boolean;
  flags: number;
  owner: NamedUser;
  /** Null until the application has a bot. */
  bot: NamedUser | null;
  /** ms since 1970 */
  createdAt: number;
}

/** A bot in the list of all: its application, and how many guilds it is in. */
export interface BotSummary extends Application {
  guildCount: number;
  /** The name as the database lowers it, which is what it orders by. */
  nameKey: string;
}

export interface BotGuild {
  id: string;
  name: string;
  /** What the bot's own role allows there, without @everyone. */
  permissions: bigint;
  /** ms since 1970 */
  joinedAt: number;
}

/** Where a page of bots begins: after this one. */
export interface BotCursor {
  /** What the bots are ordered by: the time of creation (ms since 1970), or the name as the database lowers it. */
  key: number | string;
  id: string;
}

export interface Guild {
  id: string;
  name: string;
  owner: NamedUser;
  memberCount: number;
  /** ms since 1970 */
  createdAt: number;
}

/** A guild that a user is a member of. */
export interface UserGuild {
  id: string;
  name: string;
  /** Whether the user owns it. */
  owner: boolean;
  /** The user's effective permissions there. */
  permissions: bigint;
}

export interface MemberRole {
  id: string;
  name: string;
  permissions: bigint;
  /** Created for an application's bot, and updated by authorizing that application. */
  managed: boolean;
}

export interface Membership {
  guildId: string;
  userId: string;
  /** ms since 1970 */
  joinedAt: number;
  /** The member's own roles, without @everyone. */
  roles: MemberRole[];
  /** Effective permissions. */
  permissions: bigint;
}

/** What is not given stays as it is. */
export interface BotEdit {
  name?: string;
  description?: string;
  botPublic?: boolean;
}

export interface Authorization {
  /** The application; an id that is no Snowflake is unknown. */
  applicationId: string;
  guildId: string;
  /** Requested for the bot. */
  permissions: bigint;
  /** False declines: everything is checked, nothing changes. */
  authorize: boolean;
}

export interface BotListPage {
  search: string;
  limit: number;
  order?: BotOrder;
  after?: BotCursor;
}

/**
 * The users, guilds, applications and bots of an instance. Methods throw AppError with the codes of the instance API
 * (docs/instance-api.md); each is atomic.
 */
export interface InstanceStore extends GuildDirectory, UserDirectory {
  /**
   * A person's account, with `register.defaultRights`.
   * @throws `invalid-input` at `username`
   */
  createUser(input: { username: string }): Promise<User>;
  findUser(id: string): Promise<User | null>;
  /** Disabling a user makes its tokens invalid until it is enabled again. */
  setUserDisabled(id: string, disabled: boolean): Promise<void>;
  /** Makes every token that the user has been issued so far invalid, named ones included. */
  revokeUserTokens(id: string): Promise<void>;
  /** Like `revokeUserTokens`, but for tokens with a name, which end one by one. */
  revokeUnnamedTokens(id: string): Promise<void>;
  /**
   * Signs a token for a user or bot.
   * @param options seconds; without it the token stays valid until it is revoked
   * @throws `unavailable` without a usable `security.jwtSecret`; `not-found` for an unknown user
   */
  issueUserToken(
    id: string,
    options?: { expiresInSeconds?: number },
  ): Promise<{ token: string; expiresAt: number | null }>;
  /**
   * The user behind an `Authorization` header.
   * @throws `unauthorized`
   */
  authenticate(authorization: string | null): Promise<Caller>;

  /**
   * Makes an application, and its bot when `general.autoCreateBotUsers` is on (docs/instance-api.md).
   * @throws `invalid-input` at `name`
   */
  createApplication(ownerId: string, input: { name: string }): Promise<Application>;
  /** Newest first; those of one owner, or all. */
  listApplications(ownerId?: string): Promise<Application[]>;
  /** @throws `unknown-application`, `not-application-owner` */
  getApplication(callerId: string, applicationId: string): Promise<Application>;
  /**
   * Like `editBot`, for the application's owner.
   * @throws `unknown-application`, `not-application-owner`; `invalid-input` at `name`, `description`
   */
  editApplication(callerId: string, applicationId: string, changes: BotEdit): Promise<Application>;
  /**
   * Like `deleteBot`, for the application's owner.
   * @throws `unknown-application`, `not-application-owner`
   */
  deleteApplication(callerId: string, applicationId: string): Promise<void>;
  /**
   * Makes the application's bot unless it has one, and issues a token for it (docs/instance-api.md).
   * @throws `unknown-application`, `not-application-owner`
   */
  createBot(callerId: string, applicationId: string): Promise<{ token: string }>;
  /**
   * Makes all tokens of the bot invalid and issues a new one.
   * @throws `unknown-application`, `not-application-owner`, `application-has-no-bot`
   */
  resetBotToken(callerId: string, applicationId: string): Promise<{ token: string }>;
  /**
   * Makes the application's bot a member of a guild with a managed role for its permissions (docs/instance-api.md).
   * @returns what was granted: the requested permissions that the caller has too
   * @throws `unknown-guild`, `missing-permissions`, `unknown-application`, `application-has-no-bot`,
   *   `not-application-owner` for a private bot of somebody else, and the limits' `guild-member-limit`,
   *   `guild-role-limit`, `bot-guild-limit`
   */
  authorizeBot(callerId: string, input: Authorization): Promise<{ granted: bigint }>;

  /**
   * Makes a guild that the user owns, with its @everyone role.
   * @throws `invalid-input` at `name`; `bot-guild-limit` when the user is in `limits.user.maxGuilds` already
   */
  createGuild(ownerId: string, input: { name: string }): Promise<{ id: string; name: string }>;
  findGuild(id: string): Promise<{ id: string; name: string } | null>;
  /** Guilds by name: all, or those that a user is in. */
  listGuilds(memberId?: string): Promise<Guild[]>;
  /** The guilds that the user may add a bot to, by name; of all, or of some. */
  listManageableGuilds(userId: string, guildIds?: readonly string[]): Promise<UserGuild[]>;
  /** A page of the guilds that the user is in, by id. @param page ids between which they are, exclusively */
  listUserGuilds(
    userId: string,
    page: { limit: number; after?: string; before?: string },
  ): Promise<UserGuild[]>;
  getMembership(guildId: string, userId: string): Promise<Membership | null>;

  /**
   * Bots of all owners whose name holds `search`, or whose id it is.
   * @param page `limit`: most bots to return; `order`: newest first by default
   */
  listBots(page: BotListPage): Promise<BotSummary[]>;
  /** @throws `unknown-application` */
  getBot(applicationId: string): Promise<Application>;
  /** The guilds that the application's bot is in, by name. */
  listBotGuilds(applicationId: string): Promise<BotGuild[]>;
  /**
   * Changes what is given. A new name is also that of the bot's user and of its roles.
   * @throws `unknown-application`; `invalid-input` at `name`, `description`
   */
  editBot(applicationId: string, changes: BotEdit): Promise<Application>;
  /**
   * Gives the application, and so its bot, a picture.
   * @param content a PNG, WebP or JPEG file: square, at most 256 KiB
   * @throws `unknown-application`; `body-too-large`, `unsupported-media-type`, `invalid-input` for other pictures
   */
  setIcon(applicationId: string, content: Uint8Array): Promise<Application>;
  /** @throws `unknown-application`; `not-found` without a picture */
  removeIcon(applicationId: string): Promise<Application>;
  /** The picture with this hash; null when the application has none or another one. */
  findIcon(applicationId: string, hash: string): Promise<{ type: string; content: Uint8Array } | null>;
  /** @throws `unknown-application`; `not-found` for an owner that is no person's account */
  transferBot(applicationId: string, ownerId: string): Promise<Application>;
  /**
   * Like `resetBotToken`, whoever owns the application.
   * @throws `unknown-application`, `application-has-no-bot`
   */
  renewBotToken(applicationId: string): Promise<{ token: string; name: string }>;
  /**
   * Takes the bot out of a guild, with its role.
   * @throws `unknown-application`; `not-found` when the bot is not in it
   */
  removeBot(applicationId: string, guildId: string): Promise<Application>;
  /**
   * Deletes the application and its bot: out of every guild, and no token of it is accepted again.
   * @throws `unknown-application`
   */
  deleteBot(applicationId: string): Promise<Application>;
}
