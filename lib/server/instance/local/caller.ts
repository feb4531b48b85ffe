import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Tx } from "@/lib/server/db";
import type { BotInvite } from "@/lib/shared/contract/bots";
import type { Counts } from "@/lib/shared/contract/instance";
import type { InstanceStore } from ".";

/** An operator of the panel, as shown next to the operator's user on the instance. */
export interface KnownOperator {
  /** Null for an operator without a user on the instance. */
  userId: string | null;
  username: string;
  disabled: boolean;
}

export interface LocalCaller {
  /** The operator's user on the instance. */
  userId: string;
  actor: Author;
  store: InstanceStore;
  /** Runs `work` in a transaction. The store's calls take part in this transaction. */
  withStore: <T>(work: (tx: Tx, store: InstanceStore) => Promise<T>) => Promise<T>;
  counts: () => Promise<Counts>;
  operators: () => Promise<readonly KnownOperator[]>;
  inviteUrl: (botId: string) => BotInvite;
}
