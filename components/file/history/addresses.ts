import type { RevisionFilter } from "@/lib/shared/contract/history";

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

export const comparisonHref = (one: number, other: number): string =>
  `/settings/history/compare?from=${Math.min(one, other)}&to=${Math.max(one, other)}`;
