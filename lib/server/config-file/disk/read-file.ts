import "server-only";
import type { Stats } from "node:fs";
import { type FileOps, isErrno, readAll, readFlags, withFile } from "./disk";
import { maxBytes, tooLarge } from "../version";
import { folderAtPath } from "./resolve-path";

export type FileRead =
  | { readonly kind: "present"; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Maximum number of reads of a file that changes during every read. The last result is then accepted. */
const attempts = 4;

/**
 * Repeats the read if the file's size or modification time changes during the read, because another program
 * may be rewriting the file. Never throws.
 */
export async function readFileNow(ops: FileOps, path: string): Promise<FileRead> {
  try {
    for (let attemptsLeft = attempts; ; attemptsLeft -= 1) {
      const read = await withFile(ops, [path, readFlags], (fd) => readOpen(ops, fd));
      if (read.kind !== "moved" || attemptsLeft === 1) return read.kind === "moved" ? read.read : read;
    }
  } catch (error) {
    if (isErrno(error, "ENOENT")) return { kind: "missing" };
    return { kind: "unreadable", reason: readingProblem(error, path) };
  }
}

async function readOpen(ops: FileOps, fd: number): Promise<FileRead | { kind: "moved"; read: FileRead }> {
  const stat = await ops.fstat(fd);
  if (stat.isDirectory()) return { kind: "unreadable", reason: folderAtPath };
  if (!stat.isFile()) return { kind: "unreadable", reason: "It is not a regular file." };
  if (stat.size > maxBytes) {
    return { kind: "unreadable", reason: tooLarge(stat.size) };
  }
  const bytes = await readAll(ops, fd, stat.size);
  const after = await ops.fstat(fd);
  const read: FileRead = { kind: "present", bytes, stat: after };
  const moved = after.size !== bytes.length || after.mtimeMs !== stat.mtimeMs;
  return moved ? { kind: "moved", read } : read;
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
