const fillers = new Set(["a", "an", "and", "for", "in", "is", "of", "on", "or", "the", "to", "with"]);

/**
 * Filler words around the actual search term. They match only as whole words, and are dropped if nothing contains
 * them.
 */
const sayings = new Set(
  (
    "add all any can change create delete do edit find how i list manage me my new open per remove second seconds see set " +
    "setup show stop turn view want what where"
  ).split(" "),
);

export const isSaying = (term: string): boolean => sayings.has(term);

/** The words of a text in lower case without accents. `maxTopic` yields max, topic and maxtopic. */
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

/** The relevant words of a query: words found in almost every help text are dropped unless there are no others. */
export function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const meant = words.filter((word) => !fillers.has(word));
  return meant.length > 0 ? meant : words;
}

/** The words without fillers; all words if only fillers are left. */
export function essentialOf(terms: readonly string[]): readonly string[] {
  const left = terms.filter((term) => !isSaying(term));
  return left.length > 0 ? left : terms;
}

/** The suffixes of a word. The library matches only prefixes, but `hook` should find webhooks. */
export const endsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at + 1));
