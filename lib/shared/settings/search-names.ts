import { essentialOf, termsOf } from "./search-words";

/**
 * The minimum length of a word that matches the beginning of a title. Shorter words would match too many names.
 */
const shortest = 3;
const shortestOfOthers = 5;

/**
 * How well the query names a place: 3 exactly; 2 if the name starts with it; 1 if it contains at least half of the
 * name's words; 0 not at all. One or two letters match only exact names.
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
 * Whether each typed word is a word of the name, or long enough to begin one. The name has at most twice as many
 * words.
 */
function areWordsOf(terms: readonly string[], words: readonly string[], prefixFrom: number): boolean {
  return (
    terms.length * 2 >= words.length &&
    terms.every((term) =>
      words.some((word) => word === term || (term.length >= prefixFrom && word.startsWith(term))),
    )
  );
}
