import "server-only";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { AppError } from "@/lib/errors";
import type { Logger } from "pino";
import { createAnnouncements } from "./announce";
import { dialectOf } from "./queries";
import { openPool, type Pool, type PoolOptions } from "./postgres";
import { disconnectSqlite, SqliteConnection } from "./sqlite";
import { sqliteDialect } from "./sqlite-dialect";
import type { Database, Db } from "./tables";

function openFile(path: string): SqliteConnection {
  // The database contains password hashes and stored versions, so other users of the machine must not read it.
  if (path !== ":memory:") {
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  }
  // If several processes start together, one switches the file to WAL mode and the others wait.
  const connection = new SqliteConnection(path, { busyTimeout: 10_000 });
  // Takes effect only in a new file, before its first table: deleted rows can return their space (`reclaimSpace`).
  connection.exec("pragma auto_vacuum = incremental");
  connection.exec("pragma journal_mode = WAL; pragma synchronous = FULL; pragma foreign_keys = ON");
  // From here on, `sqlite-dialect.ts` waits for locks, because SQLite's own wait would block the process.
  connection.exec("pragma busy_timeout = 0");
  return connection;
}

const overSqlite = (connection: SqliteConnection, path: string, lockTimeout?: number): Db =>
  new Kysely<Database>({ dialect: sqliteDialect(connection, placeGuard(path), lockTimeout) });

/**
 * Opens the SQLite database at `path` in WAL mode.
 * @param lockTimeout how long statements wait for other processes' locks (ms); default: see
 * `sqlite-dialect.ts`
 */
export function openSqlite(path: string, { lockTimeout }: { lockTimeout?: number } = {}): Db {
  return overSqlite(openFile(path), path, lockTimeout);
}

export function openPostgres(url: string, options?: PoolOptions): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) });
}

/** PostgreSQL's own vacuum does this. */
export async function reclaimSpace(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") return;
  for (let free = Infinity; ;) {
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
    const { freelist_count: freePages = 0 } = rows[0] ?? {};
    if (freePages === 0 || freePages >= free) return;
    free = freePages;
    // 256 pages of 4 KiB at once, so that other statements wait for a few milliseconds only.
    await sql`pragma incremental_vacuum(256)`.execute(db);
  }
}

export interface OpenDatabase {
  db: Db;
  /** The PostgreSQL pool, for code that does not use Kysely. Null with SQLite. */
  pool: Pool | null;
  /** The connection of locks that are held while `db` is used. It is opened when it is needed. */
  locks: Db | undefined;
  announcements: ReturnType<typeof createAnnouncements>;
  /**
   * @param stop prevents new work, and resolves when no work is in progress; called before the database is
   * closed
   */
  stopBeforeClose: (stop: () => void | Promise<void>) => void;
  close: () => Promise<void>;
}

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export function openDatabase({ dataDir, databaseUrl }: Place, log: Logger): OpenDatabase {
  const pool = databaseUrl === undefined ? null : openPool(databaseUrl);
  const announcements = createAnnouncements(databaseUrl, pool);
  const db = pool ? new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) : openFolder(dataDir);
  // With connections of the pool, saves that wait for their turns could take all that the others need to end.
  const locks = databaseUrl === undefined ? undefined : openPostgres(databaseUrl, { max: 1 });
  const work = new Set<() => void | Promise<void>>([announcements.stop]);

  async function stopQuietly(stop: () => void | Promise<void>): Promise<void> {
    try {
      await stop();
    } catch (err) {
      log.error({ err }, "background work could not be stopped");
    }
  }

  return {
    ...{ db, pool, locks, announcements },
    stopBeforeClose: (stop) => void work.add(stop),
    async close() {
      // While work is being stopped, it may start and register more work. For example, a check for due backups
      // may start a backup.
      while (work.size > 0) {
        const stops = [...work];
        work.clear();
        await Promise.all(stops.map(stopQuietly));
      }
      await Promise.all([db.destroy(), locks?.destroy()]);
    },
  };
}

function openFolder(dataDir: string): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "instance.db");
  const connection = openFile(path);
  // Closing merges the write-ahead log into the database, so a clean exit leaves a single file.
  process.once("exit", () => disconnectSqlite(connection));
  return overSqlite(connection, path);
}

/**
 * Returns a function that throws if the file at `path` has been replaced or removed since this call. An open
 * SQLite file accepts writes even then, but they are lost when the process ends.
 */
function placeGuard(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) === opened) return;
    throw new AppError(
      "unavailable",
      "The panel's database was deleted or replaced while in use, so nothing can be stored. Nothing was changed. Restore the data folder (DATA_DIR) and restart the panel.",
    );
  };
}

function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}
