import "server-only";
import type { BotOrder } from "@/lib/shared/contract/bots";

/** The user whose token a request contains. */
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

export interface BotSummary extends Application {
  guildCount: number;
  /** The name in lower case, as the database converts it for sorting. */
  nameKey: string;
}

export interface BotGuild {
  id: string;
  name: string;
  /** The permissions of the bot's managed role in the guild, without those of @everyone. */
  permissions: bigint;
  /** ms since 1970 */
  joinedAt: number;
}

/** A page of bots starts after the bot with these values. */
export interface BotCursor {
  /**
   * The value of the sort column: the creation time (ms since 1970), or the name in lower case as the database
   * converts it.
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

export interface UserGuild {
  id: string;
  name: string;
  owner: boolean;
  /** The user's effective permissions in the guild. */
  permissions: bigint;
}

export interface MemberRole {
  id: string;
  name: string;
  permissions: bigint;
  /** Whether the role was created for a bot. Authorizing the bot again updates this role. */
  managed: boolean;
}

export interface Membership {
  guildId: string;
  userId: string;
  /** ms since 1970 */
  joinedAt: number;
  /** The member's assigned roles, without @everyone. */
  roles: MemberRole[];
  /** Effective permissions in the guild. */
  permissions: bigint;
}

/** Omitted fields are not changed. */
export interface BotEdit {
  name?: string;
  description?: string;
  botPublic?: boolean;
}

export interface Authorization {
  /** May be any text. A text that is not a Snowflake is an unknown application. */
  applicationId: string;
  guildId: string;
  permissions: bigint;
  /** If false, everything is checked, but nothing changes. */
  authorize: boolean;
}

export interface BotListPage {
  search: string;
  limit: number;
  order?: BotOrder;
  after?: BotCursor;
}

/** A page that is sorted by name starts after the entry with these values. */
export interface NameCursor {
  /** `nameKey` of the name. */
  key: string;
  id: string;
}

/** A page that is sorted by time starts after the entry with these values. */
export interface TimeCursor {
  /** ms since 1970 */
  at: number;
  id: string;
}

export interface NamePage {
  /** The start of a name in any case, or an id. An empty text matches all entries. */
  search: string;
  limit: number;
  after?: NameCursor;
}

export interface GuildEntry {
  id: string;
  name: string;
  /** `nameKey` of the name, for the next page's cursor. */
  key: string;
  owner: NamedUser;
  /** The number of people and bots. */
  memberCount: number;
  botCount: number;
  /** ms since 1970 */
  createdAt: number;
}

export interface GuildRole {
  id: string;
  name: string;
  permissions: bigint;
  /** Whether the role belongs to a bot. Authorizing the bot again updates this role. */
  managed: boolean;
  applicationId: string | null;
  /** The number of members with this role. Every member has @everyone. */
  memberCount: number;
}

export interface GuildMember extends NamedUser {
  /** `nameKey` of the username, for the next page's cursor. */
  key: string;
  disabled: boolean;
  /** ms since 1970 */
  joinedAt: number;
  /** The assigned roles, without @everyone. */
  roles: { id: string; name: string }[];
  /** Effective permissions in the guild. */
  permissions: bigint;
}

export interface MemberPage {
  /** Whether to list bots instead of people. */
  bots: boolean;
  /** As in `NamePage`. With a search text, the page is sorted by name instead of by the time of joining. */
  search: string;
  limit: number;
  after?: NameCursor | TimeCursor;
}

export interface UserEntry extends User {
  /** `nameKey` of the username, for the next page's cursor. */
  key: string;
  rights: bigint;
  guildCount: number;
}

export interface UserToken {
  id: string;
  name: string;
  /** The name of the operator who created the token. */
  createdBy: string;
  /** Times are in ms since 1970. */
  createdAt: number;
  expiresAt: number;
  /** Precise to one minute. */
  lastUsedAt: number | null;
  revokedAt: number | null;
}
