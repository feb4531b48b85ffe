import "server-only";
import pg from "pg";
import { env } from "../env";
import { processSingleton } from "../singleton";

const INT8 = 20;

/** Opens connections to the PostgreSQL database at `url`. 64-bit integers come back as numbers; ours stay far below 2^53. */
export function openPool(url: string): pg.Pool {
  const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => unknown;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "instance-admin",
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that went away without a word is noticed; what waits for it ends and can be tried again.
    keepAlive: true,
    query_timeout: 60_000,
    types: {
      getTypeParser: (oid: number, format?: string) => (oid === INT8 ? Number : parserOf(oid, format)),
    } as pg.CustomTypesConfig,
  });
  // Connections that break are replaced by the pool. Their queries fail and tell it; unheard, this would end the process.
  const unheard = () => undefined;
  pool.on("error", unheard);
  pool.on("connect", (client) => client.on("error", unheard));
  return pool;
}

/** The process's connections to PostgreSQL, for what needs more than queries; null with SQLite. */
export function sharedPool(): pg.Pool | null {
  const { databaseUrl } = env();
  return databaseUrl === undefined ? null : processSingleton("postgres-pool", () => openPool(databaseUrl));
}
