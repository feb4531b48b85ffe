import { typingErrors } from "./distance";
import type { Card, Field } from "./field";
import { sections, type RegisteredSection } from "./registry";

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

type Weighted = readonly (readonly [weight: number, text: string])[];

interface Entry<T> {
  readonly item: T;
  /** Whole texts, for queries that hit a path or a label as such. */
  readonly phrases: readonly string[];
}

/** Every word that occurs, with the entries where it does: likeness is computed once per word, not once per place. */
interface Index<T> {
  readonly entries: readonly Entry<T>[];
  readonly places: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

function indexOf<T>(
  items: readonly T[],
  describe: (item: T) => { phrases: string[]; texts: Weighted },
): Index<T> {
  const places = new Map<string, Map<number, number>>();
  const entries = items.map((item, at) => {
    const { phrases, texts } = describe(item);
    for (const [weight, text] of texts) {
      for (const word of wordsOf(text)) {
        const known = places.get(word) ?? places.set(word, new Map()).get(word)!;
        known.set(at, Math.max(known.get(at) ?? 0, weight));
      }
    }
    return { item, phrases: phrases.map((phrase) => phrase.toLowerCase()) };
  });
  return { entries, places };
}

interface Place {
  readonly field: Field;
  readonly card: Card;
  readonly section: RegisteredSection;
}

const settings: readonly Place[] = sections.flatMap((section) =>
  section.cards.flatMap((card) => card.fields.map((field) => ({ field, card, section }))),
);

const settingIndex = indexOf(settings, ({ field, card, section }) => {
  const options =
    field.kind === "enum" ? field.options : field.kind === "feature-list" ? field.suggestions : [];
  return {
    phrases: [field.path, field.label],
    texts: [
      [weights.label, field.label],
      [weights.path, field.path],
      ...(field.synonyms ?? []).map((text) => [weights.synonym, text] as const),
      ...options.map((option) => [weights.option, `${option.label} ${option.value}`] as const),
      [weights.card, card.title],
      [weights.section, section.title],
      [weights.help, field.help],
    ],
  };
});

const sectionIndex = indexOf(sections, (section) => ({
  phrases: [section.id, section.title],
  texts: [
    [weights.label, section.title],
    [weights.path, section.id],
    ...section.cards.map((card) => [weights.card, card.title] as const),
    [weights.help, section.description],
  ],
}));

/** From 0, no likeness, to 1, the same word. */
function likeness(term: string, word: string): number {
  if (term === word) return 1;
  if (word.startsWith(term)) return 0.7 + 0.2 * (term.length / word.length);
  if (term.length >= 3 && word.includes(term)) return 0.5;
  if (word.length >= 3 && term.startsWith(word)) return 0.35;
  const limit = term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0;
  if (limit === 0) return 0;
  if (typingErrors(term, word, limit) <= limit) return 0.45;
  // Still typing, and one letter is wrong already.
  const isLonger = word.length > term.length + limit;
  return isLonger && term.length >= 5 && typingErrors(term, word.slice(0, term.length), 1) <= 1 ? 0.3 : 0;
}

/** For each entry, how well one word of the query fits it: 0 for not at all. */
function fits(term: string, { entries, places }: Index<unknown>, values: readonly string[][]): number[] {
  const best = entries.map(() => 0);
  const note = (at: number, score: number) => (best[at] = Math.max(best[at] ?? 0, score));
  for (const [word, at] of places) {
    const like = likeness(term, word);
    if (like > 0) at.forEach((weight, entry) => note(entry, weight * like));
  }
  values.forEach((words, entry) => {
    if (words.some((word) => word.includes(term))) note(entry, weights.value);
  });
  return best;
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
function rank<T>(query: string, index: Index<T>, textOf?: (item: T) => string | undefined) {
  const asked = wordsOf(query);
  const meant = asked.filter((word) => !fillers.has(word));
  const terms = [...new Set(meant.length > 0 ? meant : asked)];
  if (terms.length === 0) return [];
  const phrase = query.trim().toLowerCase();
  const values = textOf ? index.entries.map(({ item }) => wordsOf(textOf(item) ?? "")) : [];
  const perTerm = terms.map((term) => fits(term, index, values));
  const hits = index.entries.flatMap(({ item, phrases }, at) => {
    const scores = perTerm.map((best) => best[at] ?? 0);
    if (scores.includes(0)) return [];
    return { item, score: phraseBonus(phrase, phrases) + scores.reduce((sum, score) => sum + score, 0) };
  });
  return hits.sort((left, right) => right.score - left.score);
}

/**
 * Settings that a query names by key path, label, help, option, synonym or (with `textOf`) value, the best first.
 * Every word has to fit; a typing error or two do no harm. `textOf` gives a setting's value as text; it is not asked
 * for secrets.
 */
export function searchSettings(
  query: string,
  { textOf, limit = 50 }: { textOf?: (field: Field) => string | undefined; limit?: number } = {},
): SettingHit[] {
  const more = textOf && (({ field }: Place) => (field.kind === "secret" ? undefined : textOf(field)));
  return rank(query, settingIndex, more)
    .slice(0, limit)
    .map(({ item: { field, section }, score }) => ({ field, section, score }));
}

/** Sections that a query names, the best first. */
export function searchSections(query: string): RegisteredSection[] {
  return rank(query, sectionIndex).map(({ item }) => item);
}
