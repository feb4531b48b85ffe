import { findAll } from "@/components/settings/search/find";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";

/** Returns the titles of places and the paths of settings and keys, in the order in which the palette lists them. */
export function searchAnswers(document: ConfigSnapshot, query: string): string[] {
  const { named, settings, keys, places } = findAll(document, query);
  return [
    ...named.map(({ what }) => what.title),
    ...settings.map(({ what }) => what.path),
    ...keys.map(({ what }) => what),
    ...places.map(({ what }) => what.title),
  ];
}

export type Queries = readonly (readonly [query: string, meant: readonly string[]])[];

/** Returns the queries whose first answer is not one of those that were meant, with that answer. */
export const missedQueries = (document: ConfigSnapshot, queries: Queries): string[] =>
  queries.flatMap(([query, meant]) => {
    const [first] = searchAnswers(document, query);
    return first !== undefined && meant.includes(first) ? [] : [`${query}: ${first}`];
  });
