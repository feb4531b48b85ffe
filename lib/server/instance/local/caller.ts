import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Tx } from "@/lib/server/db";
import type { BotInvite } from "@/lib/shared/contract/bots";
import type { Counts } from "@/lib/shared/contract/instance";
import type { InstanceStore } from ".";

/** An operator of the panel, with the data that matters for users of the instance. */
export interface KnownOperator {
  /** Null for an operator without a user on the instance. */
  userId: string | null;
  username: string;
  disabled: boolean;
}

/** The operator for whom the local instance is used. */
export interface LocalCaller {
  /** The operator's own user. */
  userId: string;
  /** The name for the audit log. */
  actor: Author;
  store: InstanceStore;
  /** Runs work in a transaction, with a store whose calls take part in it. */
  withStore: <T>(work: (tx: Tx, store: InstanceStore) => Promise<T>) => Promise<T>;
  counts: () => Promise<Counts>;
  operators: () => Promise<readonly KnownOperator[]>;
  /** The address where people add a bot to their guilds. */
  inviteUrl: (botId: string) => BotInvite;
}
