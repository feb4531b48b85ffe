import "server-only";
import { AppError } from "@/lib/errors";

/** A letter or mark of a script in which joiners change how letters are drawn. */
const JOINED =
  "[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]";
/** A joiner that shapes the text around it: between such letters, or between the parts of an emoji such as 👩‍🚀. */
const SHAPING = `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=[\\p{Emoji}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})`;

/**
 * Invisible characters: control and format characters such as bidi overrides, line separators, and letters that look
 * blank.
 */
const INVISIBLE = new RegExp(
  `(?!${SHAPING})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]`,
  "gu",
);

/**
 * Invisible characters that make a name invalid. Bidi controls make one name look like another, some programs cut
 * off text at NUL, and lone surrogates change when they are stored.
 */
const DECEPTIVE = /[\0\ufeff\p{Cs}\p{Bidi_Control}]/u;

/**
 * Maximum number of UTF-16 units per character, enough for letters with combining marks. Checked before
 * normalizing, which takes quadratic time in the number of marks.
 */
const UNITS_PER_CHARACTER = 8;

/**
 * Returns a name as it is stored: without invisible characters that shape nothing, in NFC, and trimmed.
 * @param maximum the maximum length in characters (code points)
 * @param path the field that the error names
 * @throws AppError `invalid-input` if the result is empty or longer than `maximum`, or if the input contains NUL, a
 * byte order mark or a bidi control
 */
export function normalizeName(input: string, maximum: number, path = "name"): string {
  const tooLong = input.length > maximum * UNITS_PER_CHARACTER;
  const name = tooLong ? "" : input.replace(INVISIBLE, "").normalize("NFC").trim();
  const { length } = [...name];
  if (length < 1 || length > maximum)
    throw refusal(path, "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${maximum} in length.`);
  if (DECEPTIVE.test(input))
    throw refusal(
      path,
      "BASE_TYPE_INVALID",
      "Must not contain NUL, half of a character, a byte order mark or direction controls.",
    );
  return name;
}

/**
 * Returns a longer text, such as a description, as it is stored: in NFC and trimmed. The text may be empty
 * and contain line breaks.
 * @param maximum the maximum length in characters (code points)
 * @throws AppError `invalid-input` at `path` if the text is too long, or contains characters that `normalizeName`
 * refuses
 */
export function normalizeText(input: string, maximum: number, path: string): string {
  const tooLong = input.length > maximum * UNITS_PER_CHARACTER;
  const visible = tooLong
    ? ""
    : input.replace(INVISIBLE, (character) => (character === "\n" ? character : ""));
  const text = visible.normalize("NFC").trim();
  if (tooLong || [...text].length > maximum)
    throw refusal(path, "BASE_TYPE_BAD_LENGTH", `Must be ${maximum} or fewer in length.`);
  if (DECEPTIVE.test(input))
    throw refusal(
      path,
      "BASE_TYPE_INVALID",
      "Must not contain NUL, half of a character, a byte order mark or direction controls.",
    );
  return text;
}

const refusal = (path: string, code: string, message: string) =>
  new AppError("invalid-input", undefined, { problems: [{ path, code, message }] });
