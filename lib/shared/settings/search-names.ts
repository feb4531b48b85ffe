import { essentialOf, termsOf } from "./search-words";

/**
 * Minimum number of typed letters that can match the beginning of a title. Fewer letters would match too many titles.
 */
const shortest = 3;
const shortestOfOthers = 5;

/**
 * How well a query matches a name of a place. 3: the whole name. 2: the beginning of the name. 1: at least half of the
 * words of the name. 0: none of these. A query of one or two letters can match only a whole name.
 */
export function nameRank(
  { title, names = [] }: { title: string; names?: readonly string[] },
  terms: readonly string[],
): 0 | 1 | 2 | 3 {
  const typed = terms.join(" ");
  const essential = essentialOf(terms);
  let rank: 0 | 1 | 2 | 3 = 0;
  for (const name of [title, ...names]) {
    const words = termsOf(name);
    const whole = words.join(" ");
    if (whole === typed) return 3;
    if (typed.length < (name === title ? shortest : shortestOfOthers)) continue;
    if (whole.startsWith(typed)) rank = 2;
    else if (rank === 0 && areWordsOf(essential, words, name === title ? shortest : shortestOfOthers))
      rank = 1;
  }
  return rank;
}

/**
 * Whether every typed word is a word of the name, or the beginning of a word if it is long enough. The name must not
 * have more than twice as many words as the query.
 */
function areWordsOf(terms: readonly string[], words: readonly string[], prefixFrom: number): boolean {
  return (
    terms.length * 2 >= words.length &&
    terms.every((term) =>
      words.some((word) => word === term || (term.length >= prefixFrom && word.startsWith(term))),
    )
  );
}
