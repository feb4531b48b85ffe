import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { AppError } from "@/lib/errors";
import { disconnectSqlite, type SqliteConnection, sqliteTrouble } from "./sqlite";

const MOST_PREPARED = 500;

/**
 * Statements that change data or tables, or begin or commit a transaction. `rollback` is not included,
 * because it must always work.
 */
const CHANGE = /^\s*(?:insert|update|delete|begin|commit|create|alter|drop)\b/i;
const isChange = (text: string): boolean => CHANGE.test(text);
/** The driver of Node 22.13 has no function to determine this. */
const hasRows = (text: string): boolean => !isChange(text) || /\breturning\b/i.test(text);

/**
 * How long statements wait for other processes' locks before they fail as busy (ms). Five panels that started
 * together on a busy machine needed more than 5 s to take turns.
 */
const LOCK_TIMEOUT = 15_000;

/**
 * Destroying the Kysely object closes the connection.
 * @param assertKept called before a transaction begins, before its commit, and before each change outside a
 * transaction. Must throw if the database file was replaced or removed, because changes would then be lost.
 * @param lockTimeout how long statements wait for other processes' locks (ms)
 */
export function sqliteDialect(
  connection: SqliteConnection,
  assertKept: () => void,
  lockTimeout = LOCK_TIMEOUT,
): Dialect {
  const statements = new Map<string, SqliteStatement>();
  const config: SqliteDialectConfig = {
    database: {
      close: () => disconnectSqlite(connection),
      // Each statement is prepared once per connection, because the panel runs the same few queries many
      // times.
      prepare(text) {
        const known = statements.get(text);
        if (known) return known;
        // Queries with a list of values, such as `in (?, ?)`, need a separate statement for each length of
        // the list. Clear the cache when it is full. Otherwise, it could grow without limit.
        if (statements.size >= MOST_PREPARED) statements.clear();
        const statement = prepare(connection, text);
        statements.set(text, statement);
        return statement;
      },
    },
  };
  return new (class extends SqliteDialect {
    override createDriver = () => new Driver(config, assertKept, lockTimeout);
  })(config);
}

function prepare(connection: SqliteConnection, text: string): SqliteStatement {
  // Takes the write lock as soon as a transaction begins. Otherwise, a transaction that begins with a read
  // would fail with SQLITE_BUSY_SNAPSHOT if another process writes before the transaction's first write.
  const statement = connection.prepare(text === "begin" ? "begin immediate" : text);
  const all = (parameters: readonly unknown[]) => statement.all(...storable(parameters));
  return {
    reader: hasRows(text),
    all,
    run: (parameters) => statement.run(...storable(parameters)),
    iterate: (parameters) => all(parameters).values(),
  };
}

/**
 * Refuses text with a NUL character, because Node 20's driver would silently truncate the text at this character.
 * @throws AppError `invalid-input`
 */
function storable(parameters: readonly unknown[]): readonly unknown[] {
  if (!parameters.some((value) => typeof value === "string" && value.includes("\0"))) return parameters;
  throw new AppError(
    "invalid-input",
    "Text with a null character (U+0000) cannot be stored. Remove the character.",
  );
}

class Driver extends SqliteDriver {
  private connection: CarefulConnection | undefined;

  constructor(
    config: SqliteDialectConfig,
    private readonly assertKept: () => void,
    private readonly lockTimeout: number,
  ) {
    super(config);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection();
    return (this.connection ??= new CarefulConnection(inner, this.assertKept, this.lockTimeout));
  }
}

/**
 * Runs the statements of a SQLite connection and waits for locks asynchronously, because SQLite's own wait blocks the
 * whole process. All statements share one deadline: if one times out, the statements queued behind it do not wait the
 * full time again.
 */
class CarefulConnection implements DatabaseConnection {
  /** The times of the first and the last blocked attempt; null while changes are not blocked. */
  private busy: { since: number; last: number } | null = null;
  private isInTransaction = false;

  constructor(
    private readonly inner: DatabaseConnection,
    private readonly assertKept: () => void,
    private readonly lockTimeout: number,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql } = query;
    const needsLock = isChange(sql);
    if (sql === "commit" || sql === "rollback") this.isInTransaction = false;
    for (;;) {
      try {
        // Check before each attempt, because the file may be replaced during the wait. Within a transaction,
        // only the commit is checked, because it makes the changes permanent.
        if (needsLock && !this.isInTransaction) this.assertKept();
        const result = await this.inner.executeQuery<R>(query);
        // Other statements do not show that the lock is free: they succeed even while another process holds
        // it.
        if (needsLock) this.busy = null;
        if (needsLock && sql.startsWith("begin")) this.isInTransaction = true;
        return result;
      } catch (error) {
        if (sqliteTrouble(error) !== "busy" || !this.mayWait(performance.now())) throw error;
        // The pause is random, so that processes waiting for each other do not keep colliding.
        await wait(1 + Math.random() * 8);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  private mayWait(now: number): boolean {
    if (!this.busy || now - this.busy.last > this.lockTimeout) this.busy = { since: now, last: now };
    this.busy.last = now;
    return now - this.busy.since < this.lockTimeout;
  }
}
