/*
 * The only file that imports a SQLite driver, for the server, the commands and the tests
 * (docs/decisions/0001-sqlite-driver.md). Node 22.13 and later use Node's driver, and Node 20 uses a package.
 * This file uses only functions that both have. It is a CommonJS module, so bundles of every format load the
 * package only if they need it.
 *
 * The package crashes the process if a statement is used after its database was garbage-collected. This file
 * protects all callers, even while a process ends:
 * - It does not expose the driver's objects.
 * - It references all open databases in a list, so they are not collected.
 * - It refuses statements of closed databases.
 */

/** @typedef {typeof import("@photostructure/sqlite")} Driver */

/** @type {Driver | undefined} */
let loaded;

/**
 * Loads the driver at its first use.
 * @returns {Driver}
 */
function driver() {
  // oxlint-disable-next-line typescript/no-require-imports
  return (loaded ??= process.getBuiltinModule("node:sqlite") ?? require("@photostructure/sqlite"));
}

/** @type {Set<InstanceType<Driver["DatabaseSync"]>>} */
const openDatabases = new Set();

/** A connection to a SQLite file. All calls block until they finish. */
class SqliteConnection {
  #database;

  /**
   * Opens a file. Creates the file if it is missing, unless `readOnly` is set.
   * @param {string} path
   * @param {{ busyTimeout: number, readOnly?: boolean }} options `busyTimeout`: how long a statement waits
   *   for another connection's lock before it fails as busy (ms)
   */
  constructor(path, { busyTimeout, readOnly = false }) {
    this.#database = new (driver().DatabaseSync)(path, { readOnly });
    openDatabases.add(this.#database);
    this.#database.exec(`pragma busy_timeout = ${busyTimeout}`);
  }

  get isOpen() {
    return openDatabases.has(this.#database);
  }

  /**
   * Runs statements without parameters, and ignores rows that they return.
   * @param {string} text
   */
  exec(text) {
    this.#database.exec(text);
  }

  /** Rolls back the transaction. Does nothing if there is none. */
  rollback() {
    try {
      this.#database.exec("rollback");
    } catch (error) {
      if (!String(error).includes("no transaction is active")) throw error;
    }
  }

  /**
   * @param {string} text one statement
   * @returns {SqliteStatement}
   */
  prepare(text) {
    const statement = this.#database.prepare(text);
    const open = () => {
      if (!this.isOpen) throw new Error("The database is closed.");
      return statement;
    };
    return {
      all: (...values) => /** @type {Record<string, unknown>[]} */ (open().all(...values)),
      run: (...values) => open().run(...values),
    };
  }

  /** Does nothing if the connection is already closed. */
  close() {
    if (openDatabases.delete(this.#database)) this.#database.close();
  }
}

/**
 * A prepared statement. `all` returns the rows, `run` the number of rows changed. Values are null, numbers, bigints,
 * strings and bytes; the driver refuses all other types.
 * @typedef {{
 *   all(...values: unknown[]): Record<string, unknown>[],
 *   run(...values: unknown[]): { changes: number | bigint, lastInsertRowid: number | bigint },
 * }} SqliteStatement
 */

exports.SqliteConnection = SqliteConnection;
