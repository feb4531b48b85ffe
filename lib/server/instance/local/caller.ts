import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Tx } from "@/lib/server/db";
import type { BotInvite } from "@/lib/shared/contract/bots";
import type { InstanceStore } from ".";

/** An operator of the panel, as far as users of the instance are concerned. */
export interface KnownOperator {
  /** Null for an operator who is no user of the instance. */
  userId: string | null;
  username: string;
  disabled: boolean;
}

/** In whose name the local instance is used. */
export interface LocalCaller {
  /** The operator's own user. */
  userId: string;
  /** As the audit names them. */
  actor: Author;
  store: InstanceStore;
  /** Runs work in a transaction, with a store whose calls take part in it. */
  withStore: <T>(work: (tx: Tx, store: InstanceStore) => Promise<T>) => Promise<T>;
  operators: () => Promise<readonly KnownOperator[]>;
  /** Where people add a bot to their guilds. */
  inviteUrl: (botId: string) => BotInvite;
}
