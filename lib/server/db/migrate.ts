import "server-only";
import { createHash } from "node:crypto";
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { AppError } from "@/lib/errors";
import { dialectOf } from "./queries";
import { schema } from "./schema";
import type { Database } from "./tables";

type Migrations = Record<string, Migration>;

const initial: Migration = {
  up: async (db) => {
    for (const statement of schema(dialectOf(db))) await sql.raw(statement).execute(db);
  },
};

const initialName = `001-${createHash("sha256")
  .update(JSON.stringify([schema("sqlite"), schema("postgres")]))
  .digest("hex")
  .slice(0, 12)}`;

/**
 * Sorted by name. Until the first release, edit `schema.ts`; databases of earlier commits are then refused,
 * because the hash in the first name differs. After the release, never edit it: add a migration `002-…`.
 */
const released: Migrations = { [initialName]: initial };

export const ownMigrations: readonly string[] = Object.keys(released).toSorted();

/** Whether this version can open a database with these migrations, after it adds later ones. */
export const areKnown = (names: readonly string[]): boolean =>
  names.length > 0 && names.every((name) => ownMigrations.includes(name));

export interface MigrateOptions {
  /** Called if the database has rows of an earlier version. If it throws, nothing is migrated. */
  beforeUpgrade?: () => Promise<void>;
  further?: Migrations;
  /** The schema of the tables, which must also be the first in `search_path` (PostgreSQL). */
  schema?: string | undefined;
}

/**
 * Several processes may call this at once. One of them migrates while the others wait for a lock: Kysely's
 * advisory lock with PostgreSQL, the database's write lock with SQLite.
 * @throws the error of the first migration that fails, after all changes are rolled back; AppError `conflict`
 * for the database of a newer version or of a commit before the first release
 */
export async function migrate(
  db: Kysely<Database>,
  { beforeUpgrade, further = {}, schema: place }: MigrateOptions = {},
): Promise<void> {
  const migrations = { ...released, ...further };
  const names = await finishedMigrations(db);
  refuseForeign(names, migrations);
  // Skip the lock if no migration is missing, so that panels that start together do not wait for each other.
  if (names.length === Object.keys(migrations).length) return;
  if (names.length > 0) await beforeUpgrade?.();
  if (dialectOf(db) === "postgres") return migrateToLatest(db, migrations, place);
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await migrateToLatest(connection, migrations);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

export async function finishedMigrations(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    return [];
  }
}

function refuseForeign(names: string[], migrations: Migrations): void {
  const first = names[0];
  if (first?.startsWith("001-") && first !== initialName) {
    throw new AppError(
      "conflict",
      "The database was made by a commit of Instance Admin from before its first release, and this version cannot read it. Nothing was changed. Set DATA_DIR to an empty folder (or DATABASE_URL to an empty database) and start again. The configuration file stays as it is; operators, bots, history and audit log start empty. To read the old ones, start the commit that made them.",
    );
  }
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new AppError(
      "conflict",
      `The database was upgraded by a newer version of Instance Admin (${unknown.join(", ")}). Start that version or a later one, or restore a backup from before the upgrade. Nothing was changed.`,
    );
  }
}

async function migrateToLatest(db: Kysely<Database>, migrations: Migrations, schema?: string): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({
    db,
    provider,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
