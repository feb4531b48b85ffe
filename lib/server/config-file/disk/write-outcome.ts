import "server-only";

/** The file is no longer the version on which the new version is based. Nothing was written. */
export class BaseChanged extends Error {}

export interface Written {
  /** `in-place` is less safe and is used for a file that is its own mount point. */
  readonly way: "rename" | "in-place";
  /** Content that another program wrote right before our rename replaced it; usually null. */
  readonly overtaken: Buffer | null;
}

/** The etag of a file that does not exist or cannot be read. */
export const absent = "absent";
