import { namesOf } from "./search-names";
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
  general: ["Basics", "Branding"],
  api: ["Backend"],
  cdn: ["Storage", "S3", "Bucket", "Uploads", "Media", "Files"],
  gateway: ["WebSocket", "Real-time"],
  regions: ["Voice", "Calls"],
  register: ["Sign up", "Signup", "Joining", "Sign-up rules"],
  login: ["Sign in", "Sign-in rules"],
  security: ["Secrets", "Signing keys", "Proxies"],
  defaults: ["Defaults of new users", "Defaults of new guilds"],
  guild: ["Guild settings", "Discovery", "Auto-join"],
  limits: ["Quotas", "Rate limits", "Maximums", "Restrictions"],
  gif: ["GIFs", "Giphy", "Tenor"],
  external: ["Embeds", "URL previews", "Unfurling"],
  passwordReset: ["Reset link", "Forgot password", "Lost password"],
  email: ["Mail", "SMTP", "Mail server", "Email settings"],
  broker: ["RabbitMQ", "Queue", "Message queue"],
  errorTracking: ["Sentry", "Error reporting", "Crash reports"],
  metrics: ["Prometheus", "Monitoring", "Grafana"],
};

export function textsOfSetting(section: RegisteredSection, card: Card, field: Field): Texts {
  const options = kindOf(field).options?.(field) ?? [];
  const names = namesOf(field);
  return {
    whole: [field.path, field.label, ...names].join("\n"),
    label: field.label,
    key: field.path,
    synonym: names.join(" "),
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

const endings = [
  "ations",
  "ation",
  "ions",
  "ion",
  "ings",
  "ing",
  "ers",
  "ies",
  "ed",
  "es",
  "er",
  "s",
  "e",
  "y",
];
/** Words shorter than this would have too many relatives. */
const shortestStem = 4;

/** Whether a word is common in requests, so that it says little. */
const isCommon = (word: string): boolean => sayings.has(word) || sayings.has(word.replace(/s$/, ""));

/** Returns what a query asks for, with the same in other words. A phrase of `synonyms` becomes one term. */
export function meaningOf(query: string): Term[] {
  const words = wordsOf(query.replace(/['’]s\b/g, ""));
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const rest = words.length - at;
    const length = [longestPhrase, 2, 1].find(
      (count) => count <= rest && phrasesOf.has(known(words.slice(at, at + count).join(" "))),
    );
    const text = words.slice(at, at + (length ?? 1)).join(" ");
    at += length ?? 1;
    if (terms.some((term) => term.text === text)) continue;
    terms.push({
      text,
      others: phrasesOf.get(known(text)) ?? [],
      isSaying: isCommon(text),
    });
  }
  const meant = terms.filter(({ text }) => !fillers.has(text));
  const meaningful = meant.length > 0 ? meant : terms;
  return meaningful.every(({ isSaying }) => isSaying)
    ? meaningful.map((term) => ({ ...term, isSaying: false }))
    : meaningful;
}

const stemsOf = (phrase: string): string => phrase.split(" ").map(stemOf).join(" ");
const phraseByStem = new Map([...phrasesOf.keys()].toReversed().map((phrase) => [stemsOf(phrase), phrase]));

/** Returns the phrase of `synonyms` that is meant: "banned" gives "ban". */
const known = (phrase: string): string =>
  phrasesOf.has(phrase) ? phrase : (phraseByStem.get(stemsOf(phrase)) ?? phrase);

/** Returns the beginning that a word shares with its relatives: "registering" gives "regist". */
export function stemOf(word: string): string {
  const ending = endings.find(
    (one) => word.endsWith(one) && word.length - one.length >= (one === "s" ? 3 : shortestStem),
  );
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

export const isNameOf = ({ title, names = [] }: Named, query: string): boolean =>
  [title, ...names].some((name) => name.toLowerCase() === query.trim().toLowerCase());

/** Minimum number of typed letters that can match the beginning of a title. Fewer would match too many titles. */
const shortest = 3;

/**
 * Rates how well a query matches a name of a page or command. A query of one or two letters can match only a
 * whole name.
 * - 3: the whole name.
 * - 2: the beginning of the name.
 * - 0: neither.
 */
export function nameRank({ title, names = [] }: Named, terms: readonly string[]): 0 | 2 | 3 {
  const typed = terms.join(" ");
  const isSame = (one: string) => one === typed || one === `${typed}s` || `${one}s` === typed;
  let rank: 0 | 2 = 0;
  for (const name of [title, ...names]) {
    const whole = termsOf(name).join(" ");
    if (isSame(whole)) return 3;
    if (typed.length >= shortest && whole.startsWith(typed)) rank = 2;
  }
  return rank;
}
