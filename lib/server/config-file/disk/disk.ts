import "server-only";
import { createHash, randomBytes } from "node:crypto";
import fs, { constants, readdirSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { maxBytes, tooLarge } from "../version";

export interface Disk {
  /** CONFIG_PATH as an absolute path. May be a symbolic link. */
  readonly path: string;
  readonly readOnly: boolean;
  /** The file behind the links, which need not exist. @throws AppError `config-unusable` as `resolveTarget` */
  readonly target: () => string;
  readonly journalOf: (target: string) => string;
  readonly files: Files;
  readonly state: DiskState;
}

export interface DiskState {
  /** Whether a rename has failed with EBUSY, which means that the file is a mount point. */
  busy: boolean;
  /** The identity of the file that the last save created. Null if attributes had to be copied (`attributes.ts`). */
  plain: string | null;
  attributesUnknown: boolean;
}

export function pathInData(dataDir: string, target: string, extension: "lock" | "journal"): string {
  const name = createHash("sha256").update(target).digest("hex").slice(0, 16);
  return join(dataDir, `config-${name}.${extension}`);
}

/**
 * All functions that the modules in this folder use to read and change files. Tests wrap these functions to
 * make the nth call fail. Everything else in these tests is real.
 */
export interface FileOps {
  open(path: string, flags: string | number, mode?: number): Promise<number>;
  /** May write fewer bytes than requested. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  truncate(fd: number, length: number): Promise<void>;
  fstat(fd: number): Promise<Stats>;
  chown(fd: number, uid: number, gid: number): Promise<void>;
  chmod(fd: number, mode: number): Promise<void>;
  fsync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Fails if `to` exists. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

const fsync = promisify(fs.fsync);

/**
 * Only syncs use Node's thread pool, because only syncs wait for the disk. All other calls work on the page
 * cache and take microseconds, far less than a trip through the thread pool. A save makes 40 such calls, and
 * a read makes four.
 */
export const realFileOps: FileOps = {
  open: async (path, flags, mode) => fs.openSync(path, flags, mode),
  write: async (fd, bytes, offset, length, position) => fs.writeSync(fd, bytes, offset, length, position),
  read: async (fd, into, offset, length, position) => fs.readSync(fd, into, offset, length, position),
  truncate: async (fd, length) => fs.ftruncateSync(fd, length),
  fstat: async (fd) => fs.fstatSync(fd),
  chown: async (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  chmod: async (fd, mode) => fs.fchmodSync(fd, mode),
  fsync,
  close: async (fd) => fs.closeSync(fd),
  rename: async (from, to) => fs.renameSync(from, to),
  link: async (from, to) => fs.linkSync(from, to),
  unlink: async (path) => fs.unlinkSync(path),
};

export type Errno = NodeJS.ErrnoException & { code: string };

export function isErrno(error: unknown, ...codes: string[]): error is Errno {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return (
    typeof code === "string" && /^E[A-Z0-9]+$/.test(code) && (codes.length === 0 || codes.includes(code))
  );
}

/** Opening a named pipe would otherwise wait for a writer. */
export const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Docker creates a folder at the place of a mounted file that does not exist on the host. */
export const folderAtPath =
  "CONFIG_PATH is a folder. Docker creates one if the mounted file does not exist on the host: stop the container, remove the folder, create the file, and start again. Otherwise, set CONFIG_PATH to a file in the folder.";

export type FileRead =
  | { readonly kind: "present"; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Maximum number of reads of a file that changes during every read. The last result is then accepted. */
const attempts = 4;

export type Files = ReturnType<typeof createFiles>;

export function createFiles(ops: FileOps) {
  async function withFile<T>(
    [path, flags, mode]: [path: string, flags: string | number, mode?: number],
    work: (fd: number) => Promise<T>,
  ): Promise<T> {
    const fd = await ops.open(path, flags, mode);
    let result: T;
    try {
      result = await work(fd);
    } catch (error) {
      await ops.close(fd).catch(() => undefined);
      throw error;
    }
    await ops.close(fd);
    return result;
  }

  /** `expected` is its probable length in bytes. */
  async function readAll(fd: number, expected: number): Promise<Buffer> {
    // The buffer has room for one extra byte, which shows whether the file has grown.
    let buffer = Buffer.allocUnsafe(expected + 1);
    let length = 0;
    for (;;) {
      const count = await ops.read(fd, buffer, length, buffer.length - length, length);
      if (count === 0) return buffer.subarray(0, length);
      length += count;
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  }

  const contentOf = (path: string): Promise<Buffer> => withFile([path, readFlags], (fd) => readAll(fd, 0));

  /**
   * Repeats the read if the file's size or modification time changes during the read, because another program
   * may be rewriting the file. Never throws.
   */
  async function readNow(path: string): Promise<FileRead> {
    try {
      for (let attemptsLeft = attempts; ; attemptsLeft -= 1) {
        const { read, moved } = await withFile([path, readFlags], readOpen);
        if (!moved || attemptsLeft === 1) return read;
      }
    } catch (error) {
      if (isErrno(error, "ENOENT")) return { kind: "missing" };
      return { kind: "unreadable", reason: readingProblem(error, path) };
    }
  }

  async function readOpen(fd: number): Promise<{ read: FileRead; moved: boolean }> {
    const unreadable = (reason: string) => ({ read: { kind: "unreadable" as const, reason }, moved: false });
    const stat = await ops.fstat(fd);
    if (stat.isDirectory()) return unreadable(folderAtPath);
    if (!stat.isFile()) return unreadable("It is not a regular file.");
    if (stat.size > maxBytes) return unreadable(tooLarge(stat.size));
    const bytes = await readAll(fd, stat.size);
    const after = await ops.fstat(fd);
    const moved = after.size !== bytes.length || after.mtimeMs !== stat.mtimeMs;
    return { read: { kind: "present", bytes, stat: after }, moved };
  }

  /** Syncs a folder to the disk, so that new, renamed and removed names survive a power failure. */
  async function syncFolder(folder: string): Promise<void> {
    try {
      await withFile([folder, "r"], (fd) => ops.fsync(fd));
    } catch (error) {
      // Some network and FUSE file systems cannot sync folders, and there is no alternative.
      if (!isErrno(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    }
  }

  /** A single system call may write only a part of them. */
  async function writeAll(fd: number, bytes: Uint8Array, position = 0): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const count = await ops.write(fd, bytes, done, bytes.length - done, position + done);
      if (count <= 0) throw new Error("the system accepted no more bytes");
      done += count;
    }
  }

  async function expectContent(fd: number, bytes: Uint8Array): Promise<void> {
    if (!(await readAll(fd, bytes.length)).equals(bytes))
      throw new Error("what was written reads back differently");
  }

  /** The caller must hold the lock, because a save in progress also has a temp file. */
  async function removeStaleTemps(target: string): Promise<void> {
    const folder = dirname(target);
    const [start, pattern] = [`.${basename(target)}.panel-`, /^[0-9a-f]{16}\.tmp$/];
    for (const name of namesIn(folder)) {
      if (!name.startsWith(start) || !pattern.test(name.slice(start.length))) continue;
      await ops.unlink(join(folder, name)).catch(() => undefined);
    }
  }

  /**
   * Writes a file durably and atomically: readers see either the old or the new content, even after a power
   * failure.
   */
  async function writeDurably(
    target: string,
    bytes: Uint8Array,
    steps: {
      prepare?: (fd: number, temp: string) => Promise<void>;
      publish?: (temp: string) => Promise<void>;
    } = {},
  ): Promise<void> {
    const temp = tempName(target);
    try {
      await withFile([temp, "wx+", 0o600], async (fd) => {
        await writeAll(fd, bytes);
        await expectContent(fd, bytes);
        // This runs before the sync, so that one sync makes bytes, owner and mode durable.
        await steps.prepare?.(fd, temp);
        await ops.fsync(fd);
      });
      await (steps.publish ? steps.publish(temp) : ops.rename(temp, target));
    } catch (error) {
      await ops.unlink(temp).catch(() => undefined);
      throw error;
    }
    await syncFolder(dirname(target));
  }

  return {
    ...ops,
    withFile,
    readAll,
    contentOf,
    readNow,
    syncFolder,
    writeAll,
    expectContent,
    removeStaleTemps,
    writeDurably,
  };
}

/** Only this module uses its pattern, so leftover temp files can be recognized. */
const tempName = (target: string): string =>
  join(dirname(target), `.${basename(target)}.panel-${randomBytes(8).toString("hex")}.tmp`);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readingProblem(error: unknown, path: string): string {
  if (isErrno(error, "EACCES", "EPERM"))
    return "The panel's user is not allowed to read the file, or to enter one of its folders. Allow that user to read the file, and to enter each folder (chmod +x).";
  if (isErrno(error, "ELOOP")) return "Its symbolic links form a loop. Fix the links.";
  if (isErrno(error, "ENOTDIR")) return `A part of the path ${path} is not a folder.`;
  if (isErrno(error, "EISDIR")) return folderAtPath;
  if (isErrno(error, "EMFILE", "ENFILE"))
    return "The system has no file handles left. Raise the limit (ulimit -n).";
  return `Reading it failed (${isErrno(error) ? error.code : String(error)}). Check the disk and the mount.`;
}
