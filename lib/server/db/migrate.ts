import "server-only";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { dialectOf } from "./dialect";
import * as initial from "./migrations/001-initial";
import * as sessions from "./migrations/002-sessions";
import * as audit from "./migrations/003-audit";
import * as revisionsByState from "./migrations/004-revisions-by-state";
import * as botsByAge from "./migrations/005-bots-by-age";
import * as botPictures from "./migrations/006-bot-pictures";
import * as people from "./migrations/007-people";
import * as applies from "./migrations/008-applies";
import * as watch from "./migrations/009-watch";
import * as startedVersions from "./migrations/018-started-versions";
import type { Database } from "./tables";

/** In order of name. Never edit a migration that has been merged; add another one instead. */
const migrations: Record<string, Migration> = {
  "001-initial": initial,
  "002-sessions": sessions,
  "003-audit": audit,
  "004-revisions-by-state": revisionsByState,
  "005-bots-by-age": botsByAge,
  "006-bot-pictures": botPictures,
  "007-people": people,
  "008-applies": applies,
  "009-watch": watch,
  "018-started-versions": startedVersions,
};

/**
 * Brings the schema up to date. Safe to call from several processes at once: one migrates, the others wait and find
 * nothing left to do (PostgreSQL: kysely's advisory lock; SQLite: the database's write lock).
 * @param last the migration to stop at, to reproduce the schema of an earlier version; default: the last one
 * @throws the first migration's error; nothing of it is applied.
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<void> {
  // Panels that start together would wait for each other's locks, to find that there is nothing to do.
  if (last === undefined && (await isCurrent(db))) return;
  if (dialectOf(db) === "postgres") return migrateTo(db, last);
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await migrateTo(connection, last);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** Whether exactly the migrations of this version have run; false also while the table that says so does not exist. */
async function isCurrent(db: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.length === Object.keys(migrations).length && rows.every(({ name }) => name in migrations);
  } catch {
    return false;
  }
}

async function migrateTo(db: Kysely<Database>, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}
