import * as z from "zod/mini";

/** Normalizing hostile text is slow, so text that is too long for a name of 32 characters is refused first. */
const MOST_RAW_CHARACTERS = 128;

/** A username as it is typed at sign-in. Earlier versions accepted more names than `newUsernameSchema` does. */
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

/** Usernames that differ only in case, or in compatibility forms such as full-width letters, are the same name. */
export const keyOf = (username: string) => username.normalize("NFKC").trim().toLowerCase();

/** Names under which histories and the audit log show changes that no operator made. */
const RESERVED = new Set([
  "system",
  "panel",
  "the panel",
  "the panel itself",
  "outside the panel",
  "instance admin",
  "your instance",
  "somebody",
  "nobody",
  "unknown",
]);

/** Scripts with letters that look like letters of another script: Cyrillic `а` and Latin `a`. */
const LOOK_ALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** The username of a new operator. Names that resemble another operator's or the panel's are refused. */
export const newUsernameSchema = usernameSchema.check(
  // Some letters are invisible, such as the Hangul filler.
  z.refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), "Remove the invisible characters."),
  z.refine(
    (name) => LOOK_ALIKE_SCRIPTS.filter((script) => script.test(name.normalize("NFKC"))).length <= 1,
    "Use letters of one alphabet. With mixed alphabets, two names can look the same.",
  ),
  z.refine(
    (name) => !RESERVED.has(keyOf(name).replace(/[\s._-]+/g, " ")),
    "This name is reserved for changes made by the panel or outside it. Choose another one.",
  ),
);
