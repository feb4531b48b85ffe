import "server-only";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FileOps, syncFolder, withFile } from "./file-ops";
import { readAll } from "./read-file";

/** Writes all of `bytes` from `position` on. One call of the operating system may write fewer bytes than requested. */
export async function writeAll(ops: FileOps, fd: number, bytes: Uint8Array, position = 0): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const count = await ops.write(fd, bytes, done, bytes.length - done, position + done);
    if (count <= 0) throw new Error("the system accepted no more bytes");
    done += count;
  }
}

/** @throws Error unless the open file contains exactly `bytes` */
export async function expectContent(ops: FileOps, fd: number, bytes: Uint8Array): Promise<void> {
  if (!(await readAll(ops, fd, bytes.length)).equals(bytes))
    throw new Error("what was written reads back differently");
}

/** A new file name next to `target`, in a form that only this module uses, so that leftover files are recognized. */
const tempName = (target: string): string =>
  join(dirname(target), `.${basename(target)}.panel-${randomBytes(8).toString("hex")}.tmp`);

/**
 * Removes the temp files of interrupted saves. Call this only while holding the lock. Otherwise, this could remove the
 * temp file of a save in progress.
 */
export async function removeStaleTemps(ops: FileOps, target: string): Promise<void> {
  const folder = dirname(target);
  const names = namesIn(folder);
  const [start, pattern] = [`.${basename(target)}.panel-`, /^[0-9a-f]{16}\.tmp$/];
  for (const name of names) {
    if (!name.startsWith(start) || !pattern.test(name.slice(start.length))) continue;
    await ops.unlink(join(folder, name)).catch(() => undefined);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Writes a file durably and atomically: readers see either the old or the new content, even after a power failure.
 * `prepare` may set attributes such as owner and mode. `publish` renames the finished temp file.
 */
export async function writeDurably(
  ops: FileOps,
  target: string,
  bytes: Uint8Array,
  steps: {
    prepare?: (fd: number, temp: string) => Promise<void>;
    publish?: (temp: string) => Promise<void>;
    published?: () => void;
  } = {},
): Promise<void> {
  const temp = tempName(target);
  try {
    await withFile(ops, [temp, "wx+", 0o600], async (fd) => {
      await writeAll(ops, fd, bytes);
      await expectContent(ops, fd, bytes);
      // This runs before the sync, so that one sync makes bytes, owner and mode durable.
      await steps.prepare?.(fd, temp);
      await ops.fsync(fd);
    });
    await (steps.publish ? steps.publish(temp) : ops.rename(temp, target));
  } catch (error) {
    await ops.unlink(temp).catch(() => undefined);
    throw error;
  }
  steps.published?.();
  await syncFolder(ops, dirname(target));
}
