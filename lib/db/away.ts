import "server-only";
import { AppError } from "../errors";

/** What the network says of a server that is not there. */
const NETWORK = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** PostgreSQL: connection, resources and shutdown, deadlock and serialization (another attempt may succeed). */
const POSTGRES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/;
/** SQLite: busy for too long, disk full or failing, file gone or read-only. */
const SQLITE = /^SQLITE_(?:BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED)/;
/** Errors that pg and its pool give no code. */
const WORDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * What to tell a caller when an error says that the database cannot do its work now: `unavailable`. Null for every other
 * error, which is a defect.
 */
export function databaseAway(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  if (![NETWORK, POSTGRES, SQLITE].some((codes) => codes.test(code)) && !WORDED.test(error.message))
    return null;
  return new AppError(
    "unavailable",
    `The database does not do its work (${error.message || code}). Nothing was changed. Check that it runs and has room; the panel goes on by itself.`,
    { cause: error },
  );
}
