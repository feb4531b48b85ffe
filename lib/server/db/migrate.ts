import "server-only";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { AppError } from "@/lib/errors";
import { dialectOf } from "./queries";
import * as initial from "./migrations/001-initial";
import * as sessions from "./migrations/002-sessions";
import * as audit from "./migrations/003-audit";
import * as revisionsByState from "./migrations/004-revisions-by-state";
import * as botsByAge from "./migrations/005-bots-by-age";
import * as botPictures from "./migrations/006-bot-pictures";
import * as people from "./migrations/007-people";
import * as applies from "./migrations/008-applies";
import * as watch from "./migrations/009-watch";
import * as guildCounts from "./migrations/010-guild-counts";
import * as configFiles from "./migrations/012-config-files";
import * as applyRecords from "./migrations/016-apply-records";
import * as plannedApplies from "./migrations/017-planned-applies";
import * as startedVersions from "./migrations/018-started-versions";
import * as sessionAccount from "./migrations/020-session-account";
import * as auditKeys from "./migrations/024-audit-keys";
import * as operatorRoles from "./migrations/025-roles";
import * as proof from "./migrations/026-proof";
import * as deliveries from "./migrations/028-deliveries";
import * as backups from "./migrations/029-backups";
import * as passkeys from "./migrations/030-passkeys";
import * as codes from "./migrations/031-codes";
import * as apiTokens from "./migrations/032-api-tokens";
import * as invitations from "./migrations/033-invitations";
import * as oidc from "./migrations/034-oidc";
import * as auditMarks from "./migrations/036-audit-marks";
import * as auditFilters from "./migrations/037-audit-filters";
import * as authorKinds from "./migrations/038-author-kinds";
import type { Database } from "./tables";

/** Sorted by name. Never edit a migration that has been merged; add another one instead. */
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
  "010-guild-counts": guildCounts,
  "012-config-files": configFiles,
  "016-apply-records": applyRecords,
  "017-planned-applies": plannedApplies,
  "018-started-versions": startedVersions,
  "020-session-account": sessionAccount,
  "024-audit-keys": auditKeys,
  "025-roles": operatorRoles,
  "026-proof": proof,
  "028-deliveries": deliveries,
  "029-backups": backups,
  "030-passkeys": passkeys,
  "031-codes": codes,
  "032-api-tokens": apiTokens,
  "033-invitations": invitations,
  "034-oidc": oidc,
  "036-audit-marks": auditMarks,
  "037-audit-filters": auditFilters,
  "038-author-kinds": authorKinds,
};

/**
 * Runs all missing migrations. Several processes may call this at once. One of them migrates while the others
 * wait for a lock: Kysely's advisory lock with PostgreSQL, the database's write lock with SQLite.
 * @param last the last migration to run, to reproduce the schema of an earlier version; by default, all run
 * @throws the error of the first migration that fails, after all changes are rolled back; AppError `conflict`
 *   for a database that a newer version has migrated
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<void> {
  try {
    await migrateOnce(db, last);
  } catch (error) {
    throw (await newerDatabase(db)) ?? error;
  }
}

async function migrateOnce(db: Kysely<Database>, last?: string): Promise<void> {
  // Skip the lock if no migration is missing, so that panels that start together do not wait for each other.
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

/** Returns the names of the migrations that have run. Empty if the migrations table does not exist yet. */
async function finished(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    return [];
  }
}

async function isCurrent(db: Kysely<Database>): Promise<boolean> {
  const names = await finished(db);
  return names.length === Object.keys(migrations).length && names.every((name) => name in migrations);
}

/** Returns an error if the database has migrations that this version does not know, and otherwise null. */
async function newerDatabase(db: Kysely<Database>): Promise<AppError | null> {
  const unknown = (await finished(db)).filter((name) => !(name in migrations));
  if (unknown.length === 0) return null;
  return new AppError(
    "conflict",
    `The database was upgraded by a newer version of Instance Admin (${unknown.join(", ")}). Start that version or a later one, or restore a backup from before the upgrade. Nothing was changed.`,
  );
}

async function migrateTo(db: Kysely<Database>, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}
