import type { JsonArray, JsonObject, Span } from "./tree";

/** The possible problems of a JSON text. The UI chooses the wording. */
export type JsonFault =
  | "missing-value"
  | "missing-key"
  | "unquoted-key"
  | "missing-colon"
  | "missing-comma"
  | "trailing-comma"
  | "unclosed"
  | "unclosed-string"
  | "invalid-value"
  | "invalid-number"
  | "invalid-escape"
  | "control-character"
  | "comment"
  | "after-end"
  | "too-deep"
  | "too-many-keys"
  | "too-many-values"
  | "duplicate-key"
  | "forbidden-key";

/** A problem and its place. Offsets are UTF-16 units into the text. */
export interface JsonProblem extends Span {
  readonly code: JsonFault;
  /** The type of the surrounding container; undefined at the root. */
  readonly container: (JsonObject | JsonArray)["type"] | undefined;
  /** The affected key: it is duplicated, not allowed, or lacks its colon. */
  readonly key: string | undefined;
  /** Whether the text ends here, as if it had been cut off during writing. */
  readonly atEnd: boolean;
}
