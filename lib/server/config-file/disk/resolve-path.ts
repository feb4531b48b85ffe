import "server-only";
import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
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

/** A longer chain of links counts as a loop, as in the Linux kernel. */
const maxLinks = 40;

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

function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < maxLinks; links += 1) {
    try {
      return realpathSync.native(at);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw error;
    }
    const link = linkAt(at);
    if (link === null) return join(/* turbopackIgnore: true */ realFolder(dirname(at)), basename(at));
    at = resolve(dirname(at), link);
  }
  return at;
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isErrno(error, "ENOENT", "EINVAL", "ENOTDIR")) return null;
    throw error;
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return path;
    throw error;
  }
}

export function statTarget(target: string): Stats | null {
  try {
    return statSync(target);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

/** Whether the file is in a Kubernetes volume, which the controller rewrites as a whole (`..data`). */
export const isInControlledVolume = (target: string): boolean =>
  target.split("/").some((part) => part.startsWith("..") && part.length > 2);
