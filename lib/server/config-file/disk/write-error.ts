import "server-only";
import { AppError } from "@/lib/errors";
import { isErrno } from "./disk";

type Aftermath = "unchanged" | "changed" | "interrupted";

const aftermathText: Record<Aftermath, string> = {
  unchanged: "The file was not changed.",
  changed: "The new version is in place, but the disk did not confirm that it is stored safely.",
  interrupted:
    "The file may be incomplete. Both versions are stored in the panel's data folder, and the panel repairs the file at its next start or save.",
};

const known: Readonly<Record<string, (target: string) => readonly [reason: string, advice: string]>> = {
  ENOSPC: () => ["The disk is full.", "Free some space and save again."],
  EDQUOT: () => ["The disk quota of the panel's user is used up.", "Free some space and save again."],
  EROFS: (target) => [`${target} is on a read-only file system.`, "Mount it as writable and save again."],
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: noHandles,
  ENFILE: noHandles,
  EIO: () => ["The disk reported an input/output error.", "Check the disk before you save again."],
};

function notAllowed(target: string) {
  return [
    `The panel's user (uid ${process.geteuid?.()}) is not allowed to write ${target}, or to preserve its owner.`,
    "Correct the permissions of the file and its folder and save again.",
  ] as const;
}

function noHandles() {
  return [
    "The system has no file handles left.",
    "Raise the limit of open files (ulimit -n) and save again.",
  ] as const;
}

export function writeError(error: unknown, target: string, aftermath: Aftermath): AppError {
  if (error instanceof AppError) return error;
  const code = isErrno(error) ? error.code : "unknown";
  const cause = isErrno(error) ? ` (${code})` : `: ${error instanceof Error ? error.message : String(error)}`;
  const [reason, advice] = known[code]?.(target) ?? [
    `Writing ${target} failed${cause}.`,
    "Check the disk and the permissions, and save again.",
  ];
  return new AppError("config-write-failed", `${reason} ${aftermathText[aftermath]} ${advice}`, {
    details: { reason: code, aftermath },
    cause: error,
  });
}

/** Thrown if the file is no longer the version that the save is based on. Nothing was written. */
export class BaseChanged extends Error {}
