import { matchLists } from "../json/match-lists";
import { isObject, sameJson } from "../json/value";

/*
 * Finds credentials outside of the settings that are declared as secrets, by the names of keys and by patterns
 * in texts. All data that leaves the server is checked. If in doubt, a value is hidden, because an operator can
 * show a hidden value with one click. Hiding and restoring are in the same file, because they use the same
 * patterns.
 */

/** Replaces a hidden value. If a client sends this placeholder back, the stored value stays unchanged. */
export const hiddenPart = "•••";

/** The prefix of the panel's API tokens. People and scanners for leaked secrets recognize the tokens by this prefix. */
export const API_TOKEN_PREFIX = "iadm_";

/** Matches an API token anywhere in a text: the prefix and 256 random bits in base64url. */
const API_TOKEN = /\biadm_[\w-]{43}/;

/** Matches the end of a name's last word, because the word may be a compound such as `smtppassword`. */
const endings =
  /(?:secrets?|passw(?:or)?ds?|pass(?:phrases?|code|wd)?|pwd|tokens?|keys?|cookies?|dsn|credentials?|creds?|signature|auth(?:orization|entication)?|bearer|jwt)$/;
/** Matches a name's last word as a whole. If only its end had to match, `spin` and `obsession` would match, too. */
const lastWords = /^(?:cert(?:ificate)?|salt|pin|session|licen[cs]e)s?$/;
/** Matches any word of a name, because the word may be the first, as in `secretKeyBase` and `tokenForUploads`. */
const carriers = /^(?:secret|passw(?:or)?d|passphrase|token|cookie|credentials?|dsn)s?$/;
/**
 * Last words of names that describe a credential without containing it, such as `tokenExpiration` and `passwordReset`.
 */
const aspects =
  /^(?:expir\w*|ttl|lifetime|length|count|limit|max|min|type|algorithm|alg|policy|reset|required?|enabled|disabled|name|label|header|hint|help|rotation|strength|format|prefix|timeout|rounds|url|uri|endpoint|path)$/;
/** Names of keys that are not secret, such as `publicKey` and `sortKey`. */
const publicKeys = /(?:^|\b|_)(?:site|public|pub|hot|short|primary|foreign|sort|partition)_?keys?$/;
/** Words that end like the name of a credential, such as "compass", but mean something else. */
const lookalikes = /^(?:compass|bypass|monkey|turkey|jockey|hockey|donkey|whiskey|oauth)$/;
/** Names are tested for these strings first, because this test is fast and most names contain none of them. */
const suspicious =
  /pass|pwd|key|secret|token|cookie|dsn|cred|auth|signature|bearer|jwt|cert|salt|pin|session|licen[cs]e/i;

/** Splits a name into words: `apiKey`, `api_key`, `API-KEY` and `APIKey` are all `api`, `key`. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");

/** Only this many characters at the end of a key are checked. */
const longestName = 200;

/** Whether the name of a key suggests a credential. The name may use any style, such as camel case. */
export function isCredentialName(key: string): boolean {
  const name = key.slice(-longestName);
  if (!suspicious.test(name)) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (aspects.test(last) || lookalikes.test(last) || publicKeys.test(words.join("_"))) return false;
  return endings.test(last) || lastWords.test(last) || words.some((word) => carriers.test(word));
}

/** Recognizes names of limits, because `maxTokens: 4096` is not a credential. */
const isAmount = (key: string): boolean => /^(?:max|min|num|count|total|limit)/i.test(key);

/**
 * Whether a value is a credential, judging by its keys. A number is a credential only if the last key names a
 * credential. A boolean is never a credential.
 * @param keys the keys that lead to the value, outermost first
 */
