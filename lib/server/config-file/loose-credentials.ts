import "server-only";
import { textCredentials } from "@/lib/shared/settings/credentials";
import { perEditions } from "@/lib/shared/settings/editions";

/*
 * Finds what may be secret in text that is not valid JSON. Quotes are unreliable there, because a missing quote swaps
 * the inside and the outside of strings. So the text after every word that is the key of a secret setting is hidden,
 * even if the word has no quotes, and so are the texts of unrecognized keys. If a well-formed string follows the word,
 * only this string is hidden. Otherwise, everything that may belong to the value is hidden. The running time is linear,
 * because each character is examined only a few times.
 */

export type Hidden = "secret" | "unrecognized";

export interface LooseCredential {
  readonly start: number;
  readonly end: number;
  readonly key: string | null;
  readonly hidden: Hidden;
}

const lastKey = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
/** Settings of every edition, because the edition of a broken file is unknown. */
const keys = perEditions((all) => {
  const fields = all.flatMap(({ registry }) => registry.fields);
  const keysOf = (isSecret: boolean) =>
    new Set(fields.filter(({ kind }) => (kind === "secret") === isSecret).map(({ path }) => lastKey(path)));
  const [secret, open] = [keysOf(true), keysOf(false)];
  return {
    secret,
    open,
    /** The last keys of all groups' paths. Some are also keys of secrets, such as `register.password`. */
    groups: new Set(all.flatMap(({ registry }) => registry.containerPaths.map(lastKey))),
    /**
     * Matches the opening brace of a group such as `register.password` and the members after the brace. Stops at
     * the first member that is not a known setting with a number, true, false or null.
     */
    plainGroup: new RegExp(
      String.raw`\{(?:\s*"(?:${[...open].filter((key) => !secret.has(key)).join("|")})"\s*:\s*(?:-?\d[\d.]*|true|false|null)(?=[\s,}])\s*,?)*\s*`,
      "y",
    ),
  };
});

/** A key, which may contain Unicode escapes. */
const word = /(?:[\p{L}\p{N}_$-]|\\u[0-9a-fA-F]{4})+/gu;
const decoded = (written: string): string =>
  written.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

export function looseCredentials(text: string): LooseCredential[] {
  const credentials: LooseCredential[] = [];
  let shownFrom = 0;
  word.lastIndex = 0;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const key = decoded(match[0]);
    const hidden = hiddenAfter(text, key, match.index, word.lastIndex);
    if (hidden === null) continue;
    const value =
      hidden === "secret"
        ? valueAfter(text, word.lastIndex, keys().groups.has(key))
        : unrecognizedAfter(text, word.lastIndex);
    if (!value) continue;
    credentials.push(...addressesWithin(text, shownFrom, value.start), { ...value, key, hidden });
    word.lastIndex = shownFrom = value.end;
  }
  return [...credentials, ...addressesWithin(text, shownFrom, text.length)];
}

function hiddenAfter(text: string, key: string, start: number, end: number): Hidden | null {
  const { secret, open, groups } = keys();
  if (secret.has(key)) return "secret";
  if (open.has(key) || groups.has(key) || text.startsWith("://", end)) return null;
  return beginsKey.test(text.slice(Math.max(0, start - 100), start)) ? "unrecognized" : null;
}

/** Matches text before which a key may begin. */
const beginsKey = /(?:["'`“”’]|(?:^|[{,\r\n])\s*)$/;

const addressesWithin = (text: string, from: number, to: number): LooseCredential[] =>
  textCredentials(text.slice(from, to)).map(({ start, end }) => ({
    start: from + start,
    end: from + end,
    key: null,
    hidden: "secret",
  }));

/** Matches the text between a key and its value: a closing quote, blanks, line breaks, and a colon or `=`. */
const junction = /["'`”’\s]*(?:[:=]>?\s*)?/y;
type Range = Pick<LooseCredential, "start" | "end">;

/** How many characters after a word without a colon are examined for a possible value. */
const lookAhead = 200;

/** Null for a number, a boolean or an object. */
function unrecognizedAfter(text: string, at: number): Range | null {
  junction.lastIndex = at;
  const between = junction.exec(text)?.[0] ?? "";
  if (!/[:=]/.test(between)) return null;
  const start = at + between.length;
  if (text[start] === "{" || matches(plainNumber, text, start)) return null;
  if (text[start] === "[") return { start: start + 1, end: nextEntry(text, start) };
  return valueAt(text, start, false);
}

function valueAfter(text: string, at: number, isGroup: boolean): Range | null {
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
const plainNumber = /-?\d[\d.eE+-]*(?=[\s,}\]]|$)/y;
const plainScalar = /(?:true|false|null)(?![^\s,}\]])/y;
/** Matches the text after a closing quote if the string really ends there. */
const goesOn = /[^\S\r\n]*(?:$|[\r\n]|[}\]]|,[^\S\r\n]*(?:$|[\r\n"}\]]))/y;

function valueAt(text: string, start: number, isGroup: boolean): Range | null {
  const first = text[start];
  if (first === undefined || matches(plainScalar, text, start)) return null;
  if (first === "{" && isGroup) {
    const rest = matches(keys().plainGroup, text, start);
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

function nextEntry(text: string, at: number): number {
  const breaks = /\r\n?|\n/g;
  breaks.lastIndex = at;
  for (let match = breaks.exec(text); match; match = breaks.exec(text)) {
    if (matches(entry, text, breaks.lastIndex)) return match.index;
  }
  return text.length;
}
