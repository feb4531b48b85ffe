import "server-only";

/** Thrown if the file is no longer the version that the save is based on. Nothing was written. */
export class BaseChanged extends Error {}

export interface Written {
  /** `in-place` is less safe. It is used for mount points and for files with several hard links. */
  readonly way: "rename" | "in-place";
  /** Content that another program wrote right before the panel's rename replaced it; otherwise null. */
  readonly overtaken: Buffer | null;
}

/** The etag of a file that does not exist or cannot be read. */
export const absent = "absent";
