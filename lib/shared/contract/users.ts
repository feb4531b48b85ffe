import type { NamedUser } from "./provisioning";

/*
 * What the Users pages receive. Ids and rights are decimal text, times ISO 8601; a token is only in the answer that makes it.
 * Null stands for what the instance does not report.
 */

export interface PanelUser extends NamedUser {
  disabled: boolean;
  /** Instance-wide rights. */
  rights: string | null;
  guildCount: number | null;
  createdAt: string;
  /** The operator of this panel who this user is, if any. */
  operator: { username: string; disabled: boolean } | null;
  /** Whether it is the operator who asks. */
  isSelf: boolean;
}

export interface UserPage {
  /** By name. */
  users: PanelUser[];
  /** Pass as `after` for the next page; null on the last one. */
  next: string | null;
}

export interface UserDetail extends PanelUser {
  /** The guilds that the user owns or may manage, by name. */
  manages: { id: string; name: string; owner: boolean }[] | null;
  /** Whether the account is a bot's. */
  bot: boolean;
}

export interface UserTokenEntry {
  id: string;
  name: string;
  /** The operator who made it. */
  createdBy: string;
  createdAt: string;
  endsAt: string;
  /** Exact to a minute. */
  lastUsedAt: string | null;
  state: "active" | "ended" | "revoked";
}

export interface UserTokenPage {
  /** Newest first. */
  tokens: UserTokenEntry[];
  next: string | null;
}
