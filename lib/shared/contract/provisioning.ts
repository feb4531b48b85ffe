import type { PanelBot } from "./bots";

/** What the panel's pages receive of an instance. Ids and permission sets are decimal text, times ISO 8601. */

export interface NamedUser {
  id: string;
  username: string;
}

/** Null stands for what the instance does not report. */
export interface PanelGuild {
  id: string;
  name: string;
  owner: NamedUser | null;
  memberCount: number | null;
  createdAt: string;
  /** The caller may add bots: owner, Manage Guild or Administrator. */
  manageable: boolean | null;
  /** The caller's effective permissions there; "0" where it may not add bots. */
  permissions: string | null;
}

export interface PanelApplication extends PanelBot {
  bot: NamedUser | null;
}
