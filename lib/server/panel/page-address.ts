import "server-only";
import { revisionFilter, type RevisionFilter } from "@/lib/shared/contract/history";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { editions } from "@/lib/shared/settings/editions";

export const isSection = (id: string) =>
  id === unrecognizedKeys || editions().some(({ registry }) => registry.sectionById(id));

/** Reads the filter from the history page's URL. Ignores invalid parameters. */
export function filterOf(query: Record<string, unknown>): RevisionFilter {
  const { author, section, since, until, search } = revisionFilter.shape;
  const named = section.safeParse(query.section).data;
  return {
    author: author.safeParse(query.author).data,
    section: named !== undefined && isSection(named) ? named : undefined,
    since: since.safeParse(query.since).data,
    until: until.safeParse(query.until).data,
    search: search.safeParse(query.search).data,
  };
}

/** Parses a row id in a URL. Returns undefined if it is invalid, because the database would reject the query. */
export function rowId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
