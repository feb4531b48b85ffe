import "server-only";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "./tables";

/** A connection or a transaction: services take either, so that callers can compose them into one transaction. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
