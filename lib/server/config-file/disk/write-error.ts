import "server-only";
import { AppError } from "@/lib/errors";
import { isErrno } from "./file-ops";

export type Aftermath = "unchanged" | "changed" | "interrupted";

const aftermathText: Record<Aftermath, string> = {
  unchanged: "The file was not changed.",
  changed: "The new version is in place, but the disk did not confirm that it is stored safely.",
  interrupted:
    "The file may be incomplete. Both versions are stored in the panel's data folder, and the panel repairs the file at its next start or save.",
};

/** Converts an error to an AppError whose message states the cause, the current state of the file, and what to do. */
export function writeError(error: unknown, target: string, aftermath: Aftermath): AppError {
  if (error instanceof AppError) return error;
  const message = `${reasonFor(error, target)} ${aftermathText[aftermath]} ${adviceFor(error)}`;
  return new AppError("config-write-failed", message, {
    details: { reason: isErrno(error) ? error.code : "unknown", aftermath },
    cause: error,
  });
}

function reasonFor(error: unknown, target: string): string {
  if (!isErrno(error))
    return `Writing ${target} failed: ${error instanceof Error ? error.message : String(error)}.`;
  switch (error.code) {
    case "ENOSPC":
      return "The disk is full.";
    case "EDQUOT":
      return "The disk quota of the panel's user is used up.";
    case "EROFS":
      return `${target} is on a read-only file system.`;
    case "EACCES":
    case "EPERM":
      return `The panel's user (uid ${process.geteuid?.()}) is not allowed to write ${target}, or to preserve its owner.`;
    case "EMFILE":
    case "ENFILE":
      return "The system has no file handles left.";
    case "EIO":
      return "The disk reported an input/output error.";
    default:
      return `Writing ${target} failed (${error.code}).`;
  }
}

function adviceFor(error: unknown): string {
  switch (isErrno(error) ? error.code : "") {
    case "ENOSPC":
    case "EDQUOT":
      return "Free some space and save again.";
    case "EROFS":
      return "Mount it as writable and save again.";
    case "EACCES":
    case "EPERM":
      return "Correct the permissions of the file and its folder and save again.";
    case "EMFILE":
    case "ENFILE":
      return "Raise the limit of open files (ulimit -n) and save again.";
    case "EIO":
      return "Check the disk before you save again.";
    default:
      return "Check the disk and the permissions, and save again.";
  }
}
