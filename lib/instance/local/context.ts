import "server-only";
import { type Db, grouped, type Tx } from "@/lib/db";
import type { Settings } from "@/lib/config/values";
import { fieldAt } from "@/lib/config/registry";
import { AppError } from "../../errors";
import type { Snowflakes } from "./snowflakes";

export type { Settings };

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
 * Runs `work` in one transaction: the caller's when there is one, else one that commits before this resolves. Ids are reserved before it begins.
 */
export async function atomically<T>({ db, snowflakes }: Local, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  await snowflakes.ready();
  return grouped(db, work);
}

/**
 * The live settings, or the defaults while the file cannot be read: an operator must be able to get in and see why, and
 * its user and guild are made on the way.
 */
export async function settingsOrDefaults({ settings }: Local): Promise<Pick<Settings, "get">> {
  try {
    return await settings();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "config-unreadable") throw error;
    return { get: (path: string) => fieldAt(path)?.default } as Pick<Settings, "get">;
  }
}
