import { matchLists } from "../json/match-lists";
import { isObject, sameJson } from "../json/value";
import { oncePerList } from "./long-lists";

/*
 * Finds credentials in texts, such as notes, log entries, the output of commands, and settings that are not declared
 * as secrets: credentials in URLs, and tokens with a known shape. Nothing is guessed from names. Hiding and restoring
 * are in the same file, because they use the same patterns.
 */

/** Replaces a hidden value. If a client sends this placeholder back, the stored value stays unchanged. */
export const hiddenPart = "•••";

/** The prefix of the panel's API tokens. People and scanners for leaked secrets recognize the tokens by this prefix. */
export const API_TOKEN_PREFIX = "iadm_";

export interface Part {
  readonly start: number;
  readonly end: number;
}

const scheme = /[a-z][a-z\d+.-]*$/i;
/** Maximum length of a URL scheme. All known schemes are shorter. */
const longestScheme = 40;

function inAddresses(text: string): Part[] {
  const parts: Part[] = [];
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    if (!scheme.test(text.slice(Math.max(0, at - longestScheme), at))) continue;
    const password = passwordFrom(text, at + 3);
    if (password) parts.push(password);
    if (password) at = password.end - 3;
    else parts.push(...webhookTokens(text, at + 3));
  }
  return parts;
}

const webhookPath = /[^\s"'<>`\\?#]{0,500}/y;
const longToken = /^[\w-]{16,}$/;

/**
 * Finds the tokens in a webhook's address: the long path segments, as in
 * `https://hooks.example.org/services/T0/B0/<token>`. Segments of only digits are ids, not tokens.
 */
function webhookTokens(text: string, start: number): Part[] {
  webhookPath.lastIndex = start;
  const [address = ""] = webhookPath.exec(text) ?? [];
  if (!/hook/i.test(address)) return [];
  const parts: Part[] = [];
  let at = start;
  for (const [index, segment] of address.split("/").entries()) {
    const isToken = index > 0 && longToken.test(segment) && !/^\d+$/.test(segment);
    if (isToken) parts.push({ start: at, end: at + segment.length });
    at += segment.length + 1;
  }
  return parts;
}

const parameter =
  /[?&](?:(?:access|api|auth|bot|client|refresh)[_-]?)?(?:token|key|secret|password|signature|sig)=([^&#\s"'<>`]+)/gi;
/**
 * Matches `Authorization: Basic …` and `Bearer …`. Requires a digit, because encoded credentials contain digits and
 * words do not.
 */
const authorization = /\b(?:basic|bearer)\s{1,9}((?=[^\s"',;]{0,500}\d)[\w+/.~-]{12,}={0,2})/gi;
/** Matches an API token of the panel: the prefix and 256 random bits in base64url. */
const apiToken = /\biadm_[\w-]{43}/g;
const dotted =
  /(?<![\w.-])(?=[\w.-]{0,500}\d)(?=[\w.-]{0,500}[A-Z])[\w-]{16,500}\.[\w-]{6,2000}\.[\w-]{20,500}(?![\w.-])/g;

const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const keyEnds = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;

/**
 * Finds private keys in PEM format, which span several lines. If the end marker is missing, the key includes the rest
 * of the text.
 */
function* privateKeys(text: string): Generator<Part> {
  keyBegins.lastIndex = 0;
  for (let begin = keyBegins.exec(text); begin; begin = keyBegins.exec(text)) {
    keyEnds.lastIndex = keyBegins.lastIndex;
    const match = keyEnds.exec(text);
    const end = match ? keyEnds.lastIndex : text.length;
    yield { start: begin.index, end };
    keyBegins.lastIndex = end;
  }
}

/** A cheap first test, which every text with a credential passes. Most texts, such as names and ids, do not. */
const traces = new RegExp(
  `://|[?&]|-----BEGIN|\\b(?:basic|bearer)\\s|${API_TOKEN_PREFIX}|[\\w-]{16}\\.[\\w-]{6}`,
  "i",
);

function* withinText(text: string): Generator<Part> {
  yield* inAddresses(text);
  yield* privateKeys(text);
  for (const pattern of [parameter, authorization])
    for (const { 0: all, 1: value = "", index } of text.matchAll(pattern))
      yield { start: index + all.length - value.length, end: index + all.length };
  for (const pattern of [apiToken, dotted])
    for (const { 0: all, index } of text.matchAll(pattern)) yield { start: index, end: index + all.length };
}

/**
 * Finds the credentials in a text: passwords and tokens in URLs, tokens with a known shape, and private keys.
 */
export function textCredentials(text: string): Part[] {
  if (!traces.test(text)) return [];
  const parts: Part[] = [];
  for (const part of [...withinText(text)].toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (part.start >= (parts.at(-1)?.end ?? 0)) parts.push(part);
  return parts;
}

const endOfAuthority = /[/?#\s"'<>`\\]|:\/\//g;
const endOfAddress = /[\s"<>`]|:\/\//g;

function passwordFrom(text: string, start: number): Part | null {
  const authority = before(endOfAuthority, text, start);
  const password = passwordWithin(text, start, authority);
  if (password) return password;
  // If the password contains an unescaped slash, the address cannot be parsed as a URL.
  const whole = before(endOfAddress, text, start);
  const loose = passwordWithin(text, start, whole);
  const port = text.slice(start, authority);
  return loose && loose.start <= authority && !/:\d*$/.test(port) ? loose : null;
}

function before(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

function passwordWithin(text: string, start: number, end: number): Part | null {
  // Searches only this part of the text. Searching for a distant @ from every address would take quadratic time.
  const piece = text.slice(start, end);
  const colon = piece.indexOf(":");
  const at = piece.lastIndexOf("@");
  return colon !== -1 && at > colon + 1 ? { start: start + colon + 1, end: start + at } : null;
}

export const holdsCredential = (text: string): boolean => textCredentials(text).length > 0;

export function hideInText(text: string): string {
  let shown = "";
  let at = 0;
  for (const { start, end } of textCredentials(text)) {
    shown += text.slice(at, start) + hiddenPart;
    at = end;
  }
  return shown + text.slice(at);
}

/**
 * Returns a copy of a setting's value with its credentials hidden. An object's texts are hidden, too, unless their keys
 * are in `members`: the panel does not know what other keys contain.
 */
export function hideCredentials(value: unknown, members: readonly string[] = []): unknown {
  if (typeof value === "string") return hideInText(value);
  if (isTexts(value)) return hideInTexts(value);
  if (Array.isArray(value)) return value.map((item) => hideCredentials(item, members));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      members.includes(key) ? hideCredentials(item, members) : hideTexts(item),
    ]),
  );
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Returns the list itself if nothing in it has to be hidden. */
const hideInTexts = oncePerList((texts) => {
  const shown = texts.map((text) => hideInText(String(text)));
  return shown.every((text, index) => text === texts[index]) ? texts : shown;
});

/** Whether a value contains a credential itself, and not only its placeholder. */
export function holdsShownCredential(value: unknown): boolean {
  if (typeof value === "string") return hideInText(value) !== value;
  if (isTexts(value)) return hideInTexts(value) !== value;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsShownCredential);
}

/** Returns a copy of a value with every text in it hidden. Numbers and booleans stay visible. */
export function hideTexts(value: unknown): unknown {
  if (typeof value === "string") return hiddenPart;
  if (Array.isArray(value)) return value.map(hideTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hideTexts(item)]));
}

export class NothingHidden extends Error {}

/**
 * Replaces the placeholders in `value` with what `hideCredentials` hid in `stored`. A list element gets the hidden
 * parts of the matching stored element, which has the same visible parts or the same `id`. If exactly one element
 * remains in each list, these two also match.
 * @throws NothingHidden
 */
export function restoreCredentials(
  value: unknown,
  stored: unknown,
  members: readonly string[] = [],
): unknown {
  if (!isHolding(value)) return value;
  if (typeof value === "string") return restoreText(value, stored);
  if (Array.isArray(value)) return restoreList(value, Array.isArray(stored) ? stored : [], members);
  if (!isObject(value)) return value;
  const known = isObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const storedValue = Object.hasOwn(known, key) ? known[key] : undefined;
      return [
        key,
        members.includes(key)
          ? restoreCredentials(item, storedValue, members)
          : restoreTexts(item, storedValue),
      ];
    }),
  );
}

function restoreTexts(value: unknown, stored: unknown): unknown {
  if (value === hiddenPart) {
    if (typeof stored !== "string") throw new NothingHidden();
    return stored;
  }
  if (Array.isArray(value))
    return value.map((item, index) => restoreTexts(item, Array.isArray(stored) ? stored[index] : undefined));
  if (!isObject(value)) return value;
  const known = isObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      restoreTexts(item, Object.hasOwn(known, key) ? known[key] : undefined),
    ]),
  );
}

