import { essentialOf, termsOf } from "./search-words";

/** Letters that a word must have to begin a title; other names are too many for as few. */
const shortest = 3;
const shortestOfOthers = 5;

/**
 * How well a place is named by what was typed: 3 exactly, 2 by the beginning of its name, 1 by half of the words of it or
 * more, 0 not at all. A letter or two name only what has no longer name.
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

/** Each typed word is a word of the name, or begins one if long enough; the name has at most twice as many words. */
function areWordsOf(terms: readonly string[], words: readonly string[], prefixFrom: number): boolean {
  return (
    terms.length * 2 >= words.length &&
    terms.every((term) =>
      words.some((word) => word === term || (term.length >= prefixFrom && word.startsWith(term))),
    )
  );
}
