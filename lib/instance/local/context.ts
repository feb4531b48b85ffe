import "server-only";
import type { Db, Tx } from "@/lib/db";
import type { readSettings } from "@/lib/config-file";
import type { Snowflakes } from "./snowflakes";

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What the local directory works with. */
export interface Local {
  /** A connection, or a transaction that the caller commits. */
  db: Db | Tx;
  snowflakes: Snowflakes;
  /** The live configuration, at every call. */
  settings: () => Promise<Settings>;
  /** The secret that tokens are signed with; made and stored when there is none, so never call it in a transaction. */
  jwtSecret: () => Promise<string | null>;
}

/**
 * Runs `work` in one transaction: the caller's when there is one, else one of its own. Ids are reserved before it begins.
 */
export async function atomically<T>({ db, snowflakes }: Local, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  await snowflakes.ready();
  return db.transaction().execute(work);
}
