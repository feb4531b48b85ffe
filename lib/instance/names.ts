import "server-only";
import { AppError } from "../errors";

/**
 * Characters that nobody sees: control and format characters (bidi overrides, zero-width ones), halves of surrogate
 * pairs, line separators, and the fillers that are letters by category but blank on the screen.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/**
 * A name as it is stored: without invisible characters, NFC, trimmed.
 * @param maximum characters (code points)
 * @param path the field that an error is reported at
 * @throws AppError `invalid-input` when nothing is left or it is longer than `maximum`
 */
export function normaliseName(input: string, maximum: number, path = "name"): string {
  const name = input.replace(INVISIBLE, "").normalize("NFC").trim();
  const { length } = [...name];
  if (length >= 1 && length <= maximum) return name;
  const message = `Must be between 1 and ${maximum} in length.`;
  throw new AppError("invalid-input", undefined, {
    problems: [{ path, code: "BASE_TYPE_BAD_LENGTH", message }],
  });
}