export const hasHiddenPart = (text: string): boolean =>
  textCredentials(text).some(({ start, end }) => text.slice(start, end).includes(hiddenPart));

function restoreText(value: string, stored: unknown): string {
  if (!hasHiddenPart(value)) return value;
  const parts = textCredentials(value);
  const storedSecrets = typeof stored === "string" ? textCredentials(stored) : [];
  if (typeof stored !== "string" || parts.length !== storedSecrets.length) throw new NothingHidden();
  let restored = "";
  let at = 0;
  for (const [index, { start, end }] of parts.entries()) {
    const part = value.slice(start, end);
    const { start: from, end: to } = storedSecrets[index]!;
    if (part !== hiddenPart && part.includes(hiddenPart)) throw new NothingHidden();
    restored += value.slice(at, start) + (part === hiddenPart ? stored.slice(from, to) : part);
    at = end;
  }
  return restored + value.slice(at);
}

function restoreList(
  items: readonly unknown[],
  stored: readonly unknown[],
  members: readonly string[],
): unknown[] {
  const shown = stored.map((old) => hideCredentials(old, members));
  const matches = matchLists(items, stored, shown);
  const remaining = items.flatMap((item, index) =>
    matches[index] === undefined && isHolding(item) ? [index] : [],
  );
  const usedIndexes = new Set(matches);
  const last = stored.flatMap((old, index) =>
    usedIndexes.has(index) || sameJson(shown[index], old) ? [] : [index],
  );
  if (remaining.length > 1 || last.length > 1) {
    if (remaining.length > 0) throw new NothingHidden();
  } else if (remaining[0] !== undefined) matches[remaining[0]] = last[0];
  return items.map((item, index) => {
    const match = matches[index];
    return restoreCredentials(item, match === undefined ? undefined : stored[match], members);
  });
}

/** Whether a value contains the placeholder anywhere. */
function isHolding(value: unknown): boolean {
  if (typeof value === "string") return value.includes(hiddenPart);
  return typeof value === "object" && value !== null && Object.values(value).some(isHolding);
}
