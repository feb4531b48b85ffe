import { diff } from "@codemirror/merge";
import { readTolerantly } from "@/lib/shared/json/read";
import { type JsonNode, sliceOf } from "@/lib/shared/json/tree";

export interface MergedTexts {
  /** In a conflict, the lines of `mine` are used. */
  text: string;
  conflicts: number;
}

interface LineChange {
  from: number;
  to: number;
  lines: readonly string[];
}

const diffConfig = { scanLimit: 5_000, timeout: 500 };

/**
 * Merges two edited versions of `base`, line by line. If both versions changed the same lines, the lines of `mine` are
 * used. docs/decisions/0003-merging-texts.md explains why no library is used.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedTexts {
  const myChanges = changesOf(base, mine);
  let conflicts = 0;
  const theirChanges = changesOf(base, theirs).filter((change) => {
    const met = myChanges.filter(({ from, to }) => from <= change.to && to >= change.from);
    if (met.some((one) => !isSame(one, change))) conflicts += 1;
    return met.length === 0;
  });
  const lines = base.split("\n");
  for (const { from, to, lines: instead } of [...myChanges, ...theirChanges].sort(
    (a, b) => b.from - a.from,
  )) {
    lines.splice(from, to - from, ...instead);
  }
  return { text: lines.join("\n"), conflicts };
}

/** Excludes surrogates, which are invalid on their own. */
const letters = 0x10000 - 0x800;
const letterOf = (index: number): string => String.fromCharCode(index < 0xd800 ? index : index + 0x800);

/**
 * Compares two texts line by line. Each distinct line is mapped to one character, because `diff` compares characters.
 */
function changesOf(before: string, after: string): LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const known = new Map([...new Set([...old, ...now])].map((line, index) => [line, letterOf(index)]));
  // With more distinct lines than characters, two lines could share a character. The whole text then counts as changed.
  if (known.size > letters) return [{ from: 0, to: old.length, lines: now }];
  const spell = (lines: readonly string[]) => lines.map((line) => known.get(line)).join("");
  return diff(spell(old), spell(now), diffConfig).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: now.slice(fromB, toB),
  }));
}

function isSame(one: LineChange, other: LineChange): boolean {
  return one.from === other.from && one.to === other.to && one.lines.join("\n") === other.lines.join("\n");
}

/*
 * The server replaces a version's secrets with markers, numbered from the first secret to the last. In a
 * newer version, the same secret may have another number. A merge must therefore renumber the markers in the
 * edited text. Otherwise, a save would mix up the secrets.
 */

const marker = /^"«secret (\d+)»"?$/;
const markers = /"«secret (\d+)»"/g;

/** Finds the markers in a text. Returns each marker's number by its path, and each marker's path by its number. */
function placesOf(text: string): { numberAt: Map<string, string>; pathOf: Map<string, string> } {
  const numberAt = new Map<string, string>();
  const pathOf = new Map<string, string>();
  const open: { node: JsonNode; path: string }[] = [];
  // Invalid JSON is parsed as far as possible.
  const { root } = readTolerantly(text);
  if (root) open.push({ node: root, path: "" });
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const number = node.type === "string" ? marker.exec(sliceOf(text, node))?.[1] : undefined;
    if (number !== undefined) {
      numberAt.set(path, number);
      pathOf.set(number, path);
    }
    if (node.type === "object") {
      for (const { key, value } of node.members) open.push({ node: value, path: `${path}\n${key}` });
    } else if (node.type === "array") {
      node.items.forEach((item, index) => open.push({ node: item, path: `${path}\n${index}` }));
    }
  }
  return { numberAt, pathOf };
}

/**
 * Renumbers the markers of secrets in `text` to match a newer version. If the newer version does not contain
 * a secret anymore, replaces the secret's marker with null, which unsets the key.
 * @param from the masked version on which `text` is based
 * @param to the newer masked version
 */
export function renumberMarkers(text: string, from: string, to: string): string {
  const { pathOf } = placesOf(from);
  const { numberAt } = placesOf(to);
  return text.replace(markers, (whole, number: string) => {
    const path = pathOf.get(number);
    if (path === undefined) return whole;
    const renumbered = numberAt.get(path);
    return renumbered === undefined ? "null" : `"«secret ${renumbered}»"`;
  });
}
