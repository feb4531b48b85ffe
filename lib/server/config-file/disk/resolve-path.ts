import "server-only";
import {
  accessSync,
  constants,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { AppError } from "@/lib/errors";
import { type Disk, folderAtPath, isErrno } from "./disk";

/** A longer chain of links counts as a loop, as in the Linux kernel. */
const maxLinks = 40;

/**
 * The file need not exist.
 * @throws AppError `config-unusable` if the links form a loop or a folder cannot be entered
 */
export function resolveTarget(path: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    throw new AppError("config-unusable", `${unreachable(path, error)} Nothing was changed.`, {
      cause: error,
    });
  }
}

function unreachable(path: string, error: unknown): string {
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

/**
 * Whether the file is a mount point, as with a bind mount of a single file in a container. Such a file cannot be
 * replaced by renaming, so it must be written in place.
 */
export function isMountPoint(target: string): boolean {
  return mountTable()
    .split("\n")
    .some((line) => unescapeMount(line.split(" ")[4] ?? "") === target);
}

/**
 * Returns why a save must write the file in place; null if a save can replace the file by renaming. After a
 * rename, other hard links would still refer to the old version.
 */
export function inPlaceReason(disk: Disk, target: string, stat: Stats): "mount" | "links" | "owner" | null {
  if (disk.state.busy || isMountPoint(target)) return "mount";
  if (stat.nlink > 1) return "links";
  return wouldChangeOwner(stat) ? "owner" : null;
}

function mountTable(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    // Only Linux has this file. On other systems, a rename that fails with EBUSY reveals a mount point.
    return "";
  }
}

const unescapeMount = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));

export function readOnlyReason(disk: Disk): string | null {
  if (disk.readOnly) {
    return "CONFIG_READONLY is set, so the panel saves nothing. Prepare changes and take them away as a patch, or unset it and restart the panel.";
  }
  try {
    const target = resolveTarget(disk.path);
    const now = statTarget(target);
    if (now?.isDirectory()) return folderAtPath;
    if (now && !now.isFile()) return "CONFIG_PATH is not a regular file. Set it to the path of a file.";
    if (now) {
      const reason = accessProblem(target, constants.W_OK, "file");
      if (reason) return reason;
    }
    const reason = accessProblem(dirname(target), constants.W_OK | constants.X_OK, "folder");
    // An in-place write creates no file in the folder, so the folder need not be writable.
    return reason && now && inPlaceReason(disk, target, now) ? null : reason;
  } catch (error) {
    return error instanceof AppError ? error.message : unreachable(disk.path, error);
  }
}

function accessProblem(path: string, mode: number, what: "file" | "folder"): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    if (isErrno(error, "ENOENT"))
      return `The ${what} ${path} does not exist. Create it, or correct CONFIG_PATH.`;
    if (isErrno(error, "EROFS")) {
      return `The ${what} ${path} is on a read-only file system. Mount it as writable to edit settings.`;
    }
    const why = what === "folder" ? " Each save writes a new file in that folder and renames it." : "";
    return `The panel's user (uid ${process.geteuid?.()}) is not allowed to write the ${what} ${path}.${why} Give it write permission to edit settings.`;
  }
}

/**
 * Whether a new file would not belong to the same user and group, because only root can give a file to another user, or
 * to a group that the panel's user is not in.
 */
function wouldChangeOwner({ uid, gid }: Stats): boolean {
  const me = process.geteuid?.() ?? 0;
  if (me === 0) return false;
  return uid !== me || ![process.getegid?.() ?? 0, ...(process.getgroups?.() ?? [])].includes(gid);
}

/** Whether the file is in a Kubernetes volume, which the controller rewrites as a whole (`..data`). */
export const isInControlledVolume = (target: string): boolean =>
  target.split("/").some((part) => part.startsWith("..") && part.length > 2);
