import MiniSearch, { type Query } from "minisearch";
import type { Field } from "./field";
import { type Registry, specified } from "./registry";
import {
  boosts,
  endsOf,
  essentialOf,
  isSaying,
  type Named,
  nameRank,
  sectionNames,
  termsOf,
  type Texts,
  textsOfPlace,
  textsOfSection,
  textsOfSetting,
  wordsOf,
} from "./search-texts";

/** A page of the panel. Settings are not pages. */
export interface Page extends Named {
  readonly href: string;
}

/** An action that the search offers, such as changing the theme. */
export interface Command extends Named {
  readonly act: string;
}

export type Place = Page | Command;

/**
 * The best results have the highest scores. Compare scores only between results of the same search and the same kind.
 */
export type SearchHit = {
  readonly score: number;
  /**
   * The text to highlight, in lower case: the typed part of a word, or a whole word if the query contains a typo.
   */
  readonly letters: readonly string[];
} & (
  | { readonly kind: "setting"; readonly field: Field }
  | {
      readonly kind: "place";
      readonly place: Place;
      /** Whether the query matches a name, not only the description. Such results come first. */
      readonly isNamed: boolean;
    }
  /** An unrecognized key in the file. */
  | { readonly kind: "key"; readonly path: string }
);

type Target =
  | { kind: "setting"; field: Field }
  | { kind: "place"; place: Place }
  | { kind: "key"; path: string };

type Document = Texts & { id: number };

const wordFields = Object.keys(boosts).filter((name) => name !== "whole");
/**
 * Words of two or three letters are not searched in help texts, because almost every sentence has a word that starts
 * with the same letters.
 */
const shortWordFields = wordFields.filter((name) => name !== "help");
const wholeWordFields = wordFields.filter((name) => name !== "end");

/**
 * The weights of words in the index that only start with the typed word, or that differ from it by a typing
 * error.
 */
const weights = { prefix: 0.8, fuzzy: 0.4 };

/** Words with fewer letters must be typed without errors, because short words are too similar to each other. */
const shortest = 4;
const errorsIn = (term: string): number => (term.length >= 8 ? 2 : term.length > shortest ? 1 : 0);

const tokenize = (text: string, field?: string): string[] => {
  if (field === "whole") return text.toLowerCase().split("\n");
  const words = wordsOf(text);
  return field === "end" ? words.flatMap(endsOf) : words;
};
const asIs = (term: string) => term;

/**
 * Finds results for a query: first the pages and commands with a matching name, then all other results by
 * score. A result must match every word of the query, except words that match nothing at all.
 */
export type Search = (query: string) => SearchHit[];

/**
 * Indexes settings, sections, `places` and unrecognized keys, which takes tens of milliseconds.
 * @param textOf returns more words to search for a setting, such as its value; it is not called for secrets
 */
