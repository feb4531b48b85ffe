import { typingErrors } from "./distance";
import type { Card, Field } from "./field";
import { sections, type RegisteredSection } from "./registry";

/** What a search looks at: words with the weight of the place where they stand. */
interface Entry<T> {
  readonly item: T;
  readonly words: ReadonlyMap<string, number>;
  /** Whole texts, for queries that hit a path or a label as such. */
  readonly phrases: readonly string[];
}

export interface SettingHit {
  readonly field: Field;
  readonly section: RegisteredSection;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

const weights = {
  label: 10,
  path: 9,
  option: 7,
  synonym: 7,
  card: 4,
  section: 4,
  value: 3,
  help: 2,
} as const;

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

function entryOf<T>(
  item: T,
  phrases: readonly string[],
  texts: readonly (readonly [number, string])[],
): Entry<T> {
  const words = new Map<string, number>();
  for (const [weight, text] of texts) {
    for (const word of wordsOf(text)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  }
  return { item, words, phrases: phrases.map((phrase) => phrase.toLowerCase()) };
}

function settingEntry(field: Field, card: Card, section: RegisteredSection) {
  const options =
    field.kind === "enum" ? field.options : field.kind === "feature-list" ? field.suggestions : [];
  return entryOf(
    { field, section },
    [field.path, field.label],
    [
      [weights.label, field.label],
      [weights.path, field.path],
      ...(field.synonyms ?? []).map((text) => [weights.synonym, text] as const),
      ...options.map((option) => [weights.option, `${option.label} ${option.value}`] as const),
      [weights.card, card.title],
      [weights.section, section.title],
      [weights.help, field.help],
    ],
  );
}

const settingEntries = sections.flatMap((section) =>
  section.cards.flatMap((card) => card.fields.map((field) => settingEntry(field, card, section))),
);

const sectionEntries = sections.map((section) =>
  entryOf(
    section,
    [section.id, section.title],
    [
      [weights.label, section.title],
      [weights.path, section.id],
      ...section.cards.map((card) => [weights.card, card.title] as const),
      [weights.help, section.description],
    ],
  ),
);

/** How well one word of the query fits an entry: 0 for not at all. */
function fit(term: string, words: ReadonlyMap<string, number>): number {
  let best = 0;
  for (const [word, weight] of words) {
    if (weight <= best) continue;
    best = Math.max(best, weight * likeness(term, word));
  }
  return best;
}

function likeness(term: string, word: string): number {
  if (term === word) return 1;
  if (word.startsWith(term)) return 0.7 + 0.2 * (term.length / word.length);
  if (term.length >= 3 && word.includes(term)) return 0.5;
  const limit = term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0;
  if (limit === 0) return 0;
  if (typingErrors(term, word, limit) <= limit) return 0.45;
  // Still typing, and one letter is wrong already.
  const isLonger = word.length > term.length + limit;
  return isLonger && term.length >= 5 && typingErrors(term, word.slice(0, term.length), 1) <= 1 ? 0.3 : 0;
}

function phraseBonus(query: string, phrases: readonly string[]): number {
  let bonus = 0;
  for (const phrase of phrases) {
    if (phrase === query) bonus = Math.max(bonus, 100);
    else if (phrase.startsWith(query)) bonus = Math.max(bonus, 20);
    else if (query.length >= 3 && phrase.includes(query)) bonus = Math.max(bonus, 10);
  }
  return bonus;
}

/** Entries that fit every word of the query, the best first; equally good ones in the order of the navigation. */
function rank<T>(query: string, entries: readonly Entry<T>[], more?: (item: T) => string | undefined) {
  const asked = wordsOf(query);
  const meant = asked.filter((word) => !fillers.has(word));
  const terms = [...new Set(meant.length > 0 ? meant : asked)];
  if (terms.length === 0) return [];
  const phrase = query.trim().toLowerCase();
  const hits: { item: T; score: number }[] = [];
  for (const entry of entries) {
    const extra = more?.(entry.item);
    const values = extra === undefined ? undefined : entryOf(null, [], [[weights.value, extra]]).words;
    let score = phraseBonus(phrase, entry.phrases);
    const fits = terms.every((term) => {
      const found = Math.max(fit(term, entry.words), values ? fit(term, values) : 0);
      score += found;
      return found > 0;
    });
    if (fits) hits.push({ item: entry.item, score });
  }
  return hits.sort((left, right) => right.score - left.score);
}

/**
 * Settings that a query names by key path, label, help, option, synonym or (with `textOf`) value, the best first.
 * Every word has to fit; a typing error or two do no harm. `textOf` gives a setting's value as text, never a secret.
 */
export function searchSettings(
  query: string,
  { textOf, limit = 50 }: { textOf?: (field: Field) => string | undefined; limit?: number } = {},
): SettingHit[] {
  const more =
    textOf && (({ field }: { field: Field }) => (field.kind === "secret" ? undefined : textOf(field)));
  return rank(query, settingEntries, more)
    .slice(0, limit)
    .map(({ item, score }) => ({ ...item, score }));
}

/** Sections that a query names, the best first. */
export function searchSections(query: string): RegisteredSection[] {
  return rank(query, sectionEntries).map(({ item }) => item);
}
