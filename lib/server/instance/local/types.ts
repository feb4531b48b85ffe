import "server-only";

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

export interface UserGuild {
  id: string;
  name: string;
  owner: boolean;
  /** The user's effective permissions in the guild. */
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
