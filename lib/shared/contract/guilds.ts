import type { NamedUser, PanelGuild } from "./provisioning";

/* What the Guilds pages receive. Ids and permission sets are decimal text, times ISO 8601. */

export interface GuildPage {
  /** By name. */
  guilds: PanelGuild[];
  /** Pass as `after` for the next page; null on the last one. */
  next: string | null;
}

export interface GuildRoleEntry {
  id: string;
  name: string;
  permissions: string;
  /** Of a bot: it comes and goes with it. */
  managed: boolean;
  /** The bot that it is of. */
  applicationId: string | null;
  memberCount: number | null;
}

export interface GuildDetail extends Omit<PanelGuild, "permissions"> {
  botCount: number | null;
  /** Highest first; @everyone, whose id is the guild's, is the last. */
  roles: GuildRoleEntry[];
}

export interface MemberEntry extends NamedUser {
  disabled: boolean;
  joinedAt: string;
  /** Without @everyone. */
  roles: { id: string; name: string }[];
  /** Effective permissions. */
  permissions: string;
}

export interface MemberPage {
  /** Those who joined first first; by name while searching. */
  members: MemberEntry[];
  next: string | null;
}
