import "server-only";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "./tables";

/**
 * A connection or a transaction. Functions accept both, so that callers can combine several calls in one transaction.
 */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
