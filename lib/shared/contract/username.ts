import * as z from "zod/mini";
import { isReserved } from "@/lib/shared/author";
import { isImitation } from "@/lib/shared/skeleton";

/**
 * Maximum length before normalization. A longer text cannot become a name of 32 characters, and normalizing
 * it would be slow.
 */
const MOST_RAW_CHARACTERS = 128;

/** Less strict than `newUsernameSchema`, because earlier versions of the panel accepted more names. */
export const usernameSchema = z.pipe(
  z.pipe(
    z.string("Enter a username.").check(z.maxLength(MOST_RAW_CHARACTERS, "Use at most 32 characters.")),
    z.transform((name) => name.normalize("NFC").trim()),
  ),
  z
    .string()
    .check(
      z.minLength(2, "Use at least 2 characters."),
      z.maxLength(32, "Use at most 32 characters."),
      z.regex(/^[\p{L}\p{N}._ -]+$/u, "Use letters, digits, spaces, dots, hyphens and underscores."),
    ),
);

/**
 * Usernames with the same key count as the same name. The key ignores case and compatibility forms, such as
 * full-width letters.
 */
export const keyOf = (username: string) => username.normalize("NFKC").trim().toLowerCase();

const EAST_ASIAN = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"];

/**
 * Scripts of which a name must not mix one with another script (the level "Highly Restrictive" of Unicode Technical
 * Standard 39), because letters of two scripts may look the same, such as Cyrillic `а` and Latin `a`.
 */
const LOOK_ALIKE_SCRIPTS = (
  "Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Georgian Ethiopic Hebrew Arabic Syriac " +
  "Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam " +
  "Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Tifinagh"
)
  .split(" ")
  .map((script) => ({
    has: new RegExp(`\\p{Script=${script}}`, "u"),
    hasOther: new RegExp(
      // Latin letters may be mixed with these scripts, because East Asian names often contain both.
      `[^${[script, "Common", "Inherited", ...(script === "Latin" ? EAST_ASIAN : [])].map((one) => `\\p{Script=${one}}`).join("")}]`,
      "u",
    ),
  }));

const isMixed = (name: string) =>
  LOOK_ALIKE_SCRIPTS.some(({ has, hasOther }) => has.test(name) && hasOther.test(name));

/**
 * The username of a new operator. Refuses names that can look like another operator's name, and names that
 * are reserved for the panel.
 */
export const newUsernameSchema = usernameSchema.check(
  // Also refuses letters that are invisible, such as the Hangul filler.
  z.refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), "Remove the invisible characters."),
  z.refine(
    (name) => !isMixed(name.normalize("NFKC")),
    "Use letters of one alphabet. With mixed alphabets, two names can look the same.",
  ),
  z.refine(
    (name) => !name.includes("  "),
    "Use one space between words. Multiple spaces are displayed as one.",
  ),
  z.refine(
    (name) => !isImitation(name),
    "This name looks like another one, such as “admin”, but has other letters. Use ordinary letters.",
  ),
  z.refine(
    (name) => !isReserved(name),
    "The history uses this name for changes that no operator made. Choose another one.",
  ),
);
