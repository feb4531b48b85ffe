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
import type { Disk, OpenLock } from "./disk";
import { isErrno } from "./file-ops";
import { resolveTarget, statTarget } from "./resolve-path";

/**
 * The path of the lock file, which is created if missing. The file is next to the configuration file, or in DATA_DIR
 * if the configuration file's folder is not writable.
 */
export function lockPath(disk: Disk): string {
  const target = resolveTarget(disk.path);
  const lockPath = join(dirname(target), `.${basename(target)}.lock`);
  try {
    accessSync(dirname(target), constants.W_OK | constants.X_OK);
    makeLockFile(lockPath, target);
    return lockPath;
  } catch (error) {
    if (!isErrno(error)) throw error;
    const name = createHash("sha256").update(target).digest("hex").slice(0, 16);
    mkdirSync(disk.dataDir, { recursive: true, mode: 0o700 });
    const fallback = join(disk.dataDir, `config-${name}.lock`);
    makeLockFile(fallback, target);
    return fallback;
  }
}

/** Creates the empty lock file. Only users who may write the configuration file may take the lock. */
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
    // Users who may only read the configuration file get no access to the lock file, because their read lock would
    // block every save.
    chmodSync(path, like.mode & 0o020 ? 0o660 : 0o600);
  } catch (error) {
    if (!isErrno(error, "EPERM")) throw error;
  }
}

/** Whether the lock file at the path is still the file that was opened. */
export const isCurrent = ({ path, inode }: OpenLock): boolean => statOrNull(path)?.ino === inode;

export function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
