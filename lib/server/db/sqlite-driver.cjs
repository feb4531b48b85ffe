/*
 * The only file that names a SQLite driver, for server, commands and tests (docs/decisions/0001-sqlite-driver.md): Node's
 * own where this Node has one (22.13 and later), the package for Node 20. They have one interface; what not every one of
 * them has is not used. In CommonJS, because bundles of every format load the package only if it is needed.
 *
 * The package ends the process with a segmentation fault when a statement is used whose database was garbage-collected.
 * So nothing outside this file gets hold of the driver's objects: an open database is in a list of this module and cannot
 * be collected, however its connection is treated, and statements of a closed one never reach the driver. Neither
 * depends on callers, so it holds for commands and while a process ends.
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

/** A connection to a SQLite file, which owns the driver's database. All calls block until they finish. */
class SqliteConnection {
  #database;

  /**
   * Opens a file, creating it if missing, unless `readOnly`.
   * @param {string} path
   * @param {{ busyTimeout: number, readOnly?: boolean }} options `busyTimeout`: how long a statement waits for another
   *   connection's lock before it fails as busy (ms)
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
   * Runs statements that have no parameters, and drops their rows.
   * @param {string} text
   */
  exec(text) {
    this.#database.exec(text);
  }

  /** Undoes the transaction, if there is one. */
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

  /** Closing a second time does nothing. */
  close() {
    if (openDatabases.delete(this.#database)) this.#database.close();
  }
}

/**
 * A prepared statement. `all` returns the rows, `run` the number of rows changed. Values are null, numbers, bigints,
 * strings and bytes; the driver refuses others.
 * @typedef {{
 *   all(...values: unknown[]): Record<string, unknown>[],
 *   run(...values: unknown[]): { changes: number | bigint, lastInsertRowid: number | bigint },
 * }} SqliteStatement
 */

exports.SqliteConnection = SqliteConnection;