export function createSearch({
  places = [],
  keys = [],
  textOf,
  registry = specified,
}: {
  places?: readonly Place[];
  keys?: readonly string[];
  textOf?: (field: Field) => string;
  registry?: Registry;
} = {}): Search {
  const targets: Target[] = [];
  const index = new MiniSearch<Document>({ fields: Object.keys(boosts), tokenize, processTerm: asIs });
  const add = (target: Target, texts: Texts) => index.add({ ...texts, id: targets.push(target) - 1 });
  for (const section of registry.sections) {
    for (const card of section.cards) {
      for (const field of card.fields) {
        const value = field.kind === "secret" ? undefined : textOf?.(field);
        add({ kind: "setting", field }, { ...textsOfSetting(section, card, field), value });
      }
    }
    const place = {
      title: section.title,
      href: `/settings/${section.id}`,
      names: [section.id, ...(sectionNames[section.id] ?? [])],
    };
    add({ kind: "place", place }, textsOfSection(section));
  }
  for (const place of places) add({ kind: "place", place }, textsOfPlace(place));
  for (const path of keys) add({ kind: "key", path }, { whole: path, key: path, end: path });

  const find = (query: Query) => index.search(query, { boost: boosts, weights });

  /**
   * Searches with increasing tolerance until there are results: first for the words as typed, then for
   * similar words, and finally without the words that match nothing.
   */
  function lookUp(terms: readonly string[], query: string) {
    const essential = essentialOf(terms);
    const choices = essential.length < terms.length ? [terms, essential] : [terms];
    for (const isLenient of [false, true]) {
      for (const words of choices) {
        const found = find(queryFor(words, query, isLenient));
        if (found.length > 0) return found;
      }
    }
    const known = essential.filter((term) => find(wordQuery(term, false)).length > 0);
    return known.length > 0 && known.length < essential.length ? find(queryFor(known, query, false)) : [];
  }

  return (query) => {
    const terms = termsOf(query);
    if (terms.length === 0) return [];
    const found = new Map(lookUp(terms, query).map((one) => [Number(one.id), one]));
    const isNothing = found.size === 0;
    const named = targets.flatMap((target, id) => {
      if (target.kind !== "place") return [];
      const score = placeScore(target.place, terms, found.get(id)?.terms, isNothing);
      if (score === 0) return [];
      found.delete(id);
      return [{ ...target, isNamed: true, score, letters: terms }];
    });
    const others = [...found].flatMap(([id, { score, terms: words }]) => {
      const target = targets[id];
      if (target === undefined) return [];
      return [{ ...target, isNamed: false, score, letters: lettersOf(words, terms) }];
    });
    return [...named.sort((a, b) => b.score - a.score), ...others];
  };
}

/**
 * Rates how well the query matches a name of a page or command. 0 means no match. Among equal matches, a
 * title that contains more words of the query scores higher.
 * @param found the words in the index that match; for a typo, the intended word
 * @param isNothing true if no result has all words of the query; then one word is enough
 */
function placeScore(
  place: Place,
  terms: readonly string[],
  found: readonly string[] = [],
  isNothing: boolean,
): number {
  const isNameOf = (word: string) => nameRank(place, [word]) === 3;
  const isMeant = found.some((word) => isNameOf(word) && !terms.some((term) => word.startsWith(term)));
  const rank = isMeant ? 3 : nameRank(place, terms);
  if (rank === 3) return rank;
  if (rank > 0) {
    const title = termsOf(place.title);
    return rank + terms.filter((term) => title.includes(term)).length / (terms.length + 1);
  }
  const at = isNothing ? essentialOf(terms).findIndex(isNameOf) : -1;
  return at < 0 ? 0 : 1 / (at + 2);
}

function queryFor(terms: readonly string[], query: string, isLenient: boolean): Query {
  const words: Query = { combineWith: "AND", queries: terms.map((term) => wordQuery(term, isLenient)) };
  return { combineWith: "OR", queries: [words, wholeQuery(query)] };
}

/**
 * Searches for one word. A lenient search also finds words with typos. Two swapped adjacent letters are
 * searched separately, because the library would count them as two errors.
 */
function wordQuery(term: string, isLenient: boolean): Query {
  const exchanged = Array.from({ length: term.length - 1 }, (_, at) =>
    [term.slice(0, at), term[at + 1], term[at], term.slice(at + 2)].join(""),
  );
  return {
    combineWith: "OR",
    fields: term.length < shortest ? shortWordFields : wordFields,
    tokenize: (text) => [text],
    prefix: !isSaying(term),
    queries: isLenient
      ? [
          { queries: [term], fields: wholeWordFields, fuzzy: errorsIn(term) },
          ...(term.length < shortest ? [] : [{ queries: exchanged, boostTerm: () => weights.fuzzy }]),
        ]
      : [term],
  };
}

/** Finds keys and labels that start with the query. */
function wholeQuery(query: string): Query {
  return {
    queries: [query.trim().toLowerCase()],
    fields: ["whole"],
    prefix: true,
    tokenize: (text) => [text],
  };
}

/**
 * Returns the letters to highlight in each matching word: the typed beginning. If no typed term is the word's
 * beginning, for example because of a typo, returns the whole word.
 */
function lettersOf(words: readonly string[], terms: readonly string[]): string[] {
  const longestFirst = [...terms].sort((a, b) => b.length - a.length);
  return [...new Set(words.flatMap((word) => longestFirst.find((term) => word.startsWith(term)) ?? word))];
}
