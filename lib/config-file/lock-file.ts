import "server-only";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  statSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, OpenLock } from "./context";
import { isErrno } from "./file-ops";
import { resolveTarget, statTarget } from "./target";

/**
 * The lock file, made where it is missing: beside the configuration file; where that folder cannot be written, renaming is
 * impossible too and DATA_DIR will do.
 */
export function lockPath(context: Context): string {
  const target = resolveTarget(context.path);
  const beside = join(dirname(target), `.${basename(target)}.lock`);
  try {
    accessSync(dirname(target), constants.W_OK | constants.X_OK);
    makeLockFile(beside, target);
    return beside;
  } catch (error) {
    if (!isErrno(error)) throw error;
    const name = createHash("sha256").update(target).digest("hex").slice(0, 16);
    mkdirSync(context.dataDir, { recursive: true, mode: 0o700 });
    const fallback = join(context.dataDir, `config-${name}.lock`);
    makeLockFile(fallback, target);
    return fallback;
  }
}

/** Whoever may write the configuration file may take its lock. The lock file stays empty. */
function makeLockFile(path: string, target: string): void {
  if (statOrNull(path)) return;
  const like = statTarget(target);
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (isErrno(error, "EEXIST")) return;
    throw error;
  }
  if (!like) return;
  try {
    chownSync(path, like.uid, like.gid);
    // Not for those who may only read: a read lock of theirs would keep everybody from saving.
    chmodSync(path, like.mode & 0o020 ? 0o660 : 0o600);
  } catch (error) {
    if (!isErrno(error, "EPERM")) throw error;
  }
}

/** Whether the lock file that was opened is still the one at its path. */
export const isCurrent = ({ path, inode }: OpenLock): boolean => statOrNull(path)?.ino === inode;

/** What is at a path; null where nothing is. */
export function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
