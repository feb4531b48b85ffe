import "server-only";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import {
  type Db,
  dialectOf,
  disconnectSqlite,
  isLockTimeout,
  SqliteConnection,
  sqliteTrouble,
} from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { isErrno, pathInData } from "./disk";
import { statTarget } from "./resolve-path";

/*
 * Three locks prevent concurrent saves. A save takes them in this order:
 *
 * - a queue within the process
 * - an advisory lock in PostgreSQL between replicas, which get their turns in order
 * - a kernel lock between the processes of a machine
 *
 * The kernel lock is an exclusive SQLite transaction on an empty file next to the configuration file. Panels
 * with different data folders therefore use the same lock. No lock is ever stale, because the kernel releases
 * a lock when its holder ends.
 */

interface LockParts {
  readonly target: () => string;
  readonly dataDir: string;
  readonly db: Db;
  /** Has connections of its own, because a save holds one while it waits for its turn. Default: `db`. */
  readonly locks?: Db | undefined;
  readonly fileId: () => Promise<number>;
}

interface OpenLock {
  readonly path: string;
  /** -1 if somebody deleted the file before it was opened. */
  readonly inode: number;
  readonly database: SqliteConnection;
}

export interface HeldLock {
  /** @throws AppError if the lock was lost, because the lock file was deleted or the database connection broke */
  assertHeld(): Promise<void>;
}

/** How long a save waits for other saves before it fails (ms). */
const timeoutMs = 30_000;

export type Lock = ReturnType<typeof createLock>;

export function createLock({ target, dataDir, db, locks = db, fileId }: LockParts) {
  let queue: Promise<unknown> = Promise.resolve();
  let last: OpenLock | null = null;

  function hold<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const run = queue.then(() =>
      withAdvisoryLock(async (advisory) => {
        const held = await acquire();
        try {
          return await work({
            assertHeld: async () => {
              if (!isCurrent(held)) throw lost();
              await advisory.assertHeld();
            },
          });
        } finally {
          held.database.rollback();
        }
      }),
    );
    queue = run.catch(() => undefined);
    return run;
  }

  /** The lock belongs to the database connection, and is lost if the connection breaks. */
  async function withAdvisoryLock<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    if (dialectOf(db) !== "postgres") return work({ assertHeld: () => Promise.resolve() });
    const key = advisoryKey(await fileId());
    return locks.connection().execute(async (connection) => {
      await sql`select set_config('lock_timeout', ${String(timeoutMs)}, false)`.execute(connection);
      try {
        await sql`select pg_advisory_lock(${key}::bigint)`.execute(connection);
      } catch (error) {
        throw isLockTimeout(error) ? busy() : error;
      }
      try {
        return await work({
          assertHeld: async () => {
            await sql`select 1`.execute(connection).catch(() => Promise.reject(lost()));
          },
        });
      } finally {
        // If the unlock fails, the connection is broken, so PostgreSQL has already released the lock.
        await sql`select pg_advisory_unlock(${key}::bigint), set_config('lock_timeout', '0', false)`
          .execute(connection)
          .catch(() => undefined);
      }
    });
  }

  /** The pauses are random, so that each process gets a turn. */
  async function acquire(): Promise<OpenLock> {
    const lockPath = lockPathOf(target(), dataDir);
    const end = performance.now() + timeoutMs;
    for (;;) {
      if (last?.path !== lockPath) close();
      const lock = (last ??= open(lockPath));
      const isTaken = begin(lock);
      // If somebody deleted or replaced the lock file, other processes will lock the new file, and this lock does not
      // exclude them.
      if (!isCurrent(lock)) close();
      else if (isTaken) return lock;
      if (performance.now() > end) throw busy();
      await wait(1 + Math.random() * 8);
    }
  }

  function close(): void {
    if (last) disconnectSqlite(last.database);
    last = null;
  }

  return { hold, close };
}

function open(path: string): OpenLock {
  const inode = inodeOf(path) ?? -1;
  try {
    return { path, inode, database: new SqliteConnection(path, { busyTimeout: 0 }) };
  } catch (error) {
    throw unusableLock(path, error);
  }
}

function begin({ database, path }: OpenLock): boolean {
  try {
    // Nothing is ever committed, so no journal file is needed.
    database.exec("pragma journal_mode = memory; begin exclusive");
    return true;
  } catch (error) {
    if (sqliteTrouble(error) === "busy") return false;
    throw unusableLock(path, error);
  }
}

function unusableLock(path: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    "config-write-failed",
    `The lock file ${path} cannot be used (${reason}). Make it writable for the panel's user. Nothing was changed.`,
    { cause },
  );
}

/** It does not depend on the path, because replicas may have the file at different paths. */
export const advisoryKey = (file: number): string =>
  createHash("sha256").update(`instance-admin config ${file}`).digest().readBigInt64BE(0).toString();

const busy = () =>
  new AppError(
    "unavailable",
    "Another process has been saving the configuration file for 30 seconds. Nothing was changed. Try again; if this happens again, look for a panel process that hangs.",
  );

const lost = () =>
  new AppError(
    "config-write-failed",
    "The lock of the configuration file was lost while saving. Nothing was changed. Save again.",
  );

/**
 * The lock file is next to the configuration file, or in DATA_DIR if the configuration file's folder is not
 * writable.
 */
function lockPathOf(target: string, dataDir: string): string {
  const lockPath = join(dirname(target), `.${basename(target)}.lock`);
  try {
    fs.accessSync(dirname(target), fs.constants.W_OK | fs.constants.X_OK);
    makeLockFile(lockPath, target);
    return lockPath;
  } catch {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fallback = pathInData(dataDir, target, "lock");
    makeLockFile(fallback, target);
    return fallback;
  }
}

/** Only users who may write the configuration file may take the lock. */
function makeLockFile(path: string, target: string): void {
  if (inodeOf(path) !== undefined) return;
  const like = statTarget(target);
  try {
    fs.closeSync(fs.openSync(path, "wx", 0o600));
  } catch (error) {
    if (isErrno(error, "EEXIST")) return;
    throw error;
  }
  if (!like) return;
  try {
    fs.chownSync(path, like.uid, like.gid);
    // Users who may only read the configuration file get no access to the lock file, because their read lock would
    // block every save.
    fs.chmodSync(path, like.mode & 0o020 ? 0o660 : 0o600);
  } catch {
    // Only root may give the file to another user, and only to a user that the container knows.
  }
}

const isCurrent = ({ path, inode }: OpenLock): boolean => inodeOf(path) === inode;

const inodeOf = (path: string): number | undefined => fs.statSync(path, { throwIfNoEntry: false })?.ino;
