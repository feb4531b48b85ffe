import "server-only";

/** The file is not the version any more that the new one was made from. Nothing was written. */
export class BaseChanged extends Error {}

export interface Written {
  /** `in-place`: the weaker way, for a file that is a mount point of its own. */
  readonly way: "rename" | "in-place";
  /** What somebody wrote in the instant before our rename, and which it replaced; null in every usual case. */
  readonly overtaken: Buffer | null;
}

/** Etag of a file that is not there or cannot be read. */
export const absent = "absent";
