import "server-only";
import { AppError } from "@/lib/errors";

/**
 * Invisible characters: control and format characters (bidi overrides, zero-width ones), lone surrogates, line
 * separators, and fillers that count as letters but look blank.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/**
 * Invisible characters that make a name invalid, because with them one name can look like another, or end early
 * for some readers.
 */
const DECEPTIVE = /[\0\ufeff\p{Bidi_Control}]/u;

/**
 * UTF-16 units allowed per character: decomposed, with combining marks and invisible characters. Normalizing marks
 * takes time quadratic in their number, so the length is checked first.
 */
const UNITS_PER_CHARACTER = 8;

/**
 * A name as it is stored: without invisible characters, NFC, trimmed.
 * @param maximum characters (code points)
 * @param path the field that an error is reported at
 * @throws AppError `invalid-input` if nothing is left, if it is longer than `maximum`, or if it contains NUL, a
 * byte order mark or a control character for text direction
 */
export function normaliseName(input: string, maximum: number, path = "name"): string {
  const tooLong = input.length > maximum * UNITS_PER_CHARACTER;
  const name = tooLong ? "" : input.replace(INVISIBLE, "").normalize("NFC").trim();
  const { length } = [...name];
  if (length < 1 || length > maximum)
    throw refusal(path, "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${maximum} in length.`);
  if (DECEPTIVE.test(input))
    throw refusal(
      path,
      "BASE_TYPE_INVALID",
      "Must not contain NUL, a byte order mark or direction controls.",
    );
  return name;
}

/**
 * Longer text as it is stored: NFC, trimmed, with its line breaks; empty is allowed.
 * @param maximum characters (code points)
 * @throws AppError `invalid-input` at `path` if it is longer, or contains characters that `normaliseName` refuses
 */
export function normaliseText(input: string, maximum: number, path: string): string {
  const tooLong = input.length > maximum * UNITS_PER_CHARACTER;
  const kept = tooLong ? "" : input.replace(INVISIBLE, (found) => (found === "\n" ? found : ""));
  const text = kept.normalize("NFC").trim();
  if (tooLong || [...text].length > maximum)
    throw refusal(path, "BASE_TYPE_BAD_LENGTH", `Must be ${maximum} or fewer in length.`);
  if (DECEPTIVE.test(input))
    throw refusal(
      path,
      "BASE_TYPE_INVALID",
      "Must not contain NUL, a byte order mark or direction controls.",
    );
  return text;
}

const refusal = (path: string, code: string, message: string) =>
  new AppError("invalid-input", undefined, { problems: [{ path, code, message }] });
