import { stemOf, type Term, termsOf } from "./search-texts";

/** The weight of a label that consists of words of the query, and of their order. */
const COVERED = 0.25;
const ORDERED = 0.1;

/** Shorter stems begin too many other words. */
const shortest = 4;

function placeOf({ text, others }: Term, words: readonly string[]): number {
  const stems = [text, ...others.filter((other) => !other.includes(" "))].map(stemOf);
  return words.findIndex((word) =>
    stems.some((stem) => stemOf(word) === stem || (stem.length >= shortest && word.startsWith(stem))),
  );
}

/**
 * Rates how much of a label the query has, and whether in the label's order: "users per guild" is not "guilds per user".
 * 1 if it has nothing of it.
 */
export function likenessOf(label: string, terms: readonly Term[]): number {
  const words = termsOf(label);
  const places = terms
    .filter(({ isSaying }) => !isSaying)
    .map((term) => placeOf(term, words))
    .filter((place) => place >= 0);
  const inOrder = places.slice(1).filter((place, at) => place > (places[at] ?? 0)).length;
  return (
    1 + (COVERED * new Set(places).size) / words.length + (ORDERED * inOrder) / Math.max(1, places.length - 1)
  );
}
