import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { Field } from "./field";
import { type Registry, specified } from "./registry";
import {
  boosts,
  endsOf,
  meaningOf,
  type Named,
  isNameOf,
  nameRank,
  sectionNames,
  stemOf,
  type Term,
  termsOf,
  type Texts,
  textsOfPlace,
  textsOfSection,
  textsOfSetting,
  wordsOf,
} from "./search-texts";
import { isCommanded, likenessOf, type Name, nameOf, weightedTerm } from "./search-likeness";
import { namesOf } from "./search-names";
import { type Found, rate, weightOf } from "./search-rating";

export interface Page extends Named {
  readonly href: string;
}

export interface Command extends Named {
  readonly act: string;
}

export type Place = Page | Command;

/**
 * The best results have the highest scores. Compare scores only between results of the same search and the same kind.
 */
export type SearchHit = {
  readonly score: number;
  readonly letters: readonly string[];
} & (
  | { readonly kind: "setting"; readonly field: Field }
  | {
      readonly kind: "place";
      readonly place: Place;
      /** Whether the query matches a name, not only the description. Such results come first. */
      readonly isNamed: boolean;
    }
  | { readonly kind: "key"; readonly path: string }
);

type Target = { readonly names: readonly Name[] } & (
  | { kind: "setting"; field: Field }
  | { kind: "place"; place: Place }
  | { kind: "key"; path: string }
);

/** A result that lacks a word of the query is left out if its score is below this share of the best score. */
const shortfall = 0.4;

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

/** Finds results for a query: first the pages and commands that it names, then all other results by score. */
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
        add(
          { kind: "setting", field, names: namesOfSetting(field) },
          { ...textsOfSetting(section, card, field), value },
        );
      }
    }
    const place = {
      title: section.title,
      href: `/settings/${section.id}`,
      names: [section.id, ...(sectionNames[section.id] ?? [])],
    };
    add({ kind: "place", place, names: namesOfPlace(place) }, textsOfSection(section));
  }
  for (const place of places) add({ kind: "place", place, names: namesOfPlace(place) }, textsOfPlace(place));
  for (const path of keys)
    add({ kind: "key", path, names: [nameOf(path)] }, { whole: path, key: path, end: path });

  const find = (query: Query) => index.search(query, { boost: boosts, weights });

  function lookUp({ text, others, isSaying }: Term): Found {
    const best = new Map<number, SearchResult>();
    const add = (query: Query, weight: number) => {
      for (const result of find(query)) {
        const score = result.score * weight;
        const known = best.get(Number(result.id));
        if (known === undefined || known.score < score) best.set(Number(result.id), { ...result, score });
      }
    };
    add(wordsQuery(text, !isSaying), 1);
    const stem = stemOf(text);
    if (!isSaying && !text.includes(" ")) add(wordsQuery(stem, stem.length >= shortest), relativeWeight);
    for (const other of others)
      for (const form of [other, `${other}s`]) add(wordsQuery(form, false), synonymWeight);
    if (best.size === 0 && !text.includes(" ")) add(similarQuery(text), 1);
    return { isSaying, results: [...best.values()].sort((a, b) => b.score - a.score) };
  }

  return (query) => {
    const meaning = meaningOf(query);
    if (meaning.length === 0) return [];
    const lookups = meaning.map(lookUp);
    const weights = lookups.map(({ results }) => weightOf(results.length));
    const leastWeight = Math.min(...weights.filter((_, at) => meaning[at]?.isSaying === false));
    const weighted = meaning.map((term, at) =>
      weightedTerm(term, term.isSaying ? sayingWeight * leastWeight : (weights[at] ?? 0)),
    );
    const rated = rate(lookups);
    const whole = find(wholeQuery(query));
    for (const { id, score, terms } of whole) {
      const known = rated.get(id);
      rated.set(id, {
        score: (known?.score ?? 0) + score / (whole[0]?.score ?? 1),
        share: 1,
        words: [...(known?.words ?? []), ...terms.filter((word) => !word.includes(" "))],
      });
    }
    const typed = query.trim().toLowerCase();
    const terms = termsOf(query);
    const isCalled =
      typed.includes(" ") &&
      targets.some(
        (target) =>
          target.kind === "setting" &&
          [target.field.label, ...namesOf(target.field)].some((name) => name.toLowerCase() === typed),
      );
    const all = [...rated].flatMap(([id, { score, share, words }]) => {
      const target = targets[id];
      if (!target) return [];
      const likeness = likenessOf(target.names, weighted);
      const period = target.kind === "setting" && target.field.path.endsWith(".window") ? periodWeight : 1;
      return [
        {
          ...target,
          isNamed: false,
          likeness,
          score: (score + likenessWeight * likeness) * period,
          share,
          letters: lettersOf(words, terms),
        },
      ];
    });
    const top = Math.max(0, ...all.map(({ score }) => score));
    const hits = all.filter((hit) => hit.share === 1 || hit.score > top * shortfall);
    const bestSetting = Math.max(0, ...hits.map(({ kind, score }) => (kind === "place" ? 0 : score)));
    const placed = targets.flatMap((target) => {
      if (target.kind !== "place") return [];
      const isAsked = isCommanded(target.names, weighted);
      const name = isCalled
        ? 0
        : Math.max(isNameOf(target.place, query) ? 4 : isAsked ? 2 : 0, nameRank(target.place, terms));
      const found = hits.find((hit) => hit.kind === "place" && hit.place === target.place);
      const isNamed = name > 0 || (bestSetting > 0 && (found?.score ?? 0) * placeWeight > bestSetting);
      return isNamed
        ? [{ ...target, isNamed, score: name * likenessWeight + (found?.likeness ?? 0), letters: terms }]
        : [];
    });
    const named = new Set(placed.map(({ place }) => place));
    return [
      ...placed.sort((a, b) => b.score - a.score),
      ...hits
        .filter((hit) => hit.kind !== "place" || !named.has(hit.place))
        .sort((a, b) => b.score - a.score),
    ];
  };
}

