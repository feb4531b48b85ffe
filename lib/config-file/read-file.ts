import "server-only";
import { constants, type Stats } from "node:fs";
import { type FileOps, isErrno, withFile } from "./file-ops";
import { maxBytes } from "./parse";

export type FileRead =
  | { readonly kind: "present"; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Opening a pipe for reading would otherwise wait for a writer, for ever. */
export const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/** How often a file that changes while it is read is read again before it is taken as it comes. */
const attempts = 4;

/**
 * The file's bytes as they are now; symlinks are followed. A writer that rewrites in place can be caught half-way, so a
 * read during which size or time changed is done again. Never throws.
 */
export async function readFileNow(ops: FileOps, path: string): Promise<FileRead> {
  try {
    for (let left = attempts; ; left -= 1) {
      const read = await withFile(ops, [path, readFlags], (fd) => readOpen(ops, fd));
      if (read.kind !== "moved" || left === 1) return read.kind === "moved" ? read.read : read;
    }
  } catch (error) {
    if (isErrno(error, "ENOENT")) return { kind: "missing" };
    return { kind: "unreadable", reason: readingProblem(error, path) };
  }
}

async function readOpen(ops: FileOps, fd: number): Promise<FileRead | { kind: "moved"; read: FileRead }> {
  const stat = await ops.fstat(fd);
  if (!stat.isFile()) return { kind: "unreadable", reason: "It is not a regular file." };
  if (stat.size > maxBytes) {
    return { kind: "unreadable", reason: `It has ${stat.size} bytes; the panel reads at most ${maxBytes}.` };
  }
  const bytes = await readAll(ops, fd, stat.size);
  const after = await ops.fstat(fd);
  const read: FileRead = { kind: "present", bytes, stat: after };
  const moved = after.size !== bytes.length || after.mtimeMs !== stat.mtimeMs;
  return moved ? { kind: "moved", read } : read;
}

/** Reads from the start to the end, `expected` being a guess of the length. */
export async function readAll(ops: FileOps, fd: number, expected: number): Promise<Buffer> {
  // One byte more than expected, so that a file that grew is noticed.
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const count = await ops.read(fd, buffer, length, buffer.length - length, length);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

function readingProblem(error: unknown, path: string): string {
  if (isErrno(error, "EACCES", "EPERM"))
    return "The panel's user may not read it. Give that user read permission.";
  if (isErrno(error, "ELOOP")) return "Its symbolic links go in a circle. Correct them.";
  if (isErrno(error, "ENOTDIR")) return `A part of the path ${path} is not a folder.`;
  if (isErrno(error, "EISDIR")) return "It is a folder. Set CONFIG_PATH to a file.";
  if (isErrno(error, "EMFILE", "ENFILE"))
    return "The system has no file handles left. Raise the limit (ulimit -n).";
  return `Reading it failed (${isErrno(error) ? error.code : String(error)}). Check the disk and the mount.`;
}
