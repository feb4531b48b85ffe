import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "@/lib/errors";
import { restoreDump } from "./dump";
import { openPostgres } from "./open";
import { PANEL } from "./postgres";
import type { Db, Tx } from "./tables";
import { toUnavailableError } from "./unavailable";

const LOADED = "instance_admin_restore";

/**
 * Replaces the panel's tables with those of a dump. Loads the dump into a schema of its own, and then exchanges the tables
 * in one transaction, so a restore that fails changes nothing. Other tables in the database stay as they are.
 * @param kept the name of the schema that gets the replaced tables
 * @param options.pause waits between two looks for connections of a panel
 * @param options.last called before the exchange is committed; if it throws, nothing changes
 * @throws AppError `conflict` if a panel uses the database, if the database's user may not create schemas, or if the dump is
 *   damaged
 */
export async function replaceWithDump(
  url: string,
  lines: AsyncIterable<string>,
  kept: string,
  { pause = () => wait(500), last }: { pause?: () => Promise<void>; last?: () => Promise<void> } = {},
): Promise<void> {
  const db = openPostgres(url, { name: "instance-admin-restore" });
  try {
    await waitForOthers(db, pause);
    await dropLoaded(db);
    await permitted(sql`create schema ${sql.id(LOADED)}`.execute(db));
    const into = openPostgres(url, { name: "instance-admin-restore", schema: LOADED });
    try {
      await restoreDump(into, lines, { schema: LOADED }).catch(refuseUnlessUnavailable);
    } finally {
      await into.destroy();
    }
    const exchanged = db.transaction().execute(async (tx) => {
      await exchange(tx, kept);
      await last?.();
    });
    await permitted(exchanged);
  } catch (error) {
    await dropLoaded(db).catch(() => undefined);
    throw error;
  } finally {
    await db.destroy();
  }
}

/** Another start would fail the same way, unless the database was unavailable. */
function refuseUnlessUnavailable(cause: unknown): never {
  if (cause instanceof AppError || toUnavailableError(cause) !== null) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new AppError(
    "conflict",
    `The backup cannot be loaded (${reason}). Nothing was changed. Use another backup.`,
    { cause },
  );
}

const dropLoaded = (db: Db) => sql`drop schema if exists ${sql.id(LOADED)} cascade`.execute(db);

/** A panel that is running would mix what it has in memory with the restored rows. */
async function refuseOthers(db: Db | Tx): Promise<void> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name = ${PANEL}`.execute(db);
  if (rows.length > 0)
    throw new AppError(
      "conflict",
      "Another replica uses the database. Nothing was changed. Stop every replica, choose the backup again on one of them, and restart that one alone.",
    );
}

/** Connections of a panel that has just stopped disappear after a moment, so the database is asked again. */
async function waitForOthers(db: Db, pause: () => Promise<void>): Promise<void> {
  for (let left = 4; left > 0; left -= 1) {
    try {
      return await refuseOthers(db);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await pause();
    }
  }
  await refuseOthers(db);
}

const REASONS: Readonly<Record<string, string>> = {
  "42501":
    "The user of DATABASE_URL may not exchange the tables. Make it the owner of the database and its tables, or restore into an empty database with instance-admin restore.",
  "55P03": "Another program uses the panel's tables. Stop it, and choose the backup again.",
};

/** @throws AppError `conflict` if the database's user may not do it, or another program has locked a table */
async function permitted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? REASONS[String(cause.code)] : undefined;
    if (reason === undefined) throw cause;
    throw new AppError("conflict", `${reason} Nothing was changed.`, { cause });
  }
}

async function exchange(tx: Tx, kept: string): Promise<void> {
  await sql`set local lock_timeout = '10s'`.execute(tx);
  await sql`create schema ${sql.id(kept)}`.execute(tx);
  const { rows: names } = await sql<{ own: string }>`select current_schema() as own`.execute(tx);
  const own = names[0]?.own ?? "public";
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${LOADED}`.execute(tx);
  const { rows: functions } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = ${LOADED}::regnamespace`.execute(tx);
  // The functions of triggers have no arguments.
  const table = (schema: string, { name }: { name: string }) => sql`table if exists ${sql.id(schema, name)}`;
  const routine = (schema: string, { name }: { name: string }) => sql`function ${sql.id(schema, name)}()`;
  const move = (what: RawBuilder<unknown>, to: string) =>
    sql`alter ${what} set schema ${sql.id(to)}`.execute(tx);
  for (const one of tables) await move(table(own, one), kept);
  for (const one of functions) if (await exists(tx, own, one.name)) await move(routine(own, one), kept);
  for (const one of tables) await move(table(LOADED, one), own);
  for (const one of functions) await move(routine(LOADED, one), own);
  await sql`drop schema ${sql.id(LOADED)}`.execute(tx);
  // A panel that started meanwhile waits for the locks of this transaction.
  await refuseOthers(tx);
}

async function exists(tx: Tx, schema: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_proc
    where pronamespace = ${schema}::regnamespace and proname = ${name}`.execute(tx);
  return rows.length > 0;
}