export function isCredential(keys: readonly string[], value: unknown): boolean {
  if (typeof value === "string") return keys.some(isCredentialName);
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  const own = keys.at(-1) ?? "";
  return isCredentialName(own) && !isAmount(own);
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

const scheme = /[a-z][a-z\d+.-]*$/i;
/** Maximum length of a URL scheme. All known schemes are shorter. */
const longestScheme = 40;

/**
 * Finds credentials in the addresses that a text contains: passwords as in `amqp://user:password@host`, and
 * tokens of webhooks.
 */
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

/** Matches `?token=…&…`. The name of the parameter decides whether the value is a credential. */
const parameter = /[?&](?<name>[\w.-]{1,100})=(?<value>[^&#\s"'<>`]+)/g;
/**
 * Matches `Authorization: Basic …` and `Bearer …`. Requires a digit, because encoded credentials contain digits and
 * words do not.
 */
const authorization = /\b(?:basic|bearer)\s{1,9}((?=[^\s"',;]{0,500}\d)[\w+/.~-]{12,}={0,2})/gi;
/**
 * Matches `Server=db;Password=…;`, `JWT_SECRET=…` and `--api-key=…`. The name decides whether the value is a
 * credential.
 */
const assignment =
  /(?<![\w.-])-{0,2}(?<name>[A-Za-z_][\w.-]{0,99})\s{0,3}=\s{0,3}(?<value>"[^"\r\n]+|'[^'\r\n]+|[^\s;&"']+)/g;
/**
 * Matches `--password …`, in which a space separates the name from the value. The value is the next word,
 * unless the next word is another option.
 */
const option =
  /(?<![\w.-])--(?<name>[A-Za-z_][\w.-]{0,99})[^\S\r\n]{1,3}(?<value>"[^"\r\n]+|'[^'\r\n]+|[^\s;&"'=-][^\s;&"']*)/g;
/** Matches `"password": "…"`, as in a printed configuration. */
const quotedPair = /(["'])(?<name>[\w.-]{1,100})\1\s{0,3}:\s{0,3}(?<value>"(?:[^"\\\r\n]|\\.)+|'[^'\r\n]+)/g;
const linePair = /^[^\S\r\n]{0,40}(?:- )?(?<name>[\w.-]{1,100}):[^\S\r\n]{1,9}(?<value>\S+)(?=[^\S\r\n]*$)/gm;

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
    const found = keyEnds.exec(text);
    const end = found ? keyEnds.lastIndex : text.length;
    yield { start: begin.index, end };
    keyBegins.lastIndex = end;
  }
}

const apiTokens = new RegExp(API_TOKEN.source, "g");

/**
 * A cheap first test: matches every text that one of the patterns above can match. Most texts, such as names and ids,
 * do not match.
 */
const traces = new RegExp(`=|--|://|:\\s|["']\\s{0,3}:|\\b(?:basic|bearer)\\s|${API_TOKEN_PREFIX}`, "i");

function* withinText(text: string): Generator<Part> {
  yield* inAddresses(text);
  yield* privateKeys(text);
  for (const { 0: all, 1: value = "", index } of text.matchAll(authorization))
    yield { start: index + all.length - value.length, end: index + all.length };
  for (const { 0: all, index } of text.matchAll(apiTokens)) yield { start: index, end: index + all.length };
  for (const pattern of [parameter, assignment, option, quotedPair, linePair])
    for (const { 0: all, groups, index } of text.matchAll(pattern)) {
      const { name = "", value = "" } = groups ?? {};
      if (isCredentialName(name)) yield unquoted(value, index + all.length);
    }
}

/** Removes a leading quotation mark from a value. @param end offset of the value's end in the text */
const unquoted = (value: string, end: number): Part => ({
  start: end - value.replace(/^["']/, "").length,
  end,
});

/**
 * Finds the credentials in a text: passwords and tokens in addresses, parameters such as `?token=`, `Authorization`
 * headers, assignments such as `Password=`, and private keys.
 * @returns the credentials from left to right, never nested
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
  const found = passwordWithin(text, start, authority);
  if (found) return found;
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

/** Replaces the credentials in a text with a placeholder, as in `amqp://user:•••@host`. */
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
 * Returns a copy of a value with its credentials hidden, including those in lists of objects.
 * @param keys the keys that lead to the value, outermost first
 */
export function hideCredentials(value: unknown, keys: readonly string[] = []): unknown {
  if (isCredential(keys, value)) return hiddenPart;
  if (typeof value === "string") return hideInText(value);
  if (Array.isArray(value)) return value.map((item) => hideCredentials(item, keys));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hideCredentials(item, [...keys, key])]),
  );
}

/** Thrown if a value has a placeholder where no credential is stored. */
export class NothingHidden extends Error {}

/**
 * Replaces the placeholders in `value` with the credentials that `hideCredentials` hid in `stored`. A list
 * element gets the credentials of the matching stored element, which has the same visible parts or the same
 * `id`. If exactly one element remains in each list, these two also match.
 * @throws NothingHidden
 */
export function restoreCredentials(value: unknown, stored: unknown): unknown {
  if (typeof value === "string") return restoreText(value, stored);
  if (Array.isArray(value)) return restoreList(value, Array.isArray(stored) ? stored : []);
  if (!isObject(value)) return value;
  const known = isObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const kept = Object.hasOwn(known, key) ? known[key] : undefined;
      if (item === hiddenPart && isCredentialName(key)) return [key, held(kept)];
      return [key, restoreCredentials(item, kept)];
    }),
  );
}

function held(kept: unknown): unknown {
  if (kept === undefined || kept === null) throw new NothingHidden();
  return kept;
}

/** Whether a text has the placeholder in place of a credential. */
export const hasHiddenPart = (text: string): boolean =>
  textCredentials(text).some(({ start, end }) => text.slice(start, end).includes(hiddenPart));

function restoreText(value: string, stored: unknown): string {
  if (!hasHiddenPart(value)) return value;
  const parts = textCredentials(value);
  const kept = typeof stored === "string" ? textCredentials(stored) : [];
  if (typeof stored !== "string" || parts.length !== kept.length) throw new NothingHidden();
  let restored = "";
  let at = 0;
  for (const [index, { start, end }] of parts.entries()) {
    const own = value.slice(start, end);
    const { start: from, end: to } = kept[index]!;
    if (own !== hiddenPart && own.includes(hiddenPart)) throw new NothingHidden();
    restored += value.slice(at, start) + (own === hiddenPart ? stored.slice(from, to) : own);
    at = end;
  }
  return restored + value.slice(at);
}

function restoreList(items: readonly unknown[], stored: readonly unknown[]): unknown[] {
  const shown = stored.map((old) => hideCredentials(old));
  const matches = matchLists(items, stored, shown);
  const left = items.flatMap((item, index) =>
    matches[index] === undefined && isHolding(item) ? [index] : [],
  );
  const taken = new Set(matches);
  const last = stored.flatMap((old, index) =>
    taken.has(index) || sameJson(shown[index], old) ? [] : [index],
  );
  if (left.length > 1 || last.length > 1) {
    if (left.length > 0) throw new NothingHidden();
  } else if (left[0] !== undefined) matches[left[0]] = last[0];
  return items.map((item, index) => {
    const match = matches[index];
    return restoreCredentials(item, match === undefined ? undefined : stored[match]);
  });
}

/** Whether a value contains the placeholder anywhere. */
const isHolding = (value: unknown): boolean =>
  typeof value === "string" ? value.includes(hiddenPart) : JSON.stringify(value ?? null).includes(hiddenPart);
