import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Field } from "@/lib/shared/settings/field";
import { filterSettings, type SettingFilter } from "@/lib/shared/settings/filters";
import { getAt } from "@/lib/shared/settings/paths";
import { createSearch, type Place, type Search } from "@/lib/shared/settings/search";
import { describeValue } from "@/lib/shared/settings/wording";
import { fixedPlaces, isDangerous } from "./places";

/** A setting's value as shown next to its name. For a secret, only whether it is set. */
export function valueText(document: ConfigSnapshot, field: Field): string {
  if (field.kind === "secret") return document.secrets[field.path] === "set" ? "set" : "not set";
  return describeValue(field, getAt(document.values, field.path));
}

const searches = new WeakMap<ConfigSnapshot, Search>();

/** The search index over one version of the file. Built once per version, possibly before the first query. */
export function searchOf(document: ConfigSnapshot): Search {
  const known = searches.get(document);
  if (known !== undefined) return known;
  // A setting can also be found by its value, and by its key in the file's spelling.
  const textOf = (field: Field): string => {
    const value = getAt(document.values, field.path);
    return [
      valueText(document, field),
      typeof value === "object" ? JSON.stringify(value) : String(value),
      document.spelling[field.path] ?? "",
    ].join(" ");
  };
  const search = createSearch({
    places: fixedPlaces,
    keys: document.unknown,
    textOf,
    registry: editionOf(document.naming).registry,
  });
  searches.set(document, search);
  return search;
}

/** A search result, with the matching letters to mark. */
export interface Found<T> {
  readonly what: T;
  readonly letters: readonly string[];
}

export interface FoundAll {
  /** Pages, sections and commands whose name was typed. */
  readonly named: readonly Found<Place>[];
  /** Settings without effect come last. */
  readonly settings: readonly Found<Field>[];
  /** Paths of unrecognized keys. */
  readonly keys: readonly Found<string>[];
  /**
   * Pages, sections and commands that match by another word. Dangerous ones come last, however well they match.
   */
  readonly places: readonly Found<Place>[];
}

/**
 * Everything that matches the query, best first in each group; without a query, all places that are not sections.
 */
export function findAll(document: ConfigSnapshot, query: string): FoundAll {
  if (query.trim() === "") {
    return {
      named: [],
      settings: [],
      keys: [],
      places: fixedPlaces.map((what) => ({ what, letters: [] })),
    };
  }
  const found = {
    named: [] as Found<Place>[],
    settings: [] as Found<Field>[],
    keys: [] as Found<string>[],
    places: [] as Found<Place>[],
  };
  const typed = query.trim().toLowerCase();
  const isNamed = ({ path, label }: Field) => [path, label].some((name) => name.toLowerCase() === typed);
  const dangerous: Found<Place>[] = [];
  const unused: Found<Field>[] = [];
  for (const hit of searchOf(document)(query)) {
    const { letters } = hit;
    if (hit.kind === "setting")
      (hit.field.unused && !isNamed(hit.field) ? unused : found.settings).push({ what: hit.field, letters });
    else if (hit.kind === "key") found.keys.push({ what: hit.path, letters });
    else if (isDangerous(hit.place)) dangerous.push({ what: hit.place, letters });
    else (hit.isNamed ? found.named : found.places).push({ what: hit.place, letters });
  }
  found.settings.push(...unused);
  found.places.push(...dangerous);
  return found;
}

/** Settings that match the query and all filters: best first, or without a query in navigation order. */
export function findSettings(
  document: ConfigSnapshot,
  { query, filters }: { query: string; filters: readonly SettingFilter[] },
): readonly Found<Field>[] {
  const left = filterSettings(document, filters);
  if (query.trim() === "") return left.map((what) => ({ what, letters: [] }));
  const allowed = new Set(left);
  return findAll(document, query).settings.filter(({ what }) => allowed.has(what));
}
