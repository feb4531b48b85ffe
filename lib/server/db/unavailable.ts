import "server-only";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { sqliteTrouble } from "./sqlite";

/** Network error codes for a server that cannot be reached. */
const NETWORK = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** PostgreSQL error codes: connection, resources and shutdown, deadlock and serialization (a retry may succeed). */
const POSTGRES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/;
/** Messages of errors that have no code from pg or its pool. */
const WORDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Errors that PostgreSQL's client threw. A broken connection has the same error codes everywhere, so without this,
 * a disconnected browser would look like a broken database.
 */
const thrownByPostgres = () => processSingleton("errors-of-postgres", () => new WeakSet<Error>());

/** Runs a call of PostgreSQL's client and marks its error as coming from the database. */
export async function askPostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) thrownByPostgres().add(error);
    throw error;
  }
}

function isPostgresAway(error: Error): boolean {
  if (!thrownByPostgres().has(error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return NETWORK.test(code) || POSTGRES.test(code) || WORDED.test(error.message);
}

/**
 * Converts an error that means that the database cannot work right now to `unavailable`. Null for every other
 * error.
 */
export function toUnavailableError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  if (!isPostgresAway(error) && sqliteTrouble(error) === null) return null;
  const reason = error.message || ("code" in error ? String(error.code) : "");
  return new AppError(
    "unavailable",
    `The database is unavailable (${reason}). Nothing was changed. Check that it is running and has free space. The panel then recovers without a restart.`,
    { cause: error },
  );
}
