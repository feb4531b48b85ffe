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
 * The lock file, created if missing: next to the configuration file, or in DATA_DIR if that folder is not
 * writable. In that case, renaming is impossible too.
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

/** Users who may write the configuration file may take its lock. The lock file stays empty. */
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
    // Users who may only read have no access, because a read lock of one of them would block every save.
    chmodSync(path, like.mode & 0o020 ? 0o660 : 0o600);
  } catch (error) {
    if (!isErrno(error, "EPERM")) throw error;
  }
}

/** Whether the opened lock file is still the one at its path. */
export const isCurrent = ({ path, inode }: OpenLock): boolean => statOrNull(path)?.ino === inode;

/** The metadata of the file at a path; null if there is none. */
export function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
