import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Field } from "@/lib/shared/settings/field";
import { filterSettings, type SettingFilter } from "@/lib/shared/settings/modified";
import { getAt } from "@/lib/shared/settings/paths";
import { isNameOf } from "@/lib/shared/settings/search-texts";
import { namesOf } from "@/lib/shared/settings/search-names";
import { nearestSettings } from "@/lib/shared/settings/search-nearest";
import { createSearch, type Place, type Search, type SearchHit } from "@/lib/shared/settings/search";
import { describeValue } from "@/lib/shared/settings/wording";
import { fixedPlaces, isDangerous, reference } from "./places";

export function valueText(document: ConfigSnapshot, field: Field): string {
  if (field.kind === "secret") return document.secrets[field.path] === "set" ? "set" : "not set";
  return describeValue(field, getAt(document.values, field.path));
}

const searches = new WeakMap<ConfigSnapshot, Search>();

/** Cached, so each version is indexed only once. */
export function searchOf(document: ConfigSnapshot): Search {
  const known = searches.get(document);
  if (known !== undefined) return known;
  // The index also contains each setting's value and the file's spelling of its key.
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

export interface Found<T> {
  readonly what: T;
  readonly letters: readonly string[];
}

export interface FoundAll {
  /** Pages, sections and commands with a name that matches the query. */
  readonly named: readonly Found<Place>[];
  /** Unused settings come last, unless the query is their exact name, or no used setting is nearly as close. */
  readonly settings: readonly Found<Field>[];
  readonly keys: readonly Found<string>[];
  /** Commands that need confirmation come last. */
  readonly places: readonly Found<Place>[];
  /** Whether nothing matches, and the results are the settings with the most similar names and the reference. */
  readonly isNearest: boolean;
}

const nearest = 3;
/** How many times closer an unused setting must be to come before the used ones. */
const muchCloser = 1.2;

const isUsed = (hit: SearchHit) => hit.kind === "setting" && !hit.field.unused;

/** Finds everything that matches the query, the best match first. */
export function findAll(document: ConfigSnapshot, query: string): FoundAll {
  const results = {
    named: [] as Found<Place>[],
    settings: [] as Found<Field>[],
    keys: [] as Found<string>[],
    places: [] as Found<Place>[],
    isNearest: false,
  };
  if (query.trim() === "") return { ...results, places: fixedPlaces.map((what) => ({ what, letters: [] })) };
  const typed = query.trim().toLowerCase();
  const isNamed = (field: Field) =>
    [field.path, field.label].some((name) => name.toLowerCase() === typed) ||
    (typed.includes(" ") && namesOf(field).includes(typed));
  const dangerous: Found<Place>[] = [];
  const unused: Found<Field>[] = [];
  const hits = searchOf(document)(query);
  const best = Math.max(0, ...hits.filter(isUsed).map(({ score }) => score));
  for (const hit of hits) {
    const { letters } = hit;
    if (hit.kind === "setting")
      (isUsed(hit) || isNamed(hit.field) || hit.score > best * muchCloser ? results.settings : unused).push({
        what: hit.field,
        letters,
      });
    else if (hit.kind === "key") results.keys.push({ what: hit.path, letters });
    else if (isDangerous(hit.place) && !isNameOf(hit.place, query))
      dangerous.push({ what: hit.place, letters });
    else (hit.isNamed ? results.named : results.places).push({ what: hit.place, letters });
  }
  results.settings.push(...unused);
  results.places.push(...dangerous);
  if ([results.named, results.settings, results.keys, results.places].some((list) => list.length > 0))
    return results;
  const fields = editionOf(document.naming).registry.fields;
  return {
    ...results,
    settings: nearestSettings(fields, query, nearest).map((what) => ({ what, letters: [] })),
    places: [{ what: reference, letters: [] }],
    isNearest: true,
  };
}

export function findSettings(
  document: ConfigSnapshot,
  { query, filters }: { query: string; filters: readonly SettingFilter[] },
): Pick<FoundAll, "settings" | "isNearest"> {
  const filtered = filterSettings(document, filters);
  if (query.trim() === "")
    return { settings: filtered.map((what) => ({ what, letters: [] })), isNearest: false };
  const allowed = new Set(filtered);
  const { settings, isNearest } = findAll(document, query);
  return { settings: settings.filter(({ what }) => allowed.has(what)), isNearest };
}
