import "server-only";
import {
  hideCredentials,
  hiddenPart,
  holdsCredential,
  textCredentials,
} from "@/lib/shared/settings/credentials";
import { kindOf } from "@/lib/shared/settings/kinds";
import { settingOfAny } from "@/lib/shared/settings/editions";
import {
  type JsonArray,
  type JsonNode,
  type JsonObject,
  longTextsOf,
  nodeAt,
  sliceOf,
  valueOf,
} from "@/lib/shared/json/tree";
import { showPath } from "@/lib/shared/json/value";
import { type Hidden, looseCredentials } from "./loose-credentials";
import { spellings, toNeutral } from "./naming";
import type { Version } from "./version";

export interface SecretPlace {
  /** Indexes of list elements start at 0. */
  readonly path: string;
  readonly key: string | null;
  readonly node: JsonNode;
  readonly hidden: Hidden;
  readonly segments: Located["segments"];
  readonly parents: readonly Parent[];
}

interface Parent {
  readonly segments: Located["segments"];
  readonly object: JsonObject;
}

interface Located {
  readonly segments: readonly (string | number)[];
  readonly node: JsonNode;
  readonly parents: readonly Parent[];
}

/** Whether the nodes in a list are left out, because a list may have 100,000. */
type Skip = (list: JsonArray, segments: Located["segments"]) => boolean;

function* nodesOf(
  node: JsonNode,
  skip: Skip = () => false,
  segments: Located["segments"] = [],
  parents: Located["parents"] = [],
): Generator<Located> {
  yield { segments, node, parents };
  if (node.type === "object") {
    const around = [...parents, { segments, object: node }];
    for (const { key, value } of node.members) yield* nodesOf(value, skip, [...segments, key], around);
  } else if (node.type === "array" && !skip(node, segments)) {
    for (const [index, item] of node.items.entries())
      yield* nodesOf(item, skip, [...segments, index], parents);
  }
}

function* leavesOf(root: JsonNode, skip?: Skip): Generator<Located> {
  for (const leaf of nodesOf(root, skip))
    if (leaf.node.type !== "object" && leaf.node.type !== "array") yield leaf;
}

const isKey = (segment: string | number): segment is string => typeof segment === "string";

const lastKey = ({ segments }: Located): string | null => segments.findLast(isKey) ?? null;

function pathOf(segments: Located["segments"]): string {
  return (segments.every(isKey) ? toNeutral(segments) : null) ?? showPath(segments.map(String));
}

function hiddenAs(text: string, { segments, node }: Located): Hidden | null {
  if (node.type === "null") return null;
  const isText = node.type === "string";
  for (const [index, segment] of segments.entries()) {
    if (!isKey(segment)) break;
    const path = toNeutral(segments.slice(0, index + 1).filter(isKey));
    const field = path === null ? undefined : settingOfAny(path);
    if (!field) continue;
    if (field.kind === "secret") return "secret";
    // A key in a list's element is unrecognized unless the setting describes it.
    const [key] = segments.slice(index + 1).filter(isKey);
    if (key !== undefined && !kindOf(field).memberKeys?.includes(key)) return isText ? "unrecognized" : null;
    return isText && holdsCredential(String(valueOf(text, node))) ? "secret" : null;
  }
  return isText ? "unrecognized" : null;
}

const placesIn = new WeakMap<Version, readonly SecretPlace[]>();

export function secretPlaces(version: Version): readonly SecretPlace[] {
  const known = placesIn.get(version);
  if (known) return known;
  const { text, root } = version;
  const places: SecretPlace[] = [];
  for (const leaf of leavesOf(root, (list, segments) => isOpenSetting(text, list, segments))) {
    const hidden = hiddenAs(text, leaf);
    if (hidden) places.push({ ...leaf, hidden, path: pathOf(leaf.segments), key: lastKey(leaf) });
  }
  placesIn.set(version, places);
  return places;
}

function isOpenSetting(text: string, list: JsonArray, segments: Located["segments"]): boolean {
  const texts = longTextsOf(text, list)?.value;
  const path = texts && segments.every(isKey) ? toNeutral(segments) : null;
  const field = path === null ? undefined : settingOfAny(path);
  return field !== undefined && field.kind !== "secret" && hideCredentials(texts) === texts;
}

