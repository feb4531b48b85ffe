import { join } from "node:path";
import SQLite from "better-sqlite3";
import pg from "pg";

export type Row = Record<string, unknown>;

/** The database beside a running panel. Queries are written once for both kinds, with `?` for values. */
export interface Database {
  query<T = Row>(text: string, ...values: unknown[]): Promise<T[]>;
}

function sqliteDatabase(dataDir: string): Database {
  return {
    async query<T>(text: string, ...values: unknown[]) {
      const database = new SQLite(join(dataDir, "instance.db"));
      try {
        const statement = database.prepare(text);
        return statement.reader ? (statement.all(...values) as T[]) : (statement.run(...values), []);
      } finally {
        database.close();
      }
    },
  };
}

function postgresDatabase(url: string): Database {
  return {
    async query<T>(text: string, ...values: unknown[]) {
      const client = new pg.Client(url);
      await client.connect();
      try {
        let position = 0;
        return (
          await client.query(
            text.replace(/\?/g, () => `$${(position += 1)}`),
            values,
          )
        ).rows as T[];
      } finally {
        await client.end();
      }
    },
  };
}

/** The database at `url` or, without one, the SQLite database in a data folder. */
export const databaseOf = (url: string | undefined, dataDir: string): Database =>
  url === undefined ? sqliteDatabase(dataDir) : postgresDatabase(url);
