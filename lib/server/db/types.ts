import "server-only";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "./tables";

/** A connection or a transaction. Services accept either, so that callers can combine them in one transaction. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
