import MiniSearch, { type Query } from "minisearch";
import type { Field } from "./field";
import { type Registry, specified } from "./registry";
import { nameRank } from "./search-names";
import {
  boosts,
  type Texts,
  textsOfPlace,
  textsOfSection,
  textsOfSetting,
  sectionNames,
} from "./search-texts";
import { endsOf, essentialOf, isSaying, termsOf, wordsOf } from "./search-words";

interface Named {
  readonly title: string;
  /** Other names for it. */
  readonly names?: readonly string[];
}

/** A page of the panel that is not a setting. */
export interface Page extends Named {
  readonly href: string;
}

/** An action of the panel. */
export interface Command extends Named {
  readonly act: string;
}

export type Place = Page | Command;

/** Higher scores are better. Scores are comparable only within one search and one kind. */
export type SearchHit = {
  readonly score: number;
  /** The matching letters in lower case: parts of words as typed, or whole words that were intended. */
  readonly letters: readonly string[];
} & (
  | { readonly kind: "setting"; readonly field: Field }
  | {
      readonly kind: "place";
      readonly place: Place;
      /** Whether its name was typed, not just a word in its description. Named results come first. */
      readonly isNamed: boolean;
    }
  /** An unrecognized key of the file. */
  | { readonly kind: "key"; readonly path: string }
);

type Target =
  | { kind: "setting"; field: Field }
  | { kind: "place"; place: Place }
  | { kind: "key"; path: string };

type Document = Texts & { id: number };

const wordFields = Object.keys(boosts).filter((name) => name !== "whole");
/** Two or three letters start some word of almost every sentence. */
const shortWordFields = wordFields.filter((name) => name !== "help");
const wholeWordFields = wordFields.filter((name) => name !== "end");

/** Weight of a word that only starts with the search term, or differs from it by a typing error. */
const weights = { prefix: 0.8, fuzzy: 0.4 };

/**
 * Minimum length of a word that may contain a typing error. Shorter words and ends of words are too similar to
 * each other.
 */
const shortest = 4;
const errorsIn = (term: string): number => (term.length >= 8 ? 2 : term.length > shortest ? 1 : 0);

const tokenize = (text: string, field?: string): string[] => {
  if (field === "whole") return text.toLowerCase().split("\n");
  const words = wordsOf(text);
  return field === "end" ? words.flatMap(endsOf) : words;
};
const asIs = (term: string) => term;

/** Finds results for a query: places that it names, then the best of all kinds. Every word must match. */
export type Search = (query: string) => SearchHit[];

/**
 * Indexes settings, sections, other places and keys, which takes tens of milliseconds.
 * @param textOf further words of a setting, such as its value; it is not called for secrets
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
   * The matches of the strictest search that finds any: first as typed, then with errors, and finally without the
   * words that match nothing.
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
 * How well the words match a place; 0 if they do not. Of equal matches, the place with more of the words in its title
 * comes first.
 * @param found the matching words of the index; for a typing error, the word that was probably meant
 * @param isNothing whether no place has all the words, so that one word is enough
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
 * Matches a word as typed. A lenient query also allows errors, and two swapped adjacent letters, which the library
 * would count as two errors.
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

/** Matches the query as the beginning of a whole key or label. */
function wholeQuery(query: string): Query {
  return {
    queries: [query.trim().toLowerCase()],
    fields: ["whole"],
    prefix: true,
    tokenize: (text) => [text],
  };
}

/** The matching letters of the index's words: the typed part, or the whole word if the match is not literal. */
function lettersOf(words: readonly string[], terms: readonly string[]): string[] {
  const longestFirst = [...terms].sort((a, b) => b.length - a.length);
  return [...new Set(words.flatMap((word) => longestFirst.find((term) => word.startsWith(term)) ?? word))];
}
