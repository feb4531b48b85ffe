/** What the panel's pages receive from the instance store. Ids and permission sets are decimal text, times ISO 8601. */

export interface NamedUser {
  id: string;
  username: string;
}

export interface PanelGuild {
  id: string;
  name: string;
  owner: NamedUser;
  memberCount: number;
  createdAt: string;
  /** The signed-in operator may add bots: owner, Manage Guild or Administrator. */
  manageable: boolean;
  /** The operator's effective permissions there; "0" where it may not add bots. */
  permissions: string;
}

export interface PanelApplication {
  id: string;
  name: string;
  owner: NamedUser;
  bot: NamedUser | null;
  createdAt: string;
}
