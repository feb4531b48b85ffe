import "server-only";
import { chmodSync, existsSync, mkdirSync, openSync, closeSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { env } from "../env";
import { processSingleton } from "../singleton";
import { openPool, sharedPool } from "./postgres";
import type { Database } from "./tables";
import type { Db } from "./types";

export type { Database, NewRow, Row } from "./tables";
export { announce, onAnnouncement } from "./announce";
export { databaseAway } from "./away";
export { dialectOf } from "./dialect";
export { grouped } from "./grouped";
export { migrate } from "./migrate";
export { prepared } from "./prepared";
export { sharedPool } from "./postgres";
export type { Db, Tx } from "./types";

/**
 * Transactions take the write lock at their start: one that began by reading and then had to wait for another process
 * to write would fail instead (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateSqliteDialect extends SqliteDialect {
  constructor(private readonly settings: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(settings);
  }
  override createDriver(): SqliteDriver {
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      }
    })(this.settings);
  }
}

const MOST_PREPARED = 500;

function openFile(path: string): SQLite.Database {
  // The database holds password hashes and stored revisions: nobody else on the machine reads it.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const database = new SQLite(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("busy_timeout = 10000");
  return database;
}

/** Our queries are few and come again and again: each is prepared once per connection. */
function overSqlite(database: SQLite.Database): Db {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const known = prepared.get(text);
    if (known) return known;
    // Lists of values make texts of many lengths; forgetting them all now and then keeps this small.
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    const statement = database.prepare(text) as unknown as SqliteStatement;
    prepared.set(text, statement);
    return statement;
  };
  const close = () => void database.close();
  return new Kysely<Database>({ dialect: new ImmediateSqliteDialect({ database: { close, prepare } }) });
}

/** Opens the SQLite database at `path`: WAL, and every commit on disk before it is acknowledged. */
export function openSqlite(path: string): Db {
  return overSqlite(openFile(path));
}

/** Opens the PostgreSQL database at `url`. */
export function openPostgres(url: string): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
}

/** The process's database, opened at first use: `DATABASE_URL`, or SQLite at `$DATA_DIR/instance.db`. */
export function db(): Db {
  return processSingleton("db", () => {
    const { dataDir } = env();
    const pool = sharedPool();
    if (pool) return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const database = openFile(join(dataDir, "instance.db"));
    // A process that ends by itself leaves one file behind: closing writes the log into the database.
    process.once("exit", () => database.close());
    return overSqlite(database);
  });
}
