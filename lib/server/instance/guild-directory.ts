import "server-only";
import type { NamedUser } from "./instance-store";

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

/** What an operator does with guilds, whoever owns them. Every method throws `unknown-guild`; each is atomic. */
export interface GuildDirectory {
  countGuilds(): Promise<number>;
  /** By name. */
  listGuildPage(page: NamePage): Promise<GuildEntry[]>;
  getGuild(id: string): Promise<GuildEntry>;
  /** Highest first; @everyone is the last. */
  listGuildRoles(id: string): Promise<GuildRole[]>;
  /** Oldest first, or by name while searching. */
  listMembers(id: string, page: MemberPage): Promise<GuildMember[]>;
  /** @throws `invalid-input` at `name` */
  renameGuild(id: string, name: string): Promise<{ name: string }>;
  /**
   * The new owner has to be a member; the old one stays one.
   * @throws `not-found` for somebody who is no member; `conflict` for a bot and for a disabled account
   */
  transferGuild(id: string, userId: string): Promise<{ name: string; owner: NamedUser }>;
  /** With its members and roles. The bots and people themselves stay. */
  deleteGuild(id: string): Promise<{ name: string; memberCount: number; botCount: number }>;
  /**
   * Makes a person a member. Again: nothing changes.
   * @throws `not-found` for nobody; `conflict` for a bot; `guild-member-limit`, `bot-guild-limit`
   */
  addMember(id: string, userId: string): Promise<{ name: string; member: NamedUser }>;
  /** @throws `not-found` for somebody who is no member; `conflict` for the owner and for a bot */
  removeMember(id: string, userId: string): Promise<{ name: string; member: NamedUser }>;
  /**
   * Gives a person Manage Guild by a role that allows just that, which is made where there is none; or takes away every role
   * that allows it. Done already: nothing changes.
   * @throws `not-found` for somebody who is no member; `conflict` for the owner, a bot, and where @everyone may; `guild-role-limit`
   */
  setManager(
    id: string,
    userId: string,
    manager: boolean,
  ): Promise<{ name: string; member: NamedUser; roles: string[] }>;
}
