import "server-only";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { toUnavailableError } from "./unavailable";
import { dialectOf } from "./dialect";
import type { Db } from "./types";

/** How long a result is reused (ms). Anybody may request a check, and each check writes to the disk. */
const goodFor = 1_000;

/** Number of bytes that a check writes: about the size of a small commit. */
const probeBytes = 16 * 1024;

let last: { at: number; db: Db; answer: Promise<string | null> } | undefined;

/**
 * How long to wait for the database (ms). If its server disappeared silently, a query would fail only after a minute.
 */
const answersWithin = 5_000;

/** Runs a small query. Returns the error if the query fails or takes too long, and otherwise null. */
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
 * Why the database cannot store a write right now, as a sentence; null if it can. With SQLite, the check takes and
 * releases the write lock, and writes a few kilobytes next to the file. With PostgreSQL, the result is always null.
 * @param folder the SQLite file's folder
 */
export function whyNotKept(db: Db, folder: string): Promise<string | null> {
  const now = performance.now();
  if (last?.db !== db || now - last.at > goodFor) last = { at: now, db, answer: probe(db, folder) };
  return last.answer;
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
