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

/** Statements that change data or begin a change. `rollback` is not included, because it must always work. */
const CHANGE = /^\s*(?:insert|update|delete|begin|commit|create|alter|drop)\b/i;
const isChange = (text: string): boolean => CHANGE.test(text);
/** Whether a statement returns rows. The driver of Node 22.13 has no function to determine this. */
const hasRows = (text: string): boolean => !isChange(text) || /\breturning\b/i.test(text);

/**
 * Lets Kysely use an open SQLite file. Destroying the Kysely object closes the connection.
 * @param assertKept called at the start and at the end of every transaction, and before a change outside of one;
 * throws if the change would be lost
 * @param lockTimeout how long statements wait for other processes' locks before they fail as busy (ms)
 */
export function sqliteDialect(
  connection: SqliteConnection,
  assertKept: () => void,
  lockTimeout?: number,
): Dialect {
  const prepared = new Map<string, SqliteStatement>();
  const transaction: Transaction = { isOpen: false };
  const assertUnlessOpen = () => {
    if (!transaction.isOpen) assertKept();
  };
  const config: SqliteDialectConfig = {
    database: {
      close: () => disconnectSqlite(connection),
      // Each statement is prepared once per connection, because the panel runs a few queries many times.
      prepare(text) {
        const known = prepared.get(text);
        if (known) return known;
        // Each length of a list of values needs a separate statement, so the cache is cleared when it is full.
        if (prepared.size >= MOST_PREPARED) prepared.clear();
        const statement = prepare(connection, text, isChange(text) ? assertUnlessOpen : () => undefined);
        prepared.set(text, statement);
        return statement;
      },
    },
  };
  return new ImmediateSqliteDialect(config, transaction, lockTimeout);
}

/** The transaction of a connection, which has at most one at a time. */
interface Transaction {
  isOpen: boolean;
}

const BEGIN = CompiledQuery.raw("begin immediate");
const COMMIT = CompiledQuery.raw("commit");

/** Adapts a prepared statement to Kysely's interface. */
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

/**
 * Takes the write lock when a transaction begins. A transaction that begins with a read would fail with
 * SQLITE_BUSY_SNAPSHOT if another process writes before the transaction's first write.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  constructor(
    private readonly settings: SqliteDialectConfig,
    private readonly transaction: Transaction,
    private readonly lockTimeout: number | undefined,
  ) {
    super(settings);
  }
  override createDriver(): SqliteDriver {
    const { lockTimeout, transaction } = this;
    return new (class extends SqliteDriver {
      private waiting: DatabaseConnection | undefined;

      override async acquireConnection(): Promise<DatabaseConnection> {
        const connection = await super.acquireConnection();
        return (this.waiting ??= new WaitingConnection(connection, isChange, lockTimeout));
      }
      override async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(BEGIN);
        transaction.isOpen = true;
      }
      override async commitTransaction(connection: DatabaseConnection): Promise<void> {
        transaction.isOpen = false;
        await connection.executeQuery(COMMIT);
      }
      override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        transaction.isOpen = false;
        await super.rollbackTransaction(connection);
      }
    })(this.settings);
  }
}
