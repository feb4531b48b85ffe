import "server-only";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { dialectOf } from "./queries";
import { sqliteTrouble } from "./sqlite";
import type { Db } from "./tables";

const NETWORK = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/**
 * PostgreSQL error codes of failures after which a retry may succeed: connection, resources, shutdown, deadlock,
 * serialization, read-only server.
 */
const POSTGRES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/;
const WORDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Errors that PostgreSQL's client threw. Network errors have the same codes in all clients. Without this set,
 * a disconnected browser would look like an unavailable database.
 */
const thrownByPostgres = new WeakSet<Error>();

export async function askPostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) thrownByPostgres.add(error);
    throw error;
  }
}

export const isFromPostgres = (error: unknown): boolean =>
  error instanceof Error && thrownByPostgres.has(error);

/** Whether a lock was not free before `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

function isPostgresUnavailable(error: Error): boolean {
  if (!isFromPostgres(error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return NETWORK.test(code) || POSTGRES.test(code) || WORDED.test(error.message);
}

export function toUnavailableError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  if (!isPostgresUnavailable(error) && sqliteTrouble(error) === null) return null;
  const reason = error.message || ("code" in error ? String(error.code) : "");
  return new AppError(
    "unavailable",
    `The database is unavailable (${reason}). Nothing was changed. Check that it is running and has free space. The panel then recovers without a restart.`,
    { cause: error, details: { retryAfter: 5 } },
  );
}

/**
 * How long a result is reused (ms), because anybody can request a check and each check writes to the disk.
 */
const goodFor = 1_000;

const probeBytes = 16 * 1024;

const probes = new WeakMap<Db, { at: number; answer: Promise<string | null> }>();

/**
 * How long to wait for the database (ms). Without this limit, a query to a server that disappeared silently
 * would fail only after a minute.
 */
const answersWithin = 5_000;

export async function databaseFailure(db: Db): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database does not answer.")), answersWithin);
  });
  try {
    await Promise.race([db.selectFrom("meta").select("key").limit(1).execute(), late]);
    return null;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * With SQLite, takes and releases the write lock, and writes a few kilobytes next to the file. With
 * PostgreSQL, always returns null.
 */
export function whyNotKept(db: Db, folder: string): Promise<string | null> {
  const now = performance.now();
  const last = probes.get(db);
  if (last && now - last.at <= goodFor) return last.answer;
  const answer = probe(db, folder);
  probes.set(db, { at: now, answer });
  return answer;
}

async function probe(db: Db, folder: string): Promise<string | null> {
  try {
    // A PostgreSQL server reports write errors itself, and the panel cannot check the server's disk.
    if (dialectOf(db) === "postgres") return null;
    await db.connection().execute(async (connection) => {
      await sql`begin immediate`.execute(connection);
      await sql`rollback`.execute(connection);
    });
    writeProbe(folder);
    return null;
  } catch (error) {
    return inWords(error);
  }
}

function writeProbe(folder: string): void {
  const path = join(folder, ".write-probe");
  try {
    // Random bytes, because some file systems do not allocate space for zeros.
    writeFileSync(path, randomBytes(probeBytes), { mode: 0o600 });
  } finally {
    rmSync(path, { force: true });
  }
}

function inWords(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") {
    return "The disk of the data folder (DATA_DIR) is full. Free some space; the panel then recovers without a restart.";
  }
  return (
    toUnavailableError(error)?.message ??
    `The data folder (DATA_DIR) cannot be written (${code || "unknown error"}). Check its disk and its permissions.`
  );
}
