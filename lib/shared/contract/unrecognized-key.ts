/** A key of the file that is not a setting, with its value; fetched one by one, because it may be a secret. */
export interface OtherKey {
  /** As in the document's `unknown`. */
  path: string;
  /** The version of the file that it was read from. */
  etag: string;
  /** Its value as it is written in the file, JSON. */
  text: string;
}
