import { meaningOf, stemOf, type Term } from "./search-texts";

/** The words of a label or of another name of something that can be found. */
export type Name = readonly { readonly word: string; readonly stem: string }[];

export const nameOf = (text: string): Name =>
  meaningOf(text)
    .flatMap((term) => term.text.split(" "))
    .map((word) => ({ word, stem: stemOf(word) }));

/** A term with the share of the query's meaning that it has, and all that a name may have for it, the surest first. */
export interface WeightedTerm {
  readonly isSaying: boolean;
  readonly weight: number;
  readonly variants: readonly { readonly phrase: Name; readonly certainty: number }[];
}

/** How sure it is that another word for the same thing is meant. */
const otherCertainty = 0.85;
const shortestRelated = 5;
/** How much it counts that the query has the words of the name, rather than the name those of the query. */
const nameShare = 0.35;
const orderShare = 0.1;

interface Place {
  readonly certainty: number;
  readonly at: readonly number[];
}

/** Whether stems belong to forms of one word, such as "regist" (register) and "registr" (registration). */
const areRelated = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= shortestRelated && (one.startsWith(other) || other.startsWith(one)));

export function weightedTerm(term: Term, weight: number): WeightedTerm {
  const variant = (text: string, certainty: number) => ({
    phrase: text.split(" ").map((word) => ({ word, stem: stemOf(word) })),
    certainty,
  });
  return {
    isSaying: term.isSaying,
    weight,
    variants: [variant(term.text, 1), ...term.others.map((other) => variant(other, otherCertainty))],
  };
}

const placeOfWord = ({ word, stem }: Name[number], name: Name): number =>
  name.findIndex((one) => one.word === word || areRelated(one.stem, stem));

function placeOf({ variants }: WeightedTerm, name: Name): Place | undefined {
  for (const { phrase, certainty } of variants) {
    const at = phrase.map((word) => placeOfWord(word, name));
    if (!at.includes(-1)) return { certainty, at };
  }
  return undefined;
}

/** Rates from 0 to 1 how much a name and a query have in common, and whether in the same order. */
function likenessOfName(name: Name, terms: readonly WeightedTerm[]): number {
  const places = terms.map((term) => placeOf(term, name));
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const asked = terms.reduce((sum, { weight }, at) => sum + weight * (places[at]?.certainty ?? 0), 0) / total;
  if (asked === 0) return 0;
  const named = new Set(places.flatMap((place) => place?.at ?? [])).size / name.length;
  const order = places.flatMap((place) => place?.at[0] ?? []);
  const pairs = order.slice(1);
  const inOrder =
    pairs.length === 0 ? 1 : pairs.filter((at, pair) => at > (order[pair] ?? 0)).length / pairs.length;
  return (1 - orderShare + orderShare * inOrder) / ((1 - nameShare) / asked + nameShare / named);
}

/** Whether a name is a command that the query begins with, such as "Create guild" for "make a new server". */
export const isCommanded = (names: readonly Name[], [verb, ...rest]: readonly WeightedTerm[]): boolean =>
  verb !== undefined &&
  verb.isSaying &&
  names.some(
    (name) =>
      name.length > 1 &&
      placeOf(verb, name)?.at[0] === 0 &&
      rest.every((term) => placeOf(term, name) !== undefined),
  );

/** Rates the name that has most in common with the query. */
export const likenessOf = (names: readonly Name[], terms: readonly WeightedTerm[]): number =>
  Math.max(0, ...names.map((name) => (name.length === 0 ? 0 : likenessOfName(name, terms))));
