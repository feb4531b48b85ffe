const fillers = new Set(["a", "an", "and", "for", "in", "is", "of", "on", "or", "the", "to", "with"]);

/**
 * Common words of questions and requests, such as "how do I change". They match only whole words. The search ignores
 * them if they match nothing.
 */
const sayings = new Set(
  (
    "add all any can change create delete do edit find how i list manage me my new open per remove second seconds see set " +
    "setup show stop turn view want what where"
  ).split(" "),
);

export const isSaying = (term: string): boolean => sayings.has(term);

/** The words of a text in lower case and without accents. `maxTopic` becomes max, topic and maxtopic. */
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

/**
 * The words of a query without words that almost every help text contains. If no other words are left, returns all
 * words.
 */
export function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
}

/** The words of a query without `sayings`. If there are only sayings, returns all words. */
export function essentialOf(terms: readonly string[]): readonly string[] {
  const left = terms.filter((term) => !isSaying(term));
  return left.length > 0 ? left : terms;
}

/**
 * All endings of a word with at least three letters, for the index. With these endings, `hook` finds webhooks, although
 * the search library matches only beginnings of words.
 */
export const endsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));
