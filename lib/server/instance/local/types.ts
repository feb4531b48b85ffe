import "server-only";
import type { BotOrder } from "@/lib/shared/contract/bots";

/** The sender of a request: the user that its token belongs to. */
export interface Caller {
  id: string;
  username: string;
  bot: boolean;
  rights: bigint;
  /** The panel's session that the token was issued for. */
  sessionId?: string | undefined;
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

/** A bot in the list of all bots: its application and guild count. */
export interface BotSummary extends Application {
  guildCount: number;
  /** The name in lower case as converted by the database, for sorting. */
  nameKey: string;
}

export interface BotGuild {
  id: string;
  name: string;
  /** The permissions of the bot's own role in the guild, without @everyone. */
  permissions: bigint;
  /** ms since 1970 */
  joinedAt: number;
}

/** A page of bots starts after this one. */
export interface BotCursor {
  /**
   * The sort key of the bots: the time of creation (ms since 1970), or the name as converted to lower case by the
   * database.
   */
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
  /** Whether it was created for an application's bot. Authorizing that application updates it. */
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

/** Members that are not given stay unchanged. */
export interface BotEdit {
  name?: string;
  description?: string;
  botPublic?: boolean;
}

export interface Authorization {
  /** The application; an id that is not a Snowflake is unknown. */
  applicationId: string;
  guildId: string;
  /** The requested permissions for the bot. */
  permissions: bigint;
  /** False declines: everything is checked, but nothing changes. */
  authorize: boolean;
}

export interface BotListPage {
  search: string;
  limit: number;
  order?: BotOrder;
  after?: BotCursor;
}

/** A page of names starts after this one. */
export interface NameCursor {
  /** `nameKey` of the name. */
  key: string;
  id: string;
}

/** A page sorted by time starts after this one. */
export interface TimeCursor {
  /** ms since 1970 */
  at: number;
  id: string;
}

export interface NamePage {
  /** The beginning of names, in any case; or an id. "" for all. */
  search: string;
  /** Maximum number of entries. */
  limit: number;
  after?: NameCursor;
}

/** A guild for lists and its own page. */
export interface GuildEntry {
  id: string;
  name: string;
  /** `nameKey` of the name, for the cursor of the next page. */
  key: string;
  owner: NamedUser;
  /** People and bots. */
  memberCount: number;
  botCount: number;
  /** ms since 1970 */
  createdAt: number;
}

export interface GuildRole {
  id: string;
  name: string;
  permissions: bigint;
  /** Whether it belongs to a bot. Authorizing the bot updates it. */
  managed: boolean;
  /** The application of the bot that the role belongs to. */
  applicationId: string | null;
  /** How many members have it; for @everyone, all members. */
  memberCount: number;
}

export interface GuildMember extends NamedUser {
  /** `nameKey` of the username, for the cursor of a search. */
  key: string;
  disabled: boolean;
  /** ms since 1970 */
  joinedAt: number;
  /** Without @everyone. */
  roles: { id: string; name: string }[];
  /** Effective permissions. */
  permissions: bigint;
}

export interface MemberPage {
  /** Whether to list bots instead of people. */
  bots: boolean;
  /** Like in `NamePage`. A search is sorted by name, everything else by the time of joining. */
  search: string;
  limit: number;
  after?: NameCursor | TimeCursor;
}

/** A person's account for an operator. */
export interface UserEntry extends User {
  /** `nameKey` of the username, for the cursor of the next page. */
  key: string;
  /** Instance-wide (`lib/shared/chat/rights.ts`). */
  rights: bigint;
  guildCount: number;
}

export interface UserToken {
  id: string;
  name: string;
  /** The operator who created it. */
  createdBy: string;
  /** Times in ms since 1970. */
  createdAt: number;
  expiresAt: number;
  /** Exact to a minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}
