import { describeValue } from "@/components/form/describe";
import { navigation } from "@/components/shell/navigation";
import type { ConfigDocument } from "@/lib/config/document";
import type { Field } from "@/lib/config/field";
import { filterSettings, type SettingFilter } from "@/lib/config/filters";
import { getAt } from "@/lib/config/paths";
import { searchSections, searchSettings } from "@/lib/config/search";

export interface PageHit {
  title: string;
  href: string;
}

const fixedPages: readonly PageHit[] = [
  navigation.overview,
  navigation.settings,
  ...navigation.rest.flat(),
  { title: "New application", href: "/applications/new" },
  { title: "Other keys", href: "/settings/other" },
];

/** Pages whose title has every word of the query, then the sections that it names; without a query, the pages. */
export function findPages(query: string): PageHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const titled = fixedPages.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const sections = words.length === 0 ? [] : searchSections(query);
  return [...titled, ...sections.map(({ id, title }) => ({ title, href: `/settings/${id}` }))];
}

/** A setting's value as it is shown beside its name. Of a secret only whether there is one. */
export function valueText(document: ConfigDocument, field: Field): string {
  if (field.kind === "secret") return document.secrets[field.path] === "set" ? "set" : "not set";
  return describeValue(field, getAt(document.values, field.path));
}

/** Words that a setting can be found by beside those of the registry: its value, and its key as the file spells it. */
function textOf(document: ConfigDocument): (field: Field) => string {
  return (field) => {
    const value = getAt(document.values, field.path);
    return [
      valueText(document, field),
      typeof value === "object" ? JSON.stringify(value) : String(value),
      document.spelling[field.path] ?? "",
    ].join(" ");
  };
}

/** Settings that the query names and all filters leave over: the best first, or in the order of the navigation. */
export function findSettings(
  document: ConfigDocument,
  { query, filters, limit }: { query: string; filters: readonly SettingFilter[]; limit: number },
): readonly Field[] {
  const left = filterSettings(document, filters);
  if (query.trim() === "") return left.slice(0, limit);
  const allowed = new Set(left);
  return searchSettings(query, { textOf: textOf(document), limit: 1000 })
    .map(({ field }) => field)
    .filter((field) => allowed.has(field))
    .slice(0, limit);
}
