import "server-only";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { askPostgres } from "./unavailable";

const INT8 = 20;
/** The client's message if a query exceeds `query_timeout`. */
const LATE = "Query read timeout";

export const PANEL = "instance-admin";

export interface PoolOptions {
  name?: string;
  /** The schema of the tables. By default, PostgreSQL's `search_path` of the user. */
  schema?: string;
  max?: number;
}

export interface Pool extends PostgresPool {
  /** How long the first of the waiting works has waited for a connection (ms). */
  waited(): number;
  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/**
 * `pg` prefers the parameters of the URL, so the name and the schema would have no effect. Restores find other replicas by
 * the name.
 */
export function connectionOf(
  url: string,
  { name = PANEL, schema }: PoolOptions = {},
): Pick<pg.ClientConfig, "connectionString" | "application_name" | "options"> {
  const [address = "", ...rest] = url.replace(/#.*/, "").split("?");
  const parts = rest.join("?").split("&");
  const parameter = (part: string) => [...new URLSearchParams(part)][0] ?? ["", ""];
  const given = parts.map(parameter).findLast(([key]) => key === "options");
  const others = parts.filter((part) => !["", "options", "application_name"].includes(parameter(part)[0]));
  const options = [given?.[1] ?? "", schema === undefined ? "" : `-c search_path=${schema}`];
  return {
    connectionString: others.length > 0 ? `${address}?${others.join("&")}` : address,
    application_name: name,
    ...(options.some(Boolean) && { options: options.filter(Boolean).join(" ") }),
  };
}

/** Queries return 64-bit integers as numbers, because the panel's values stay far below 2^53. */
export function openPool(url: string, options: PoolOptions = {}): Pool {
  const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => unknown;
  const { max = 10 } = options;
  const pool = new pg.Pool({
    ...connectionOf(url, options),
    max,
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
  /** Since when each work waits for a connection, the oldest first. */
  const waiting = new Set<{ since: number }>();
  return {
    waited() {
      for (const { since } of waiting) return performance.now() - since;
      return 0;
    },
    query: (query, values) => askPostgres(() => pool.query(query, values)),
    async connect() {
      const turn = { since: performance.now() };
      waiting.add(turn);
      const client = await askPostgres(() => pool.connect()).finally(() => waiting.delete(turn));
      let isLate = false;
      const query = (text: string, values: unknown[]) =>
        askPostgres(() => client.query(text, values)).catch((error: Error) => {
          isLate ||= error.message === LATE;
          throw error;
        });
      // Kysely's interface also has cursors, which the panel does not use. The server may still work on a late query, and
      // the next queries of the connection would wait for it.
      return { query: query as pg.PoolClient["query"], release: () => client.release(isLate) };
    },
    end: () => pool.end(),
  };
}
