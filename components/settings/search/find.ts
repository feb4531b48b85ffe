import { navigation } from "@/components/shell/navigation";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Field } from "@/lib/shared/settings/field";
import { filterSettings, type SettingFilter } from "@/lib/shared/settings/filters";
import { getAt } from "@/lib/shared/settings/paths";
import { createSearch, type Page, type Search } from "@/lib/shared/settings/search";
import { describeValue } from "@/lib/shared/settings/wording";

const fixedPages: readonly Page[] = [
  navigation.overview,
  navigation.settings,
  ...navigation.rest.flat(),
  { title: "New application", href: "/applications/new" },
  { title: "Other keys", href: "/settings/other" },
];

/** A setting's value as shown next to its name. For a secret, only whether it is set. */
export function valueText(document: ConfigSnapshot, field: Field): string {
  if (field.kind === "secret") return document.secrets[field.path] === "set" ? "set" : "not set";
  return describeValue(field, getAt(document.values, field.path));
}

const searches = new WeakMap<ConfigSnapshot, Search>();

/** The search index over one version of the file. Built once per version, and can be built before the first query. */
export function searchOf(document: ConfigSnapshot): Search {
  const known = searches.get(document);
  if (known !== undefined) return known;
  // A setting can also be found by its value, and by its key as the file spells it.
  const textOf = (field: Field): string => {
    const value = getAt(document.values, field.path);
    return [
      valueText(document, field),
      typeof value === "object" ? JSON.stringify(value) : String(value),
      document.spelling[field.path] ?? "",
    ].join(" ");
  };
  const search = createSearch({ pages: fixedPages, textOf, registry: editionOf(document.naming).registry });
  searches.set(document, search);
  return search;
}

/** Settings and pages that match the query, best first in each; without a query, the pages that are not sections. */
export function findAll(
  document: ConfigSnapshot,
  query: string,
): { settings: readonly Field[]; pages: readonly Page[] } {
  if (query.trim() === "") return { settings: [], pages: fixedPages };
  const hits = searchOf(document)(query);
  return {
    settings: hits.flatMap((hit) => (hit.kind === "setting" ? [hit.field] : [])),
    pages: hits.flatMap((hit) => (hit.kind === "page" ? [hit.page] : [])),
  };
}

/** Settings that match the query and all filters: best first, or without a query in navigation order. */
export function findSettings(
  document: ConfigSnapshot,
  { query, filters }: { query: string; filters: readonly SettingFilter[] },
): readonly Field[] {
  const left = filterSettings(document, filters);
  if (query.trim() === "") return left;
  const allowed = new Set(left);
  return findAll(document, query).settings.filter((field) => allowed.has(field));
}
