import type { JsonArray, JsonObject, Span } from "./tree";

/** All problems that a JSON text can have. The interface chooses the wording. */
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

/** A problem and its position. Offsets count UTF-16 units of the text. */
export interface JsonProblem extends Span {
  readonly code: JsonFault;
  /** The type of the innermost container of the problem; undefined at the root. */
  readonly container: (JsonObject | JsonArray)["type"] | undefined;
  /** The key that is duplicated, not allowed, or not followed by a colon. */
  readonly key: string | undefined;
  /** Whether the problem is that the text ends too early, as in a file that was not written completely. */
  readonly atEnd: boolean;
}
