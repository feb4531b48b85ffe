import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { SqliteConnection } from "../../lib/server/db/sqlite-driver.cjs";

export type Row = Record<string, unknown>;

/** The database of a running panel. Queries use `?` for values with both types of database. */
export interface Database {
  query<T = Row>(text: string, ...values: unknown[]): Promise<T[]>;
}

function sqliteDatabase(dataDir: string): Database {
  return {
    async query<T>(text: string, ...values: unknown[]) {
      const database = new SqliteConnection(join(dataDir, "instance.db"), { busyTimeout: 5_000 });
      try {
        return database.prepare(text).all(...values) as T[];
      } finally {
        database.close();
      }
    },
  };
}

/**
 * Closes SQLite files that this process has queried. With Node 20, the driver closes a file only after the
 * connection's statements are garbage-collected.
 */
export async function letGoOfFiles(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  await setImmediate();
}

/**
 * Acquires the write lock of a panel's SQLite database, as another program might. Returns a function that
 * releases the lock.
 */
export function lockSqlite(dataDir: string): () => void {
  const database = new SqliteConnection(join(dataDir, "instance.db"), { busyTimeout: 5_000 });
  database.exec("begin exclusive");
  return () => database.close();
}

function postgresDatabase(url: string): Database {
  // Connections stay open for reuse, because PostgreSQL starts a process for each new connection. Open
  // connections do not prevent the test process from ending.
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    idleTimeoutMillis: 2_000,
    allowExitOnIdle: true,
  });
  // When the server stops, it closes idle connections. The next query opens a new connection, so the error
  // can be ignored.
  pool.on("error", () => undefined);
  return {
    async query<T>(text: string, ...values: unknown[]) {
      let position = 0;
      const { rows } = await pool.query(
        text.replace(/\?/g, () => `$${(position += 1)}`),
        values,
      );
      return rows as T[];
    },
  };
}

/**
 * Returns the PostgreSQL database at `url`, or the SQLite database in the data folder if `url` is undefined.
 */
export const databaseOf = (url: string | undefined, dataDir: string): Database =>
  url === undefined ? sqliteDatabase(dataDir) : postgresDatabase(url);
