import type { RevisionFilter } from "@/lib/shared/contract/history";

/** Builds the URL query for a filter. The page lists versions older than `before`. */
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
