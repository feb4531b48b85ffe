import "server-only";

/** The file is no longer the version that the new one is based on. Nothing was written. */
export class BaseChanged extends Error {}

export interface Written {
  /** `in-place`: the less safe way, for a file that is its own mount point. */
  readonly way: "rename" | "in-place";
  /**
   * Content that another program wrote in the instant before our rename, and which the rename replaced; usually null.
   */
  readonly overtaken: Buffer | null;
}

/** The etag of a file that does not exist or cannot be read. */
export const absent = "absent";
