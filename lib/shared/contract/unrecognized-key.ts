/** An unrecognized key of the file, with its value; fetched one by one, because it may be a secret. */
export interface OtherKey {
  /** As in the document's `unknown`. */
  path: string;
  /** The version of the file that it was read from. */
  etag: string;
  /** Its value as it is written in the file, JSON. */
  text: string;
}

/** An edit of an unrecognized key. */
export interface KeyChange {
  /** As in the document's `unknown`. */
  path: string;
  /** The new value as JSON, written exactly as typed; null removes the key. */
  text: string | null;
}
