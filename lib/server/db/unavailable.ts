import "server-only";
import { AppError } from "@/lib/errors";
import { sqliteTrouble } from "./sqlite";

/** Network error codes for a server that cannot be reached. */
const NETWORK = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** PostgreSQL error codes: connection, resources and shutdown, deadlock and serialization (a retry may succeed). */
const POSTGRES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/;
/** Messages of errors to which pg and its pool give no code. */
const WORDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Turns an error that means that the database cannot work now into `unavailable`. Null for every other error, which is
 * a bug.
 */
export function toUnavailableError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  const away = NETWORK.test(code) || POSTGRES.test(code) || WORDED.test(error.message);
  if (!away && sqliteTrouble(error) === null) return null;
  return new AppError(
    "unavailable",
    `The database does not work (${error.message || code}). Nothing was changed. Check that it is running and has space; the panel then recovers without a restart.`,
    { cause: error },
  );
}
