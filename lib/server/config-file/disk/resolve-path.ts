import "server-only";
import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { AppError } from "@/lib/errors";
import { createFiles, type Disk, type FileOps, isErrno, pathInData } from "./disk";

export interface DiskParts {
  readonly path: string;
  /** DATA_DIR as an absolute path. */
  readonly dataDir: string;
  readonly readOnly: boolean;
  readonly ops: FileOps;
}

export const createDisk = ({ path, dataDir, readOnly, ops }: DiskParts): Disk => ({
  path,
  readOnly,
  target: () => resolveTarget(path),
  journalOf: (target) => pathInData(dataDir, target, "journal"),
  files: createFiles(ops),
  state: { busy: false, plain: null, attributesUnknown: false },
});

/**
 * The file need not exist.
 * @throws AppError `config-unusable` if the links form a loop or a folder cannot be entered
 */
function resolveTarget(path: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    throw new AppError("config-unusable", `${unreachable(path, error)} Nothing was changed.`, {
      cause: error,
    });
  }
}

export function unreachable(path: string, error: unknown): string {
  if (isErrno(error, "ELOOP"))
    return `The symbolic links at ${path} form a loop. Point the links at the file, or correct CONFIG_PATH.`;
  if (isErrno(error, "EACCES"))
    return `The panel's user (uid ${process.geteuid?.()}) is not allowed to enter one of the folders of ${path}. Allow it to enter each folder (chmod +x).`;
  return `The file ${path} cannot be reached (${isErrno(error) ? error.code : String(error)}). Check CONFIG_PATH.`;
}

/** The system reports chains of more than 40 links as loops. */
function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
  const link = linkAt(path);
  if (link === null) return join(/* turbopackIgnore: true */ realFolder(dirname(path)), basename(path));
  // Not `resolve`, because the folder may be a link, and `..` then is the parent of the folder behind it.
  return followLinks(isAbsolute(link) ? link : `${dirname(path)}/${link}`);
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

export const statTarget = (target: string): Stats | null =>
  statSync(target, { throwIfNoEntry: false }) ?? null;

/** Whether the file is in a Kubernetes volume, which the controller rewrites as a whole (`..data`). */
export const isInControlledVolume = (target: string): boolean =>
  target.split("/").some((part) => part.startsWith("..") && part.length > 2);
