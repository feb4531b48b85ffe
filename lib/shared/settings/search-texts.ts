import { fillers, sayings, synonyms } from "./search-words";
import { type Card, type Field, kindOf } from "./field";
import type { RegisteredSection } from "./registry";
import { notesOf } from "./wording";

export const boosts = {
  whole: 40,
  label: 10,
  key: 9,
  option: 7,
  synonym: 7,
  group: 4,
  value: 3,
  help: 2,
  end: 0.5,
};
export type Texts = { [Name in keyof typeof boosts]?: string | undefined };

/** Additional names of sections that people may search for. The sections' texts do not contain them. */
export const sectionNames: Partial<Record<RegisteredSection["id"], readonly string[]>> = {
  cdn: ["Storage", "S3", "Bucket", "Uploads", "Media", "Files"],
  gateway: ["WebSocket", "Real-time"],
  regions: ["Voice"],
  register: ["Sign up", "Signup"],
  login: ["Sign in"],
  security: ["Secrets", "Signing keys", "Proxies"],
  guild: ["Guild settings"],
  limits: ["Quotas", "Rate limits"],
  gif: ["GIFs", "Giphy", "Tenor"],
  external: ["Embeds"],
  passwordReset: ["Reset link"],
  email: ["Mail", "SMTP", "Mail server"],
  broker: ["RabbitMQ", "Queue"],
  errorTracking: ["Sentry", "Error reporting", "Crash reports"],
  metrics: ["Prometheus", "Monitoring"],
};

export function textsOfSetting(section: RegisteredSection, card: Card, field: Field): Texts {
  const options = kindOf(field).options?.(field) ?? [];
  return {
    whole: [field.path, field.label, ...(field.synonyms ?? [])].join("\n"),
    label: field.label,
    key: field.path,
    synonym: (field.synonyms ?? []).join(" "),
    option: options.map(({ label, value }) => `${label} ${value}`).join(" "),
    group: `${card.title} ${section.title}`,
    help: [field.help, ...notesOf(field)].join(" "),
    end: `${field.label} ${field.path}`,
  };
}

export interface Named {
  readonly title: string;
  readonly names?: readonly string[];
}

export function textsOfPlace({ title, names = [] }: Named): Texts {
  return { whole: [title, ...names].join("\n"), label: title, synonym: names.join(" "), end: title };
}

export function textsOfSection({ id, title, description, cards }: RegisteredSection): Texts {
  return {
    whole: `${id}\n${title}`,
    label: title,
    key: id,
    synonym: (sectionNames[id] ?? []).join(" "),
    group: cards.map((card) => card.title).join(" "),
    help: description,
    end: title,
  };
}

const phrasesOf = new Map<string, readonly string[]>();
for (const row of synonyms)
  for (const phrase of row)
    phrasesOf.set(phrase, [...(phrasesOf.get(phrase) ?? []), ...row.filter((one) => one !== phrase)]);

const longestPhrase = 3;

/** A part of a query that stands for one thing: a word, or several that `synonyms` lists as a phrase. */
export interface Term {
  readonly text: string;
  readonly others: readonly string[];
  /** Whether it is common in requests, so that results need not have it. */
  readonly isSaying: boolean;
}

/** `maxTopic` becomes max, topic and maxtopic. */
export function wordsOf(text: string): string[] {
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

export function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query.replace(/['’]s\b/g, "")))];
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
}

const endings = ["ations", "ation", "ings", "ing", "ers", "ies", "ed", "es", "er", "s", "e", "y"];
/** Words shorter than this would have too many relatives. */
const shortestStem = 4;

export function essentialOf(terms: readonly string[]): readonly string[] {
  const essential = terms.filter((term) => !sayings.has(term));
  return essential.length > 0 ? essential : terms;
}

/** Returns what a query asks for, with the same in other words. A phrase of `synonyms` becomes one term. */
export function meaningOf(query: string): Term[] {
  const words = wordsOf(query.replace(/['’]s\b/g, ""));
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const rest = words.length - at;
    const length = [longestPhrase, 2, 1].find(
      (count) => count <= rest && phrasesOf.has(singular(words.slice(at, at + count).join(" "))),
    );
    const text = words.slice(at, at + (length ?? 1)).join(" ");
    at += length ?? 1;
    if (terms.some((term) => term.text === text)) continue;
    terms.push({
      text,
      others: phrasesOf.get(singular(text)) ?? [],
      isSaying: sayings.has(text),
    });
  }
  const meant = terms.filter(({ text }) => !fillers.has(text));
  const meaningful = meant.length > 0 ? meant : terms;
  return meaningful.every(({ isSaying }) => isSaying)
    ? meaningful.map((term) => ({ ...term, isSaying: false }))
    : meaningful;
}

function singular(phrase: string): string {
  return phrasesOf.has(phrase) ? phrase : phrase.replace(/ies$/, "y").replace(/s$/, "");
}

/** Returns the beginning that a word shares with its relatives: "registering" gives "regist". */
export function stemOf(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  return (/(.)\1$/.test(stem) && stem.length > shortestStem) ||
    (ending !== undefined && /([bdgmnprt])\1$/.test(stem))
    ? stem.slice(0, -1)
    : stem;
}

/**
 * Returns all endings of a word that have at least three letters, for the index. The search library matches
 * only beginnings of words. The indexed ending `hooks` lets the query `hook` find webhooks.
 */
export const endsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));

/** Minimum number of typed letters that can match the beginning of a title. Fewer would match too many titles. */
const shortest = 3;
const shortestOfOthers = 5;

/**
 * Rates how well a query matches a name of a page or command. A query of one or two letters can match only a
 * whole name.
 * - 3: the whole name.
 * - 2: the beginning of the name.
 * - 1: at least half of the words of the name.
 * - 0: none of these.
 */
export function nameRank({ title, names = [] }: Named, terms: readonly string[]): 0 | 1 | 2 | 3 {
  const typed = terms.join(" ");
  const essential = essentialOf(terms);
  let rank: 0 | 1 | 2 | 3 = 0;
  for (const name of [title, ...names]) {
    const words = termsOf(name);
    const whole = words.join(" ");
    if (whole === typed) return 3;
    const prefixFrom = name === title ? shortest : shortestOfOthers;
    if (typed.length < prefixFrom) continue;
    if (whole.startsWith(typed)) rank = 2;
    else if (rank === 0 && (areWordsOf(essential, words, prefixFrom) || isPartOf(words, essential, terms)))
      rank = 1;
  }
  return rank;
}

/**
 * A typed word of at least `prefixFrom` letters may also be the beginning of a word. The name must not have
 * more than twice as many words as the query.
 */
function areWordsOf(terms: readonly string[], words: readonly string[], prefixFrom: number): boolean {
  return (
    terms.length * 2 >= words.length &&
    terms.every((term) =>
      words.some((word) => word === term || (term.length >= prefixFrom && word.startsWith(term))),
    )
  );
}

/** Whether a name of at least two words, such as "Create bot", is at least half of what the query asks for. */
const isPartOf = (
  words: readonly string[],
  essential: readonly string[],
  terms: readonly string[],
): boolean =>
  words.length > 1 &&
  words.length * 2 >= essential.length &&
  words.every((word) => terms.includes(word)) &&
  words.some((word) => essential.includes(word));