/** Words in the names of keys whose values determine where a secret is sent or how the connection is protected. */
const TARGET_WORDS = new Set(
  "host hostname port url uri endpoint address server proxy secure insecure tls starttls ssl".split(" "),
);

/** A setting with an email address does not count. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]/u);

const isTarget = (segments: Located["segments"]): boolean =>
  wordsOf(String(segments.at(-1))).some((word) => TARGET_WORDS.has(word)) &&
  settingOfAny(pathOf(segments))?.kind !== "email";

/** Settings that determine the client address, which the audit log records and the limit on wrong passwords uses. */
const CLIENT_ADDRESS = ["security.trustedProxies", "security.forwardedFor"];

function protectedTexts(version: Version): Map<string, string> {
  const { text, root } = version;
  const texts = new Map<string, string>();
  const addSetting = (path: string): void => {
    for (const segments of spellings(path, "neutral")) {
      const node = nodeAt(root, segments);
      if (node && node.type !== "null") texts.set(`setting ${path}`, sliceOf(text, node));
    }
  };
  const visited = new Set<JsonObject>();
  for (const { path, node, parents } of secretPlaces(version)) {
    texts.set(path, sliceOf(text, node));
    const field = settingOfAny(path);
    if (field?.kind === "secret") field.sentTo?.forEach(addSetting);
    for (const { segments, object } of parents) {
      if (visited.has(object)) continue;
      visited.add(object);
      for (const { key, value } of object.members)
        if (isTarget([...segments, key]))
          texts.set(`target ${pathOf([...segments, key])}`, sliceOf(text, value));
    }
  }
  CLIENT_ADDRESS.forEach(addSetting);
  return texts;
}

/**
 * Targets count, because a person could send a stored password to a new host and read the password there. If
 * the previous file could not be read, every secret counts as changed.
 */
export function changesSecrets(before: Version | null, after: Version): boolean {
  const known = before ? protectedTexts(before) : new Map<string, string>();
  const next = protectedTexts(after);
  return known.size !== next.size || [...next].some(([path, text]) => known.get(path) !== text);
}

export function replaceSecrets(version: Version, insteadOf: (place: SecretPlace) => string): string {
  const { text } = version;
  let result = "";
  let at = 0;
  for (const place of secretPlaces(version)) {
    result += text.slice(at, place.node.start) + insteadOf(place);
    at = place.node.end;
  }
  return result + text.slice(at);
}

/* The raw editor shows a numbered marker in place of each secret, and a save replaces the markers with the
   secrets. */

const marker = (index: number): string => `«secret ${index + 1}»`;
const markers = { quoted: /"«secret (\d+)»"/g, bare: /«secret (\d+)»/g };
const anyMarker = /«secret \d+»/;

interface Secret {
  readonly text: string;
  readonly key: string | null;
  readonly hidden: Hidden;
  /** Whether `maskBroken` hid the text. In a broken file, the hidden text may contain more than the secret. */
  readonly isLoose: boolean;
  /**
   * In broken text, the text before the marker on the same line. If that text is unchanged, the marker was
   * not moved.
   */
  readonly before?: string;
}

export interface Masked {
  readonly text: string;
  readonly secrets: readonly Secret[];
  /** `quoted`: a marker replaces a whole value. `bare`: it replaces a part of broken text. */
  readonly markers: keyof typeof markers;
}

export function maskSecrets(version: Version): Masked {
  const secrets: Secret[] = [];
  const text = replaceSecrets(version, ({ node, key, hidden }) => {
    secrets.push({ text: sliceOf(version.text, node), key, hidden, isLoose: false });
    return `"${marker(secrets.length - 1)}"`;
  });
  return { text, secrets, markers: "quoted" };
}

/** If the encoding of the text was guessed, hides the whole text, because no key can be identified in it. */
export function maskBroken(text: string, isGuessed: boolean): Masked {
  const whole = { start: 0, end: text.length, key: null, hidden: "secret" as const };
  const credentials = isGuessed ? [whole] : looseCredentials(text);
  const secrets: Secret[] = [];
  let masked = "";
  let at = 0;
  for (const { start, end, key, hidden } of credentials) {
    masked += text.slice(at, start);
    secrets.push({
      text: text.slice(start, end),
      key,
      hidden,
      isLoose: true,
      before: lineBefore(masked, masked.length),
    });
    masked += marker(secrets.length - 1);
    at = end;
  }
  return { text: masked + text.slice(at), secrets, markers: "bare" };
}

