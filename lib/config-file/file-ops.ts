import "server-only";
import fs from "node:fs";
import { promisify } from "node:util";

/**
 * Every call by which this folder changes or reads files on disk. Tests wrap them to make the nth call fail; nothing
 * else is ever replaced, so that faults meet the real code on a real file system.
 */
export interface FileOps {
  open(path: string, flags: string | number, mode?: number): Promise<number>;
  /** May write fewer bytes than asked; returns how many. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  truncate(fd: number, length: number): Promise<void>;
  fstat(fd: number): Promise<fs.Stats>;
  chown(fd: number, uid: number, gid: number): Promise<void>;
  chmod(fd: number, mode: number): Promise<void>;
  fsync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; fails when that name exists. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

const write = promisify(fs.write);
const read = promisify(fs.read);

export const realFileOps: FileOps = {
  open: promisify<string, string | number, number | undefined, number>(fs.open),
  write: async (fd, bytes, offset, length, position) =>
    (await write(fd, bytes, offset, length, position)).bytesWritten,
  read: async (fd, into, offset, length, position) =>
    (await read(fd, into, offset, length, position)).bytesRead,
  truncate: promisify<number, number>(fs.ftruncate),
  fstat: promisify<number, fs.Stats>(fs.fstat),
  chown: promisify(fs.fchown),
  chmod: promisify(fs.fchmod),
  fsync: promisify(fs.fsync),
  close: promisify(fs.close),
  rename: promisify(fs.rename),
  link: promisify(fs.link),
  unlink: promisify(fs.unlink),
};

export type Errno = NodeJS.ErrnoException & { code: string };

/** Whether an error came from the operating system, with one of these codes if any are named. */
export function isErrno(error: unknown, ...codes: string[]): error is Errno {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return (
    typeof code === "string" && /^E[A-Z0-9]+$/.test(code) && (codes.length === 0 || codes.includes(code))
  );
}

/** Opens, hands the descriptor over, and closes it whatever happens; an error of the work wins over one of the close. */
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

/** Makes names in a folder durable: a file's creation, renaming or removal. */
export async function syncFolder(ops: FileOps, folder: string): Promise<void> {
  await withFile(ops, [folder, "r"], (fd) => ops.fsync(fd));
}
