import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { SqliteConnection } from "../../lib/server/db/sqlite-driver.cjs";

export type Row = Record<string, unknown>;

/** The database of a running panel. Queries are written once for both database types, with `?` for values. */
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
 * Closes SQLite files that this process has queried: Node 20's driver keeps a closed connection's file open until its
 * statements are garbage-collected.
 */
export async function letGoOfFiles(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  await setImmediate();
}

/** Takes the write lock of a panel's SQLite database, as another program may; the returned function releases it. */
export function lockSqlite(dataDir: string): () => void {
  const database = new SqliteConnection(join(dataDir, "instance.db"), { busyTimeout: 5_000 });
  database.exec("begin exclusive");
  return () => database.close();
}

function postgresDatabase(url: string): Database {
  // PostgreSQL starts a process for each connection, so connections stay open for a moment. They do not keep the
  // test process running.
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    idleTimeoutMillis: 2_000,
    allowExitOnIdle: true,
  });
  // A stopped server closes idle connections; the next query opens a new one.
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

/** The database at `url` or, without one, the SQLite database in a data folder. */
export const databaseOf = (url: string | undefined, dataDir: string): Database =>
  url === undefined ? sqliteDatabase(dataDir) : postgresDatabase(url);
