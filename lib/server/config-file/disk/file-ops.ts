import "server-only";
import fs from "node:fs";
import { promisify } from "node:util";

/**
 * All functions by which this folder reads and changes files. Tests wrap them to make the nth call fail. Nothing else
 * is mocked, so these failures occur in the real code on a real file system.
 */
export interface FileOps {
  open(path: string, flags: string | number, mode?: number): Promise<number>;
  /** May write fewer bytes than requested. Returns how many were written. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  truncate(fd: number, length: number): Promise<void>;
  fstat(fd: number): Promise<fs.Stats>;
  chown(fd: number, uid: number, gid: number): Promise<void>;
  chmod(fd: number, mode: number): Promise<void>;
  fsync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Adds a second name to a file. Fails if the name exists. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

const fsync = promisify(fs.fsync);

/**
 * Only syncs use Node's thread pool, because they wait for the disk. All other calls work on the page cache and take
 * microseconds, far less than a turn in the thread pool. A save makes 40 of these calls, and a read makes four.
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

/** Whether the error comes from the operating system and has one of the codes. Without codes, any code counts. */
export function isErrno(error: unknown, ...codes: string[]): error is Errno {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return (
    typeof code === "string" && /^E[A-Z0-9]+$/.test(code) && (codes.length === 0 || codes.includes(code))
  );
}

/**
 * Opens a file, passes its descriptor to `work`, and always closes the file. If both `work` and the close fail,
 * throws the error of `work`.
 */
export async function withFile<T>(
  ops: FileOps,
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

/** Makes the names in a folder durable, after files were created, renamed or removed. */
export async function syncFolder(ops: FileOps, folder: string): Promise<void> {
  try {
    await withFile(ops, [folder, "r"], (fd) => ops.fsync(fd));
  } catch (error) {
    // Some network and FUSE file systems cannot sync folders, and there is no alternative.
    if (!isErrno(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
  }
}
