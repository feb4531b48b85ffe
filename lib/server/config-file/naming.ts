import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf, editions, namings, perEditions } from "@/lib/shared/settings/editions";
import { type JsonNode, type JsonObject, nodeAt, valueOf } from "@/lib/shared/json/tree";
import type { JsonValue } from "@/lib/shared/json/value";

export { namings };

/*
 * Applies the editions' spelling tables (docs/configuration-file.md). Only this folder uses the tables,
 * to convert text to values, and operations to edits. All other code uses neutral names.
 */

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Maps a path whose last key has an edition's spelling to the neutral path. Contains only keys that an
 * edition spells differently.
 */
const neutralKeys = perEditions(
  (all): ReadonlyMap<string, string> =>
    new Map(
      all.flatMap(({ spelling }) =>
        Object.entries(spelling.keys).map(([path, key]) => [
          parentOf(path) ? `${parentOf(path)}.${key}` : key,
          path,
        ]),
      ),
    ),
);

/**
 * Neutral paths for which at least one edition uses another key (`keys`) or other option values (`values`).
 */
const renamed = perEditions((all) => ({
  keys: [...new Set(all.flatMap(({ spelling }) => Object.keys(spelling.keys)))],
  values: [...new Set(all.flatMap(({ spelling }) => Object.keys(spelling.values)))],
}));

export function spell(path: string, naming: Naming): string[] {
  const { keys } = editionOf(naming).spelling;
  return path
    .split(".")
    .map((segment, index, segments) => keys[segments.slice(0, index + 1).join(".")] ?? segment);
}

/** Null if a key contains a dot. */
export function toNeutral(segments: readonly string[]): string | null {
  return segments.reduce<string | null>(neutralBelow, "");
}

/** `key` is spelled as in a file. Null if it contains a dot. */
export function neutralBelow(parent: string | null, key: string): string | null {
  if (parent === null || key.includes(".")) return null;
  const spelled = parent ? `${parent}.${key}` : key;
  return neutralKeys().get(spelled) ?? spelled;
}

export function neutralValue(path: string, value: JsonValue): JsonValue {
  for (const { spelling } of editions()) {
    const pair = Object.entries(spelling.values[path] ?? {}).find(([, spelled]) => spelled === value);
    if (pair) return pair[0];
  }
  return value;
}

/** Spells `value` for `path` in the naming that the current value uses, or else in the file's naming. */
export function spelledValue(path: string, value: JsonValue, naming: Naming, present?: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  const { spelling } = editionOf(valueNaming(path, present) ?? naming);
  return spelling.values[path]?.[value] ?? value;
}

function valueNaming(path: string, value: JsonValue | undefined): Naming | null {
  if (typeof value !== "string") return null;
  for (const { naming, spelling } of editions()) {
    const table = spelling.values[path] ?? {};
    if (Object.values(table).includes(value)) return naming;
    if (Object.hasOwn(table, value)) return "neutral";
  }
  return null;
}

export interface Detected {
  readonly naming: Naming;
  readonly isShown: boolean;
  /** The paths in the file, grouped by the naming that they use. A mixed file has paths in more than one naming. */
  readonly places: Readonly<Record<Naming, readonly string[][]>>;
}

/**
 * Detects the naming of a file:
 *
 * - If the file uses only one naming, this is the file's naming.
 * - Otherwise, `choice` (CONFIG_NAMING) determines the naming.
 * - Without a choice, a file that uses several namings (a mixed file) is not neutral, because a program with another
 *   naming ignores neutral names. Nor is a file with a setting or a group that only another edition has.
 * - If the file shows no naming, `hint` determines it (`naming-choice.ts`). Without a hint, the file is neutral.
 */
export function detectNaming(
  text: string,
  root: JsonObject,
  { choice, hint }: { choice?: Naming | undefined; hint?: Naming | undefined },
): Detected {
  const places = Object.fromEntries(namings.map((naming) => [naming, []])) as unknown as Record<
    Naming,
    string[][]
  >;
  for (const path of renamed().keys) {
    for (const naming of namings) {
      const segments = spell(path, naming);
      if (nodeAt(root, segments)) places[naming].push(segments);
    }
  }
  for (const path of renamed().values) {
    const node = nodeAt(root, path.split("."));
    const naming = node && valueNaming(path, valueOf(text, node));
    if (naming) places[naming].push(path.split("."));
  }
  const shown = namings.filter((naming) => places[naming].length > 0);
  const [only] = shown;
  if (only !== undefined && shown.length === 1) return { naming: only, isShown: true, places };
  const revealed = shown.length === 0 ? namingOfOwnKeys(root) : shown.find((naming) => naming !== "neutral");
  const naming = choice ?? revealed ?? hint ?? "neutral";
  return { naming, isShown: revealed !== undefined, places };
}

export function isSpelledAlike({ path, value }: { path: string; value: unknown }): boolean {
  const spellingsOf = namings.map((naming) => spell(path, naming).join("."));
  const values = editions().map(({ spelling }) => spelling.values[path]?.[String(value)] ?? value);
  return new Set(spellingsOf).size === 1 && new Set(values).size === 1;
}

/** Paths of the settings and groups that only one edition has. */
const ownPaths = perEditions((all): readonly [Naming, readonly string[]][] =>
  all.map(({ naming, registry }) => {
    const others = all.filter((other) => other.naming !== naming);
    const isOwn = (path: string) =>
      !others.some(
        ({ registry: { containerPaths, fieldAt } }) => fieldAt(path) ?? containerPaths.includes(path),
      );
    const paths = [...registry.containerPaths, ...registry.fields.map(({ path }) => path)];
    return [naming, paths.filter(isOwn)];
  }),
);

const namingOfOwnKeys = (root: JsonObject): Naming | undefined =>
  ownPaths().find(([naming, paths]) => paths.some((path) => nodeAt(root, spell(path, naming))))?.[0];

const knownSpellings = perEditions(() => new Map<Naming, Map<string, readonly (readonly string[])[]>>());

/** Returns every distinct spelling of a setting's path, beginning with the spelling of `naming`. */
export function spellings(path: string, naming: Naming): readonly (readonly string[])[] {
  const known = knownSpellings().get(naming) ?? new Map<string, readonly (readonly string[])[]>();
  knownSpellings().set(naming, known);
  const cached = known.get(path);
  if (cached) return cached;
  const all = [naming, ...namings].map((each) => spell(path, each));
  const spellings = [...new Map(all.map((segments) => [segments.join("."), segments])).values()];
  known.set(path, spellings);
  return spellings;
}

export interface Located {
  readonly segments: readonly string[];
  readonly node: JsonNode | undefined;
}

/**
 * If the file contains several spellings, a spelling with a value takes precedence, and then the spelling of
 * `naming`. If the setting is missing, returns where it belongs: in the existing group of its siblings (in
 * any spelling), or else in the spelling of `naming`.
 */
export function locate(root: JsonObject, path: string, naming: Naming): Located {
  const candidates = spellings(path, naming).map((segments) => ({ segments, node: nodeAt(root, segments) }));
  return (
    candidates.find(({ node }) => node && node.type !== "null") ??
    candidates.reduce((best, candidate) =>
      depthIn(root, candidate) > depthIn(root, best) ? candidate : best,
    )
  );
}

const depthIn = (root: JsonObject, { segments }: Located): number =>
  segments.filter((_, index) => nodeAt(root, segments.slice(0, index + 1))).length;
