import MiniSearch, { type Query } from "minisearch";
import type { Field } from "./field";
import { type Registry, specified } from "./registry";
import { boosts, type Texts, textsOfSection, textsOfSetting } from "./search-texts";

/** A page of the panel that is not a setting. */
export interface Page {
  readonly title: string;
  readonly href: string;
}

/** Higher scores are better; comparable within one search only. */
export type SearchHit =
  | { readonly kind: "setting"; readonly field: Field; readonly score: number }
  | { readonly kind: "page"; readonly page: Page; readonly score: number };

type Target = { kind: "setting"; field: Field } | { kind: "page"; page: Page };

type Document = Texts & { id: number };

const wordFields = Object.keys(boosts).filter((name) => name !== "whole");

/** Weight of a word that only starts with the searched one, or differs from it by a typing error. */
const weights = { prefix: 0.8, fuzzy: 0.4 };

/** Minimum length of a word that may contain a typing error: shorter words are all too similar. */
const shortest = 4;
const errorsIn = (term: string): number => (term.length >= 8 ? 2 : term.length >= shortest ? 1 : 0);

const fillers = new Set(["a", "an", "and", "for", "in", "is", "of", "on", "or", "the", "to", "with"]);

/** Words in lower case without accents; `maxTopic` counts as max, topic and maxtopic. */
function wordsOf(text: string): string[] {
  const raw =
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return raw.flatMap((word) => {
    const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
    return (parts.length > 1 ? [...parts, word] : [word]).map((part) => part.toLowerCase());
  });
}

/** The relevant words of a query: words found in almost every help text are dropped unless there are no others. */
function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
}

/** The suffixes of a word: the library only matches prefixes, and `hook` should find webhooks. */
const endsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));

const tokenize = (text: string, field?: string): string[] => {
  if (field === "whole") return text.toLowerCase().split("\n");
  const words = wordsOf(text);
  return field === "end" ? words.flatMap(endsOf) : words;
};
const asIs = (term: string) => term;

/** Finds by what is typed, the best first. Every word has to fit; a typing error or two do no harm. */
export type Search = (query: string) => SearchHit[];

/**
 * Puts settings, sections and other pages into one index, which takes tens of milliseconds.
 * @param textOf further words of a setting, such as its value; it is not asked for secrets
 */
export function createSearch({
  pages = [],
  textOf,
  registry = specified,
}: { pages?: readonly Page[]; textOf?: (field: Field) => string; registry?: Registry } = {}): Search {
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
    const page = { title: section.title, href: `/settings/${section.id}` };
    add({ kind: "page", page }, textsOfSection(section));
  }
  for (const page of pages)
    add({ kind: "page", page }, { whole: page.title, label: page.title, end: page.title });

  return (query) => {
    const terms = termsOf(query);
    if (terms.length === 0) return [];
    const words: Query = { combineWith: "AND", queries: terms.map(wordQuery) };
    return index
      .search(
        { combineWith: "OR", queries: [words, wholeQuery(query)] },
        { boost: boosts, prefix: true, weights },
      )
      .flatMap(({ id, score }) => {
        const target = targets[Number(id)];
        return target === undefined ? [] : [{ ...target, score }];
      });
  };
}

/** A word as typed, or with two adjacent letters swapped, which the library would count as two errors. */
function wordQuery(term: string): Query {
  const exchanged = Array.from({ length: term.length - 1 }, (_, at) =>
    [term.slice(0, at), term[at + 1], term[at], term.slice(at + 2)].join(""),
  );
  return {
    combineWith: "OR",
    fields: wordFields,
    tokenize: (text) => [text],
    queries: [
      { queries: [term], fuzzy: errorsIn(term) },
      ...(term.length < shortest ? [] : [{ queries: exchanged, boostTerm: () => weights.fuzzy }]),
    ],
  };
}

/** The query as the beginning of a whole key or label. */
function wholeQuery(query: string): Query {
  return { queries: [query.trim().toLowerCase()], fields: ["whole"], tokenize: (text) => [text] };
}
