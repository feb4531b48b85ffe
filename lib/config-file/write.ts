import "server-only";
import { readFileSync, type Stats } from "node:fs";
import type { Context } from "./context";
import { type FileOps, isErrno } from "./file-ops";
import { writeInPlace } from "./in-place";
import { etagOf } from "./parse";
import { readAll, readFlags } from "./read-file";
import { isMountPoint, resolveTarget, statTarget } from "./target";
import { absent, BaseChanged, type Written } from "./write-outcome";
import { removeStaleTemps, writeDurably } from "./write-bytes";
import { writeError } from "./write-error";

/**
 * Replaces the file by `bytes`, if it still is the version `base` (an etag, or `absent`) immediately before. Follows
 * symbolic links and keeps mode and owner. Needs the lock; `guard` is awaited before anybody can see the new version.
 * @throws BaseChanged; AppError `config-write-failed` that says what the file holds now
 */
export async function writeConfigFile(
  context: Context,
  guard: () => Promise<void>,
  base: string,
  bytes: Buffer,
): Promise<Written> {
  const target = resolveTarget(context.path);
  const original = statTarget(target);
  if (original && isMountPoint(context, target)) {
    return writeInPlace(context, { target, base, bytes, guard });
  }
  let published = false;
  let overtaken: Buffer | null = null;
  try {
    await writeDurably(context.ops, target, bytes, {
      prepare: async (fd) => {
        if (original) await keepOwnerAndMode(context.ops, fd, original);
      },
      publish: async (temp) => {
        await guard();
        overtaken = await publish(context.ops, temp, target, base);
      },
      published: () => void (published = true),
    });
    return { way: "rename", overtaken };
  } catch (error) {
    if (error instanceof BaseChanged) throw error;
    if (isErrno(error, "EBUSY") && !published) {
      context.state.busy = true;
      return writeInPlace(context, { target, base, bytes, guard });
    }
    // A temp file that could not be removed a moment ago may well be removable now.
    await removeStaleTemps(context.ops, target);
    throw writeError(error, target, published || holds(target, bytes) ? "changed" : "unchanged");
  }
}

/** Some file systems report an error for a rename that has happened. */
function holds(target: string, bytes: Buffer): boolean {
  try {
    return readFileSync(target).equals(bytes);
  } catch {
    return false;
  }
}

/** Owner first: changing it clears special mode bits. */
async function keepOwnerAndMode(ops: FileOps, fd: number, original: Stats): Promise<void> {
  const made = await ops.fstat(fd);
  if (made.uid !== original.uid || made.gid !== original.gid) await ops.chown(fd, original.uid, original.gid);
  const mode = original.mode & 0o7777;
  // Where every file has the same mode (FAT, some network mounts), changing it is an error.
  if (((await ops.fstat(fd)).mode & 0o7777) !== mode) await ops.chmod(fd, mode);
}

async function publish(ops: FileOps, temp: string, target: string, base: string): Promise<Buffer | null> {
  if (base === absent) {
    await publishNew(ops, temp, target);
    return null;
  }
  return replace(ops, temp, target, base);
}

/** A hard link fails when the name has appeared meanwhile; a rename would replace what appeared. */
async function publishNew(ops: FileOps, temp: string, target: string): Promise<void> {
  try {
    await ops.link(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw new BaseChanged();
    if (!isErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    // A file system without hard links: the lock and the check just before have to do.
    if (statTarget(target)) throw new BaseChanged();
    return ops.rename(temp, target);
  }
  await ops.unlink(temp).catch(() => undefined);
}

/**
 * Checks the base and renames in one breath. The old file stays open meanwhile and is read once more afterwards:
 * another program that wrote it between our check and our rename is noticed, and its version is not lost.
 */
async function replace(ops: FileOps, temp: string, target: string, base: string): Promise<Buffer | null> {
  const old = await openOld(ops, target);
  try {
    if (etagOf(await readAll(ops, old, 0)) !== base) throw new BaseChanged();
    await ops.rename(temp, target);
    const after = await readAll(ops, old, 0).catch(() => null);
    return after && etagOf(after) !== base ? after : null;
  } finally {
    await ops.close(old).catch(() => undefined);
  }
}

async function openOld(ops: FileOps, target: string): Promise<number> {
  try {
    return await ops.open(target, readFlags);
  } catch (error) {
    if (isErrno(error, "ENOENT")) throw new BaseChanged();
    throw error;
  }
}
