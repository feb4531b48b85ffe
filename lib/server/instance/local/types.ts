import "server-only";
import type { BotOrder } from "@/lib/shared/contract/bots";

/** Who makes a request: the user that its token belongs to. */
export interface Caller {
  id: string;
  username: string;
  bot: boolean;
  rights: bigint;
  /** The panel's session that the token was made for. */
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
  /** The application; an id that is not a Snowflake is unknown. */
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

/** Where a page of names begins: after this one. */
export interface NameCursor {
  /** `nameKey` of the name. */
  key: string;
  id: string;
}

/** Where a page ordered by time begins: after this one. */
export interface TimeCursor {
  /** ms since 1970 */
  at: number;
  id: string;
}

export interface NamePage {
  /** What the names begin with, in any case; or an id. "" for all. */
  search: string;
  /** Most entries to return. */
  limit: number;
  after?: NameCursor;
}

/** A guild as lists and its own page show it. */
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
  /** Of a bot, and updated by authorizing it. */
  managed: boolean;
  /** The application whose bot it is of. */
  applicationId: string | null;
  /** How many have it; for @everyone, all members. */
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
  /** People, or bots. */
  bots: boolean;
  /** As in `NamePage`; a search is ordered by name, everything else by the time of joining. */
  search: string;
  limit: number;
  after?: NameCursor | TimeCursor;
}

/** A person's account as an operator sees it. */
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
  /** The operator who made it. */
  createdBy: string;
  /** Times in ms since 1970. */
  createdAt: number;
  expiresAt: number;
  /** Exact to a minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}
