import "server-only";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import {
  type Disk,
  expectContent,
  type FileOps,
  isErrno,
  pathInData,
  readAll,
  readFlags,
  removeStaleTemps,
  syncFolder,
  withFile,
  writeAll,
  writeDurably,
} from "./disk";
import { etagOf } from "../version";
import { resolveTarget } from "./resolve-path";
import { BaseChanged, writeError } from "./write-error";

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
  return existsSync(pathInData(disk, resolveTarget(disk.path), "journal"));
}

/** @throws BaseChanged; AppError `config-write-failed` */
export async function writeInPlace(disk: Disk, { target, base, bytes, guard }: Plan): Promise<void> {
  const { ops } = disk;
  const journal = pathInData(disk, target, "journal");
  let touched = false;
  try {
    const old = await withFile(ops, [target, readFlags], (fd) => readAll(ops, fd, 0));
    if (etagOf(old) !== base) throw new BaseChanged();
    const entry = { target, old: old.toString("base64"), new: bytes.toString("base64") };
    await writeDurably(ops, journal, Buffer.from(JSON.stringify(entry)));
    await guard();
    await withFile(ops, [target, "r+"], async (fd) => {
      if (etagOf(await readAll(ops, fd, old.length)) !== base) throw new BaseChanged();
      touched = true;
      await overwrite(ops, fd, old, bytes);
    });
  } catch (error) {
    if (touched && !(await rollBack(ops, target, base, journal)))
      throw writeError(error, target, "interrupted");
    await dropJournal(ops, journal);
    if (error instanceof BaseChanged) throw error;
    throw writeError(error, target, "unchanged");
  }
  await dropJournal(ops, journal);
}

/**
 * Writes the part beyond the end of the old version first. So a full disk causes an error before any old byte
 * is overwritten.
 */
async function overwrite(ops: FileOps, fd: number, old: Buffer, bytes: Buffer): Promise<void> {
  if (bytes.length > old.length) {
    await writeAll(ops, fd, bytes.subarray(old.length), old.length);
    await ops.fsync(fd);
  }
  await writeAll(ops, fd, bytes.subarray(0, old.length));
  if (bytes.length < old.length) await ops.truncate(fd, bytes.length);
  await expectContent(ops, fd, bytes);
  await ops.fsync(fd);
}

/** Returns false if restoring fails, too. The journal must then remain. */
async function rollBack(ops: FileOps, target: string, base: string, journal: string): Promise<boolean> {
  try {
    const entry = await readJournal(ops, journal);
    if (!entry || etagOf(entry.old) !== base) return false;
    await finish(ops, target, entry.old);
    return true;
  } catch {
    return false;
  }
}

async function finish(ops: FileOps, target: string, bytes: Buffer): Promise<void> {
  await withFile(ops, [target, "r+"], async (fd) => {
    await writeAll(ops, fd, bytes);
    await ops.truncate(fd, bytes.length);
    await expectContent(ops, fd, bytes);
    await ops.fsync(fd);
  });
}

async function readJournal(ops: FileOps, journal: string): Promise<{ old: Buffer; new: Buffer } | null> {
  try {
    const text = await withFile(ops, [journal, readFlags], (fd) => readAll(ops, fd, 0));
    const entry = journalSchema.parse(JSON.parse(text.toString("utf8")));
    return { old: Buffer.from(entry.old, "base64"), new: Buffer.from(entry.new, "base64") };
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

async function dropJournal(ops: FileOps, journal: string): Promise<void> {
  try {
    await ops.unlink(journal);
    await syncFolder(ops, dirname(journal));
  } catch {
    // `repairInterrupted` removes the journal later. Until then, the journal is harmless, because
    // `repairInterrupted` changes only a half-written file.
  }
}

/**
 * Finishes an interrupted in-place write if the file is a mixture of the old and the new version. Any other
 * file stays unchanged: its write was completed, or another program wrote the file. The caller must hold the
 * lock.
 */
export async function repairInterrupted(disk: Disk, target: string): Promise<void> {
  const journal = pathInData(disk, target, "journal");
  await removeStaleTemps(disk.ops, journal);
  if (!existsSync(journal)) return;
  const entry = await readJournal(disk.ops, journal);
  if (!entry) return;
  const now = await withFile(disk.ops, [target, readFlags], (fd) => readAll(disk.ops, fd, 0));
  if (isMixture(now, entry.old, entry.new)) await finish(disk.ops, target, entry.new);
  await dropJournal(disk.ops, journal);
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
