import "server-only";
import { type Kysely, type Migration, Migrator } from "kysely";
import * as initial from "./migrations/001-initial";
import type { Database } from "./tables";

/** In order of their names. A migration that has landed is never edited; a change is a further migration. */
const migrations: Record<string, Migration> = { "001-initial": initial };

/**
 * Brings the schema up to date. Safe to call from several processes at once: kysely's migrator holds a lock
 * (PostgreSQL: an advisory lock; SQLite: the database's own write lock).
 * @throws the first migration's error, with what has been applied before it left in place.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
}
