import SearchableMap from "minisearch/SearchableMap";
import { fields } from "./registry";

const paths = SearchableMap.from<string>(fields.map(({ path }) => [path.toLowerCase(), path]));
const longest = Math.max(...fields.map(({ path }) => path.length));

/**
 * The setting whose path was probably meant: one with the same last key in the same section, or one that a few
 * typing errors lead to. Undefined when none is close.
 */
export function nearestPath(path: string): string | undefined {
  const wanted = path.toLowerCase();
  return fewestErrors(wanted) ?? sameLastKey(wanted);
}

function fewestErrors(wanted: string): string | undefined {
  const limit = Math.max(2, Math.floor(wanted.length / 4));
  // The search needs memory quadratic in the length, and a text much longer than any path matches none.
  if (wanted.length > longest + limit) return undefined;
  const near = [...paths.fuzzyGet(wanted, limit).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}

function sameLastKey(wanted: string): string | undefined {
  const last = wanted.split(".").at(-1) ?? "";
  const [section] = wanted.split(".", 1);
  const candidates = fields.filter((field) => field.path.toLowerCase().split(".").at(-1) === last);
  return (candidates.find((field) => field.path.startsWith(`${section}.`)) ?? candidates[0])?.path;
}
