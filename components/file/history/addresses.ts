import type { RevisionFilter } from "@/lib/shared/contract/history";

/** The URL's query for a filter. `before` is the version at which the page starts. */
function filterQuery(filter: RevisionFilter, before?: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value));
  if (before !== undefined) query.set("before", String(before));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export const historyHref = (filter: RevisionFilter, before?: number): string =>
  `/settings/history${filterQuery(filter, before)}`;

export const isFiltered = (filter: RevisionFilter): boolean => filterQuery(filter) !== "";

/** URL of the page that compares two versions, with the older version first. */
export const comparisonHref = (one: number, other: number): string =>
  `/settings/history/compare?from=${Math.min(one, other)}&to=${Math.max(one, other)}`;
