import "server-only";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { askPostgres } from "./unavailable";

const INT8 = 20;

export const PANEL = "instance-admin";

export interface PoolOptions {
  name?: string;
  /** The schema of the tables. By default, PostgreSQL's `search_path` of the user. */
  schema?: string;
}

export interface Pool extends PostgresPool {
  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/** Queries return 64-bit integers as numbers, because the panel's values stay far below 2^53. */
export function openPool(url: string, { name = PANEL, schema }: PoolOptions = {}): Pool {
  const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => unknown;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    max: 10,
    connectionTimeoutMillis: 5_000,
    // If the server disappears silently, these two options make queries fail instead of waiting forever.
    keepAlive: true,
    query_timeout: 60_000,
    types: {
      getTypeParser: (oid: number, format?: string) => (oid === INT8 ? Number : parserOf(oid, format)),
    } as pg.CustomTypesConfig,
  });
  // The pool replaces broken connections, and their queries fail with the error. Without a listener, an error
  // event would end the process.
  const ignored = () => undefined;
  pool.on("error", ignored);
  pool.on("connect", (client) => client.on("error", ignored));
  return {
    query: (query, values) => askPostgres(() => pool.query(query, values)),
    async connect() {
      const client = await askPostgres(() => pool.connect());
      const query = (text: string, values: unknown[]) => askPostgres(() => client.query(text, values));
      // Kysely's interface also has cursors, which the panel does not use.
      return { query: query as pg.PoolClient["query"], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}
