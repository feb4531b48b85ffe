import "server-only";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { sqliteTrouble } from "./sqlite";

/** Network error codes of a server that cannot be reached. */
const NETWORK = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/**
 * PostgreSQL error codes of failures after which a retry may succeed: connection, resources, shutdown, deadlock,
 * serialization, read-only server.
 */
const POSTGRES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/;
/** Messages of errors of the package `pg` that have no code. */
const WORDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Errors that PostgreSQL's client threw. Network errors have the same codes in all clients, so without this set, a
 * disconnected browser would look like an unavailable database.
 */
const thrownByPostgres = () => processSingleton("errors-of-postgres", () => new WeakSet<Error>());

/** Runs a call of PostgreSQL's client, and records its error as an error of the database. */
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

/** Converts an error to `unavailable` if the database cannot work right now. Returns null for every other error. */
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