const lineBefore = (text: string, at: number): string =>
  /[^\r\n]*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0].trim() ?? "";

export interface Restored {
  readonly text: string;
  readonly places: readonly {
    readonly secret: Secret;
    readonly start: number;
    readonly end: number;
    readonly isUnmoved: boolean;
  }[];
}

/** Unknown markers stay unchanged. */
export function unmaskSecrets(text: string, { secrets, markers: way }: Masked): Restored {
  const places: Restored["places"][number][] = [];
  let result = "";
  let at = 0;
  for (const match of text.matchAll(markers[way])) {
    const secret = secrets[Number(match[1]) - 1];
    if (secret === undefined) continue;
    result += text.slice(at, match.index);
    const { before } = secret;
    const isUnmoved = !!before && before === lineBefore(text, match.index);
    places.push({ secret, start: result.length, end: result.length + secret.text.length, isUnmoved });
    result += secret.text;
    at = match.index + match[0].length;
  }
  return { text: result + text.slice(at), places };
}

/**
 * Returns the paths at which a restored secret would be visible in the browser. A part that was hidden in
 * broken text may contain more than a secret. Such a part is always accepted at its old place.
 */
export function misplacedMarkers(version: Version, places: Restored["places"]): string[] {
  const paths: string[] = [];
  const leaves = leavesOf(version.root);
  let leaf = leaves.next().value;
  for (const { secret, start, end, isUnmoved } of places) {
    if (isUnmoved || (start <= version.root.start && end >= version.root.end)) continue;
    while (leaf && leaf.node.end <= start) leaf = leaves.next().value;
    const overlapping = leaf && leaf.node.start <= end ? leaf : null;
    if (!overlapping) paths.push(leaf ? pathOf(leaf.segments) : "");
    else if (
      !mayStandAt(
        version.text,
        overlapping,
        secret,
        overlapping.node.start <= start && overlapping.node.end >= end,
      )
    )
      paths.push(pathOf(overlapping.segments));
  }
  return paths;
}

/**
 * A secret must not become an unrecognized text, which an editor may show. If the whole leaf is hidden
 * whatever it contains, it may contain anything else. In any other setting, only credentials are hidden.
 * There, the secret must have come from the same key.
 */
function mayStandAt(text: string, leaf: Located, secret: Secret, isWithin: boolean): boolean {
  const hidden = hiddenAs(text, leaf);
  if (hidden === "unrecognized" && secret.hidden === "secret") return false;
  if (isWithin && (hidden === "unrecognized" || isSecretSetting(leaf))) return true;
  if (secret.key === null) return isWithin && hidden !== null;
  return secret.key === lastKey(leaf) && (secret.isLoose || hidden !== null);
}

const isSecretSetting = ({ segments }: Pick<SecretPlace, "segments">): boolean =>
  settingOfAny(pathOf(segments))?.kind === "secret";

export function strayMarkers({ text, root }: Version, places: Restored["places"]): string[] {
  const isRestored = (node: JsonNode) =>
    places.some(({ start, end }) => start <= node.start && end >= node.end);
  const paths: string[] = [];
  const hasNone: Skip = (list) => !/[«\\]/.test(sliceOf(text, list));
  for (const { segments, node } of nodesOf(root, hasNone)) {
    const key = segments.at(-1);
    if (typeof key === "string" && anyMarker.test(key)) paths.push(pathOf(segments));
    if (node.type === "string" && anyMarker.test(String(valueOf(text, node))) && !isRestored(node))
      paths.push(pathOf(segments));
  }
  return paths;
}

/** Minimum length (characters) of secrets to hide in texts. Hiding shorter ones would also hide ordinary words. */
const shortestSecret = 6;

/** Returns the secrets in a version as other programs and people may write them in a text, longest first. */
export function storedSecrets(version: Version): string[] {
  const texts = secretPlaces(version)
    .filter(({ node }) => node.type === "string")
    .flatMap((place) => {
      const text = String(valueOf(version.text, place.node));
      const parts = textCredentials(text).map(({ start, end }) => text.slice(start, end));
      return isSecretSetting(place) ? [text, ...parts] : parts;
    });
  return [...new Set(texts)]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
}

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, hiddenPart), text);
