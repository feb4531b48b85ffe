import "server-only";
import { fields } from "@/lib/config/registry";
import { isSecret } from "./changes";
import { type JsonNode, nodeAt, showPath, sliceOf, valueOf } from "./json";
import { toNeutral } from "./naming";
import type { UsableVersion } from "./parse";

/** A value that must not reach the browser, and where it stands. */
export interface SecretPlace {
  readonly segments: readonly string[];
  readonly node: JsonNode;
}

/** Every secret in a version, in the order of the file; keys outside the registry are judged by name and value. */
export function secretPlaces({ text, root }: UsableVersion): SecretPlace[] {
  const places: SecretPlace[] = [];
  const visit = (segments: readonly string[], node: JsonNode): void => {
    if (node.type === "object") {
      for (const { key, value } of node.members) visit([...segments, key], value);
    } else if (
      node.type !== "null" &&
      isSecret(toNeutral(segments) ?? showPath(segments), valueOf(text, node))
    ) {
      places.push({ segments, node });
    }
  };
  visit([], root);
  return places;
}

/*
 * The raw editor shows the text with a marker in place of each secret, and saving puts the secrets back. Both sides
 * count secrets in the order of the base version, so the markers say nothing but their number.
 */

const marker = (index: number): string => `«secret ${index + 1}»`;
const markerPattern = /"«secret (\d+)»"/g;
/** `"key": "«secret 1»`, the closing quote left out: it may have been cut off. */
const markedPairPattern = /"(?:[^"\\\n]|\\.)*"\s*:\s*"«secret \d+»/g;

export interface Masked {
  readonly text: string;
  /** What stood between the quotes (or the whole value, for a secret that is no text), by number. */
  readonly secrets: readonly string[];
}

/** Hides the secrets of a text: of a usable one by its tree, of a broken one by the look of its lines. */
export function maskSecrets(text: string, version: UsableVersion | null): Masked {
  return version ? maskTree(version) : maskBroken(text);
}

function maskTree(version: UsableVersion): Masked {
  const { text } = version;
  const secrets: string[] = [];
  let masked = "";
  let at = 0;
  for (const { node } of secretPlaces(version)) {
    masked += `${text.slice(at, node.start)}"${marker(secrets.length)}"`;
    secrets.push(sliceOf(text, node));
    at = node.end;
  }
  return { text: masked + text.slice(at), secrets };
}

const secretLeaves = new Set(
  fields.filter(({ kind }) => kind === "secret").map(({ path }) => path.slice(path.lastIndexOf(".") + 1)),
);

/** `"key": "value`, the value's closing quote optional: a file may be cut off in the middle of a secret. */
const pairPattern = /"((?:[^"\\\n]|\\.)*)"(\s*:\s*)("(?:[^"\\\n]|\\.)*"?)/g;

function maskBroken(text: string): Masked {
  const secrets: string[] = [];
  const masked = text.replace(pairPattern, (whole: string, key: string, colon: string, value: string) => {
    const content = value.slice(1).replace(/"$/, "");
    if (!secretLeaves.has(key) && !isSecret(key, content)) return whole;
    secrets.push(value);
    const closing = value.length > 1 && value.endsWith('"') ? '"' : "";
    return `"${key}"${colon}"${marker(secrets.length - 1)}${closing}`;
  });
  return { text: masked, secrets };
}

/**
 * Puts the secrets back where their markers stand; a marker of no secret is left as it is. A secret that had been cut
 * off gets its closing quote, which the marker had.
 */
export function unmaskSecrets(text: string, secrets: readonly string[]): string {
  return text.replace(markerPattern, (whole: string, number: string) => {
    const secret = secrets[Number(number) - 1];
    if (secret === undefined) return whole;
    return secret.startsWith('"') && !(secret.length > 1 && secret.endsWith('"')) ? `${secret}"` : secret;
  });
}

/**
 * The paths at which a text has markers whose secrets, put back, would be shown to the browser. In a broken base
 * (`brokenBase`: its masked text) secrets were told by the last key alone, so more was hidden than there is to hide: a
 * marker that still stands at that key has not been moved.
 */
export function misplacedMarkers(
  masked: UsableVersion,
  restored: UsableVersion,
  brokenBase: string | null,
): string[] {
  const unmoved = new Set(
    brokenBase?.match(markedPairPattern)?.map((pair) => pair.replace(/"\s*:\s*"/, '": "')),
  );
  const found: string[] = [];
  const visit = (segments: readonly string[], node: JsonNode): void => {
    if (node.type === "object") {
      for (const { key, value } of node.members) visit([...segments, key], value);
    } else if (sliceOf(masked.text, node).match(markerPattern)) {
      const path = toNeutral(segments) ?? showPath(segments);
      const secret = nodeAt(restored.root, segments);
      const hidden = secret && isSecret(path, valueOf(restored.text, secret));
      const marked = sliceOf(masked.text, node).slice(0, -1);
      if (unmoved.has(`${JSON.stringify(segments.at(-1))}: ${marked}`)) return;
      if (node.type !== "string" || !hidden) found.push(path);
    }
  };
  visit([], masked.root);
  return found;
}

/** The paths at which a text whose secrets were put back still has a marker: one of no secret of the base. */
export function strayMarkers({ text, root }: UsableVersion): string[] {
  const found: string[] = [];
  const visit = (segments: readonly string[], node: JsonNode): void => {
    if (node.type === "object") {
      for (const { key, value } of node.members) visit([...segments, key], value);
    } else if (sliceOf(text, node).match(markerPattern)) {
      found.push(toNeutral(segments) ?? showPath(segments));
    }
  };
  visit([], root);
  return found;
}
