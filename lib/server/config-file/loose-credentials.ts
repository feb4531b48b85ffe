import "server-only";
import { textCredentials, isCredentialName } from "@/lib/shared/settings/credentials";
import { editions } from "@/lib/shared/settings/editions";

/*
 * Finds possible credentials in text that is not valid JSON. Quotes are unreliable there, because a missing
 * quote swaps the inside and the outside of strings. So the text after every word that names a credential is
 * hidden, even if the word has no quotes. If a well-formed string follows the word, only this string is
 * hidden. Otherwise, everything that may belong to the value is hidden. The running time is linear, because
 * each character is examined only a few times.
 */

/** A part of the text to hide. `key` is the word before the part, or null for the password in a URL. */
export interface LooseCredential {
  readonly start: number;
  readonly end: number;
  readonly key: string | null;
}

const lastKey = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
/** Settings of every edition, because the edition of a broken file is unknown. */
const fields = editions.flatMap(({ registry }) => registry.fields);
const secretKeys = new Set(fields.filter(({ kind }) => kind === "secret").map(({ path }) => lastKey(path)));
const publicKeys = new Set(fields.filter(({ kind }) => kind !== "secret").map(({ path }) => lastKey(path)));
/** The last keys of all groups' paths. Some look like credentials, such as `register.password`. */
const groups = new Set(editions.flatMap(({ registry }) => registry.containerPaths.map(lastKey)));
/**
 * Matches the opening brace of a group such as `register.password` and the members after the brace. Stops at
 * the first member that is not a known setting with a number, true, false or null.
 */
const plainGroup = new RegExp(
  String.raw`\{(?:\s*"(?:${[...publicKeys].filter((key) => !isCredentialName(key)).join("|")})"\s*:\s*(?:-?\d[\d.]*|true|false|null)(?=[\s,}])\s*,?)*\s*`,
  "y",
);

/** A key, which may contain Unicode escapes. */
const word = /(?:[\p{L}\p{N}_$-]|\\u[0-9a-fA-F]{4})+/gu;
const decoded = (written: string): string =>
  written.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function namesCredential(key: string): boolean {
  return secretKeys.has(key) || (!publicKeys.has(key) && isCredentialName(key));
}

/** Returns the credentials in the order in which they appear in the text. They never overlap. */
export function looseCredentials(text: string): LooseCredential[] {
  const found: LooseCredential[] = [];
  let shownFrom = 0;
  word.lastIndex = 0;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const key = decoded(match[0]);
    if (!namesCredential(key)) continue;
    const value = valueAfter(text, word.lastIndex, groups.has(key));
    if (!value) continue;
    found.push(...addressesWithin(text, shownFrom, value.start), { ...value, key });
    word.lastIndex = shownFrom = value.end;
  }
  return [...found, ...addressesWithin(text, shownFrom, text.length)];
}

const addressesWithin = (text: string, from: number, to: number): LooseCredential[] =>
  textCredentials(text.slice(from, to)).map(({ start, end }) => ({
    start: from + start,
    end: from + end,
    key: null,
  }));

/** Matches the text between a key and its value: a closing quote, blanks, line breaks, and a colon or `=`. */
const junction = /["'`”’\s]*(?:[:=]>?\s*)?/y;
/** How many characters after a word without a colon are examined for a possible value. */
const lookAhead = 200;

/** Finds the value that belongs to the key ending at `at`. Null if no value follows. */
function valueAfter(text: string, at: number, isGroup: boolean): Omit<LooseCredential, "key"> | null {
  junction.lastIndex = at;
  const between = junction.exec(text)?.[0] ?? "";
  if (/[:=]/.test(between)) return valueAt(text, at + between.length, isGroup);
  // A word before one of `./@%?&,}]` is not a key. It belongs to a URL, or it is the end of a string value,
  // such as `token` in `"a": "token", "b"`. Any other word counts as a key that lost its colon if the rest of
  // the line looks like a value.
  const start = /^["'`”’]/.test(between) ? at + 1 : at;
  if (/[./@%?&,}\]]/.test(text.charAt(start))) return null;
  const [ahead = ""] = text.slice(start, start + lookAhead).split(/[\r\n]/, 1);
  const looksLikeValue = /^[^,}\]].*["'`”’:=]|^["'`“‘]/.test(ahead.trimStart());
  return looksLikeValue ? { start, end: lineEnd(text, start) } : null;
}

const plainText = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const plainScalar = /(?:true|false|null)(?![^\s,}\]])/y;
/** Matches the text after a closing quote if the string really ends there. */
const goesOn = /[^\S\r\n]*(?:$|[\r\n]|[}\]]|,[^\S\r\n]*(?:$|[\r\n"}\]]))/y;

function valueAt(text: string, start: number, isGroup: boolean): Omit<LooseCredential, "key"> | null {
  const first = text[start];
  if (first === undefined || matches(plainScalar, text, start)) return null;
  if (first === "{" && isGroup) {
    const rest = matches(plainGroup, text, start);
    return text[rest] === "}" ? null : { start: rest, end: nextEntry(text, rest) };
  }
  if (/[,}\]]/.test(first)) return null;
  const end = matches(plainText, text, start);
  // The quotes stay visible, so that a person can repair the text around them.
  if (end && matches(goesOn, text, end)) return { start: start + 1, end: end - 1 };
  if (first === '"') return { start: start + 1, end: nextEntry(text, start) };
  // A number, a word or a string without an opening quote ends before the next entry. For anything else, the end is
  // unknown, so the rest of the text is hidden.
  const isShort = /[\p{L}\p{N}+'`“‘-]/u.test(first);
  return { start, end: isShort ? nextEntry(text, start) : text.length };
}

/** Returns where the pattern's match at `at` ends; 0 if the pattern does not match there. */
function matches(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** Returns the end of the line, but at most 10,000 characters after `at`, because no value is longer. */
function lineEnd(text: string, at: number): number {
  const piece = text.slice(at, at + 10_000);
  const end = piece.search(/[\r\n]/);
  return at + (end === -1 ? piece.length : end);
}

/** Matches a line that starts another entry or ends the object. A value cannot continue past such a line. */
const entry = /[ \t]*(?:"[\w$.-]{1,100}"[ \t]*:|[}\]][}\],\s]*(?:[\r\n]|$))/y;

/** Returns the end of the last line that may belong to the value starting at `at`. */
function nextEntry(text: string, at: number): number {
  const breaks = /\r\n?|\n/g;
  breaks.lastIndex = at;
  for (let found = breaks.exec(text); found; found = breaks.exec(text)) {
    if (matches(entry, text, breaks.lastIndex)) return found.index;
  }
  return text.length;
}
