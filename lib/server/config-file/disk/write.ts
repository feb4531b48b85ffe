import "server-only";
import { readFileSync, type Stats } from "node:fs";
import { copyAttributes, rememberAttributes } from "./attributes";
import { type Disk, type FileOps, isErrno, readAll, readFlags, removeStaleTemps, writeDurably } from "./disk";
import { writeInPlace } from "./in-place";
import { absent, etagOf } from "../version";
import { inPlaceReason, resolveTarget, statTarget } from "./resolve-path";
import { BaseChanged, writeError } from "./write-error";

/**
 * Replaces the file with `bytes` if the file still has the etag `base` (`absent` if there was no file).
 * Follows symbolic links, and preserves mode, owner and attributes. The caller must hold the lock. Awaits
 * `guard` before the new version becomes visible.
 * @returns content that another program wrote to the old file right before the rename; otherwise null
 * @throws BaseChanged; AppError `config-write-failed`, which describes the state of the file now
 */
export async function writeConfigFile(
  disk: Disk,
  guard: () => Promise<void>,
  base: string,
  bytes: Buffer,
): Promise<Buffer | null> {
  const target = resolveTarget(disk.path);
  const original = statTarget(target);
  const inPlace = () => writeInPlace(disk, { target, base, bytes, guard }).then(() => null);
  if (original && inPlaceReason(disk, target, original)) return inPlace();
  let published = false;
  let plain = false;
  let overtaken: Buffer | null = null;
  try {
    await writeDurably(disk.ops, target, bytes, {
      prepare: async (fd, temp) => {
        if (!original) return;
        await copyOwnerAndMode(disk.ops, fd, original);
        plain = await copyAttributes(disk, target, temp);
      },
      publish: async (temp) => {
        await guard();
        overtaken = await (base === absent
          ? publishNew(disk.ops, temp, target)
          : replace(disk.ops, temp, target, base));
        published = true;
        rememberAttributes(disk, target, plain);
      },
    });
    return overtaken;
  } catch (error) {
    if (error instanceof BaseChanged) throw error;
    if (isErrno(error, "EBUSY") && !published) {
      disk.state.busy = true;
      return inPlace();
    }
    // The first attempt to remove the temp file may have failed, so try again.
    await removeStaleTemps(disk.ops, target);
    throw writeError(error, target, published || holds(target, bytes) ? "changed" : "unchanged");
  }
}

/** Some file systems report an error although a rename succeeded. */
function holds(target: string, bytes: Buffer): boolean {
  try {
    return readFileSync(target).equals(bytes);
  } catch {
    return false;
  }
}

/** Sets the owner first, because changing the owner clears special mode bits. */
async function copyOwnerAndMode(ops: FileOps, fd: number, original: Stats): Promise<void> {
  const stat = await ops.fstat(fd);
  if (stat.uid !== original.uid || stat.gid !== original.gid) await ops.chown(fd, original.uid, original.gid);
  const mode = original.mode & 0o7777;
  // FAT and some network file systems give all files the same mode, and setting it would fail.
  if (((await ops.fstat(fd)).mode & 0o7777) !== mode) await ops.chmod(fd, mode);
}

/** Unlike a rename, this fails if somebody has created a file with this name in the meantime. */
async function publishNew(ops: FileOps, temp: string, target: string): Promise<null> {
  try {
    await ops.link(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw new BaseChanged();
    if (!isErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    // The file system has no hard links, so the lock and this check must suffice.
    if (statTarget(target)) throw new BaseChanged();
    await ops.rename(temp, target);
    return null;
  }
  await ops.unlink(temp).catch(() => undefined);
  return null;
}

/**
 * Another program may write to the old file between these two steps. So the old file stays open and is read
 * again after the rename.
 * @returns the content that another program wrote in between; otherwise null
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
