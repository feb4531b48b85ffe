/** A key of the file that is no setting, with what it holds; asked for one by one, because it may be a secret. */
export interface OtherKey {
  /** As in the document's `unknown`. */
  path: string;
  /** The version of the file that it was read from. */
  etag: string;
  /** Its value as it is written in the file, JSON. */
  text: string;
}
