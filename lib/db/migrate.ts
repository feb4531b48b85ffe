import "server-only";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { dialectOf } from "./dialect";
import * as initial from "./migrations/001-initial";
import type { Database } from "./tables";

/** In order of their names. A migration that has landed is never edited; a change is a further migration. */
const migrations: Record<string, Migration> = { "001-initial": initial };

/**
 * Brings the schema up to date. Safe to call from several processes at once: one migrates, the others wait and find
 * nothing left to do (PostgreSQL: kysely's advisory lock; SQLite: the database's write lock).
 * @throws the first migration's error; nothing of it is applied.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  if (dialectOf(db) === "postgres") return migrateToLatest(db);
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await migrateToLatest(connection);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
