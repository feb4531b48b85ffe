import "server-only";
import fs, { constants, existsSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { copyAttributes, rememberAttributes } from "./attributes";
import { type Disk, type Files, folderAtPath, isErrno, readFlags } from "./disk";
import { absent, etagOf } from "../version";
import { statTarget, unreachable } from "./resolve-path";

export function readOnlyReason(disk: Disk): string | null {
  if (disk.readOnly) {
    return "CONFIG_READONLY is set, so the panel saves nothing. Prepare changes and take them away as a patch, or unset it and restart the panel.";
  }
  try {
    const target = disk.target();
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
    fs.accessSync(path, mode);
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
 * Returns why a save must write the file in place; null if a save can replace the file by renaming. After a
 * rename, other hard links would still refer to the old version.
 */
export function inPlaceReason(disk: Disk, target: string, stat: Stats): "mount" | "links" | "owner" | null {
  if (disk.state.busy || isMountPoint(target)) return "mount";
  if (stat.nlink > 1) return "links";
  return wouldChangeOwner(stat) ? "owner" : null;
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

function mountTable(): string {
  try {
    return fs.readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    // Only Linux has this file. On other systems, a rename that fails with EBUSY reveals a mount point.
    return "";
  }
}

const unescapeMount = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));

/**
 * Whether a new file would not belong to the same user and group, because only root can give a file to another user, or
 * to a group that the panel's user is not in.
 */
function wouldChangeOwner({ uid, gid }: Stats): boolean {
  const me = process.geteuid?.() ?? 0;
  if (me === 0) return false;
  return uid !== me || ![process.getegid?.() ?? 0, ...(process.getgroups?.() ?? [])].includes(gid);
}

/**
 * Replaces the file with `bytes` if the file still has the etag `base` (`absent` if there was no file).
 * Follows symbolic links, and preserves mode, owner and attributes. The caller must hold the lock. Awaits
 * `guard` before the new version becomes visible.
 * @returns the new file, unless somebody has already removed it; and as `overtaken`, content that another program wrote
 *   to the old file right before the rename
 * @throws BaseChanged; AppError `config-write-failed`, which describes the state of the file now
 */
export async function writeConfigFile(
  disk: Disk,
  guard: () => Promise<void>,
  base: string,
  bytes: Buffer,
): Promise<{ stat: Stats | null; overtaken: Buffer | null }> {
  const target = disk.target();
  const original = statTarget(target);
  const inPlace = async () => {
    await writeInPlace(disk, { target, base, bytes, guard });
    return { stat: statTarget(target), overtaken: null };
  };
  if (original && inPlaceReason(disk, target, original)) return inPlace();
  let published = false;
  let plain = false;
  let overtaken: Buffer | null = null;
  try {
    await disk.files.writeDurably(target, bytes, {
      prepare: async (fd, temp) => {
        if (!original) return;
        await copyOwnerAndMode(disk.files, fd, original);
        plain = await copyAttributes(disk, target, temp);
      },
      publish: async (temp) => {
        await guard();
        overtaken = await (base === absent
          ? publishNew(disk.files, temp, target)
          : replace(disk.files, temp, target, base));
        published = true;
        rememberAttributes(disk, target, plain);
      },
    });
    return { stat: statTarget(target), overtaken };
  } catch (error) {
    if (error instanceof BaseChanged) throw error;
    if (isErrno(error, "EBUSY") && !published) {
      disk.state.busy = true;
      return inPlace();
    }
    // The first attempt to remove the temp file may have failed, so try again.
    await disk.files.removeStaleTemps(target);
    throw writeError(error, target, published || holds(target, bytes) ? "changed" : "unchanged");
  }
}

/** Some file systems report an error although a rename succeeded. */
function holds(target: string, bytes: Buffer): boolean {
  try {
    return fs.readFileSync(target).equals(bytes);
  } catch {
    return false;
  }
}

/** Sets the owner first, because changing the owner clears special mode bits. */
async function copyOwnerAndMode(files: Files, fd: number, original: Stats): Promise<void> {
  const stat = await files.fstat(fd);
  if (stat.uid !== original.uid || stat.gid !== original.gid)
    await files.chown(fd, original.uid, original.gid);
  const mode = original.mode & 0o7777;
  // FAT and some network file systems give all files the same mode, and setting it would fail.
  if (((await files.fstat(fd)).mode & 0o7777) !== mode) await files.chmod(fd, mode);
}

/** Unlike a rename, this fails if somebody has created a file with this name in the meantime. */
async function publishNew(files: Files, temp: string, target: string): Promise<null> {
  try {
    await files.link(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw new BaseChanged();
    if (!isErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    // The file system has no hard links, so the lock and this check must suffice.
    if (statTarget(target)) throw new BaseChanged();
    await files.rename(temp, target);
    return null;
  }
  await files.unlink(temp).catch(() => undefined);
  return null;
}

/**
 * Another program may write to the old file between these two steps. So the old file stays open and is read
 * again after the rename.
 * @returns the content that another program wrote in between; otherwise null
 */
async function replace(files: Files, temp: string, target: string, base: string): Promise<Buffer | null> {
  const old = await openOld(files, target);
  try {
    if (etagOf(await files.readAll(old, 0)) !== base) throw new BaseChanged();
    await files.rename(temp, target);
    const after = await files.readAll(old, 0).catch(() => null);
    return after && etagOf(after) !== base ? after : null;
  } finally {
    await files.close(old).catch(() => undefined);
  }
}

async function openOld(files: Files, target: string): Promise<number> {
  try {
    return await files.open(target, readFlags);
  } catch (error) {
    if (isErrno(error, "ENOENT")) throw new BaseChanged();
    throw error;
  }
}

/*
 * A bind-mounted file cannot be replaced by renaming, so a save overwrites its bytes. Readers can see a
 * half-written file. Before the first byte changes, the old and the new version are stored durably in
 * DATA_DIR (the journal). With the journal, the next holder of the lock can finish an interrupted write.
 */

interface Plan {
  readonly target: string;
  readonly base: string;
  readonly bytes: Buffer;
  readonly guard: () => Promise<void>;
}

const journalSchema = z.object({ target: z.string(), old: z.base64(), new: z.base64() });

export function journalExists(disk: Disk): boolean {
  return existsSync(disk.journalOf(disk.target()));
}

/** @throws BaseChanged; AppError `config-write-failed` */
async function writeInPlace(disk: Disk, { target, base, bytes, guard }: Plan): Promise<void> {
  const { files } = disk;
  const journal = disk.journalOf(target);
  let overwritten: Buffer | null = null;
  try {
    const old = await files.contentOf(target);
    if (etagOf(old) !== base) throw new BaseChanged();
    const entry = { target, old: old.toString("base64"), new: bytes.toString("base64") };
    await files.writeDurably(journal, Buffer.from(JSON.stringify(entry)));
    await guard();
    await files.withFile([target, "r+"], async (fd) => {
      if (etagOf(await files.readAll(fd, old.length)) !== base) throw new BaseChanged();
      overwritten = old;
      await overwrite(files, fd, old, bytes);
    });
  } catch (error) {
    // If the old version cannot be restored, the journal must remain.
    const isRestored =
      overwritten === null ||
      (await finish(files, target, overwritten).then(
        () => true,
        () => false,
      ));
    if (!isRestored) throw writeError(error, target, "interrupted");
    await dropJournal(files, journal);
    if (error instanceof BaseChanged) throw error;
    throw writeError(error, target, "unchanged");
  }
  await dropJournal(files, journal);
}

/**
 * Writes the part beyond the end of the old version first. So a full disk causes an error before any old byte
 * is overwritten.
 */
async function overwrite(files: Files, fd: number, old: Buffer, bytes: Buffer): Promise<void> {
  if (bytes.length > old.length) {
    await files.writeAll(fd, bytes.subarray(old.length), old.length);
    await files.fsync(fd);
  }
  await files.writeAll(fd, bytes.subarray(0, old.length));
  await files.truncate(fd, bytes.length);
  await files.expectContent(fd, bytes);
  await files.fsync(fd);
}

async function finish(files: Files, target: string, bytes: Buffer): Promise<void> {
  await files.withFile([target, "r+"], async (fd) => {
    await files.writeAll(fd, bytes);
    await files.truncate(fd, bytes.length);
    await files.expectContent(fd, bytes);
    await files.fsync(fd);
  });
}

async function dropJournal(files: Files, journal: string): Promise<void> {
  try {
    await files.unlink(journal);
    await files.syncFolder(dirname(journal));
  } catch {
    // `repairInterrupted` removes the journal later. Until then, the journal is harmless, because
    // `repairInterrupted` changes only a half-written file.
  }
}

/** Finishes an interrupted in-place write, and removes temp files. The caller must hold the lock. */
export async function cleanUp(disk: Disk): Promise<void> {
  const target = disk.target();
  await repairInterrupted(disk, target).catch(() => undefined);
  await disk.files.removeStaleTemps(target);
}

/**
 * Finishes the write if the file is a mixture of the old and the new version. Any other file stays unchanged:
 * its write was completed, or another program wrote the file.
 */
async function repairInterrupted({ files, journalOf }: Disk, target: string): Promise<void> {
  const journal = journalOf(target);
  await files.removeStaleTemps(journal);
  if (!existsSync(journal)) return;
  const entry = journalSchema.parse(JSON.parse(String(await files.contentOf(journal))));
  const [old, next] = [Buffer.from(entry.old, "base64"), Buffer.from(entry.new, "base64")];
  if (isMixture(await files.contentOf(target), old, next)) await finish(files, target, next);
  await dropJournal(files, journal);
}

/**
 * Whether the file is neither the old nor the new version, but each byte belongs to one of them or is zero.
 * Zeros come from blocks that did not reach the disk before a power failure.
 */
function isMixture(now: Buffer, old: Buffer, next: Buffer): boolean {
  if (now.equals(old) || now.equals(next)) return false;
  if (now.length > Math.max(old.length, next.length) || now.length < Math.min(old.length, next.length))
    return false;
  return now.every((byte, index) => byte === 0 || byte === old[index] || byte === next[index]);
}

type Aftermath = "unchanged" | "changed" | "interrupted";

const aftermathText: Record<Aftermath, string> = {
  unchanged: "The file was not changed.",
  changed: "The new version is in place, but the disk did not confirm that it is stored safely.",
  interrupted:
    "The file may be incomplete. Both versions are stored in the panel's data folder, and the panel repairs the file at its next start or save.",
};

const known: Readonly<Record<string, (target: string) => readonly [reason: string, advice: string]>> = {
  ENOSPC: () => ["The disk is full.", "Free some space and save again."],
  EDQUOT: () => ["The disk quota of the panel's user is used up.", "Free some space and save again."],
  EROFS: (target) => [`${target} is on a read-only file system.`, "Mount it as writable and save again."],
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: noHandles,
  ENFILE: noHandles,
  EIO: () => ["The disk reported an input/output error.", "Check the disk before you save again."],
};

function notAllowed(target: string) {
  return [
    `The panel's user (uid ${process.geteuid?.()}) is not allowed to write ${target}, or to preserve its owner.`,
    "Correct the permissions of the file and its folder and save again.",
  ] as const;
}

function noHandles() {
  return [
    "The system has no file handles left.",
    "Raise the limit of open files (ulimit -n) and save again.",
  ] as const;
}

function writeError(error: unknown, target: string, aftermath: Aftermath): AppError {
  if (error instanceof AppError) return error;
  const code = isErrno(error) ? error.code : "unknown";
  const cause = isErrno(error) ? ` (${code})` : `: ${error instanceof Error ? error.message : String(error)}`;
  const [reason, advice] = known[code]?.(target) ?? [
    `Writing ${target} failed${cause}.`,
    "Check the disk and the permissions, and save again.",
  ];
  return new AppError("config-write-failed", `${reason} ${aftermathText[aftermath]} ${advice}`, {
    details: { reason: code, aftermath },
    cause: error,
  });
}

/** Thrown if the file is no longer the version that the save is based on. Nothing was written. */
export class BaseChanged extends Error {}