function namesOfSetting(field: Field): Name[] {
  const { label, path, kind } = field;
  const further = [
    ...(/\.(max[A-Z]\w*|\w*Max|count|limit)$/.test(path) ? [`limit ${label}`] : []),
    ...(kind === "url" ? [`${label} url`] : []),
  ];
  return [label, ...further, ...namesOf(field)].map(nameOf);
}

const namesOfPlace = ({ title, names = [] }: Place) => [title, ...names].map(nameOf);

/** How much a likeness of names counts, against the words of all texts. */
const likenessWeight = 2;
/** In doubt, people mean a setting. */
const placeWeight = 0.95;
/** Words that are common in requests count this share of the least important other word. */
const sayingWeight = 0.3;
const relativeWeight = 0.7;
/** Of the two settings of a rate limit, people mean the count. */
const periodWeight = 0.7;
const synonymWeight = 0.8;

function wordsQuery(text: string, prefix: boolean): Query {
  return {
    combineWith: "AND",
    fields: text.length < shortest ? shortWordFields : wordFields,
    tokenize: (one) => [one],
    prefix,
    queries: text.split(" "),
  };
}

/**
 * Searches for words with typing errors. Two swapped adjacent letters are searched separately, because the library
 * would count them as two errors.
 */
function similarQuery(term: string): Query {
  const exchanged = Array.from({ length: term.length - 1 }, (_, at) =>
    [term.slice(0, at), term[at + 1], term[at], term.slice(at + 2)].join(""),
  );
  return {
    combineWith: "OR",
    fields: wordFields,
    tokenize: (text) => [text],
    prefix: true,
    queries: [
      { queries: [term], fields: wholeWordFields, fuzzy: errorsIn(term) },
      ...(term.length < shortest ? [] : [{ queries: exchanged, boostTerm: () => weights.fuzzy }]),
    ],
  };
}

function wholeQuery(query: string): Query {
  return {
    queries: [query.trim().toLowerCase()],
    fields: ["whole"],
    prefix: true,
    tokenize: (text) => [text],
  };
}

/** If no typed term is the word's beginning, for example because of a typo, returns the whole word. */
function lettersOf(words: readonly string[], terms: readonly string[]): string[] {
  const longestFirst = [...terms].sort((a, b) => b.length - a.length);
  return [...new Set(words.flatMap((word) => longestFirst.find((term) => word.startsWith(term)) ?? word))];
}
