import SearchableMap from "minisearch/SearchableMap";
import type { Registry } from "./registry";

interface Paths {
  readonly map: SearchableMap<string>;
  readonly longest: number;
}

const indexes = new WeakMap<Registry, Paths>();

function pathsOf(registry: Registry): Paths {
  const known = indexes.get(registry);
  if (known) return known;
  const paths = registry.fields.map(({ path }) => path);
  const made = {
    map: SearchableMap.from<string>(paths.map((path) => [path.toLowerCase(), path])),
    longest: Math.max(...paths.map(({ length }) => length)),
  };
  indexes.set(registry, made);
  return made;
}

/**
 * The setting whose path was probably intended: a path with a few typing errors, or with the same last key in the same
 * section. Undefined if no path is similar.
 */
export function nearestPath(path: string, registry: Registry): string | undefined {
  const wanted = path.toLowerCase();
  return fewestErrors(wanted, registry) ?? sameLastKey(wanted, registry);
}

function fewestErrors(wanted: string, registry: Registry): string | undefined {
  const { map, longest } = pathsOf(registry);
  const limit = Math.max(2, Math.floor(wanted.length / 4));
  // Long texts are not compared, because the search needs memory quadratic in the length. Such texts match no path.
  if (wanted.length > longest + limit) return undefined;
  const near = [...map.fuzzyGet(wanted, limit).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}

function sameLastKey(wanted: string, { fields }: Registry): string | undefined {
  const last = wanted.split(".").at(-1) ?? "";
  const [section] = wanted.split(".", 1);
  const candidates = fields.filter((field) => field.path.toLowerCase().split(".").at(-1) === last);
  return (candidates.find((field) => field.path.startsWith(`${section}.`)) ?? candidates[0])?.path;
}
