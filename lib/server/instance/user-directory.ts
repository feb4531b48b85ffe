import "server-only";
import type { NamePage, TimeCursor } from "./guild-directory";
import type { User } from "./instance-store";

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

/** What an operator does with people's accounts. Every method throws `not-found` for an id that is no person's; each is atomic. */
export interface UserDirectory {
  /** People, not bots, by name. */
  listUsers(page: NamePage): Promise<UserEntry[]>;
  getUser(id: string): Promise<UserEntry>;
  /** Disabling makes the user's tokens invalid until it is enabled again. */
  changeUser(
    id: string,
    change: {
      disabled?: boolean;
      rights?: bigint;
      /** Refuses with `conflict` to take OPERATOR from the last person who has it and can use it. */
      keepOperator?: boolean;
    },
  ): Promise<UserEntry>;
  /** Newest first, ended ones included. */
  listUserTokens(id: string, page: { limit: number; after?: TimeCursor }): Promise<UserToken[]>;
  /**
   * Signs a token that has a name and ends by itself, or when it is revoked, or when all of the user's tokens are.
   * @throws `invalid-input` at `name`; `conflict` for a disabled account; `unavailable` without a usable secret
   */
  issueNamedToken(
    id: string,
    input: { name: string; expiresAt: number; createdBy: string },
  ): Promise<{ token: string; entry: UserToken; username: string }>;
  /** At once, at every replica. Done already: nothing changes. @throws `not-found` for an unknown token */
  revokeNamedToken(id: string, tokenId: string): Promise<{ entry: UserToken; username: string }>;
}
