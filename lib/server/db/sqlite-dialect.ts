import "server-only";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { AppError } from "@/lib/errors";
import { WaitingConnection } from "./waiting-connection";
import { disconnectSqlite, type SqliteConnection } from "./sqlite";

const MOST_PREPARED = 500;

/** Statements that change stored data or start a change. Rolling back must always work, so it is not included. */
const CHANGE = /^\s*(?:insert|update|delete|begin|commit|create|alter|drop)\b/i;
const isChange = (text: string): boolean => CHANGE.test(text);
/** Whether a statement returns rows. The drivers' own way to find out is missing in Node 22.13. */
const hasRows = (text: string): boolean => !isChange(text) || /\breturning\b/i.test(text);

/**
 * Lets kysely use an open SQLite file. Destroying kysely closes the connection.
 * @param assertKept called before every statement that changes data; throws if the change would be lost
 * @param lockTimeout how long statements wait for other processes' locks before they fail as busy (ms)
 */
export function sqliteDialect(
  connection: SqliteConnection,
  assertKept: () => void,
  lockTimeout?: number,
): Dialect {
  const prepared = new Map<string, SqliteStatement>();
  const config: SqliteDialectConfig = {
    database: {
      close: () => disconnectSqlite(connection),
      // The panel runs few distinct queries many times, so each is prepared once per connection.
      prepare(text) {
        const known = prepared.get(text);
        if (known) return known;
        // Value lists of different lengths result in different texts, so the cache is cleared at a limit.
        if (prepared.size >= MOST_PREPARED) prepared.clear();
        const statement = prepare(connection, text, isChange(text) ? assertKept : () => undefined);
        prepared.set(text, statement);
        return statement;
      },
    },
  };
  return new ImmediateSqliteDialect(config, lockTimeout);
}

/** A statement in the form that kysely expects. */
function prepare(connection: SqliteConnection, text: string, before: () => void): SqliteStatement {
  const statement = connection.prepare(text);
  const all = (parameters: readonly unknown[]) => {
    before();
    return statement.all(...storable(parameters));
  };
  return {
    reader: hasRows(text),
    all,
    run: (parameters) => {
      before();
      return statement.run(...storable(parameters));
    },
    iterate: (parameters) => all(parameters).values(),
  };
}

/**
 * Node 20's driver would silently truncate text at a NUL character.
 * @throws AppError `invalid-input`
 */
function storable(parameters: readonly unknown[]): readonly unknown[] {
  if (!parameters.some((value) => typeof value === "string" && value.includes("\0"))) return parameters;
  throw new AppError(
    "invalid-input",
    "Text with a null character (U+0000) cannot be stored. Remove the character.",
  );
}

/**
 * Transactions take the write lock when they start. A transaction that started with a read and then had to wait
 * for another process's write would fail (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateSqliteDialect extends SqliteDialect {
  constructor(
    private readonly settings: SqliteDialectConfig,
    private readonly lockTimeout: number | undefined,
  ) {
    super(settings);
  }
  override createDriver(): SqliteDriver {
    const { lockTimeout } = this;
    return new (class extends SqliteDriver {
      private waiting: DatabaseConnection | undefined;

      override async acquireConnection(): Promise<DatabaseConnection> {
        const connection = await super.acquireConnection();
        return (this.waiting ??= new WaitingConnection(connection, isChange, lockTimeout));
      }
      override async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      }
    })(this.settings);
  }
}
