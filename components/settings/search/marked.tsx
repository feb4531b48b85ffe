import { Fragment } from "react";

/**
 * Minimum length of a match that is marked inside a word. Shorter matches are marked only at the beginning of a word.
 */
const insideWords = 4;

/**
 * A word begins after any character that is neither a letter nor a digit, and at a capital letter such as in
 * `maxTopic`.
 */
function beginsWord(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]$/u.test(text.slice(0, at)) || /^\p{Lu}/u.test(text.slice(at));
}

/** Splits a text into parts. The parts at odd indexes match the query. */
export function partsOf(text: string, letters: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const isMarked = Array.from({ length: text.length }, () => false);
  for (const part of letters) {
    for (let at = lower.indexOf(part); at !== -1 && part !== ""; at = lower.indexOf(part, at + 1)) {
      if (part.length >= insideWords || beginsWord(text, at)) isMarked.fill(true, at, at + part.length);
    }
  }
  const parts = [""];
  for (const [at, letter] of text.split("").entries()) {
    if ((isMarked[at] === true) !== (parts.length % 2 === 0)) parts.push("");
    parts.push((parts.pop() ?? "") + letter);
  }
  return parts;
}

export function Marked({ text, letters }: { text: string; letters: readonly string[] }) {
  return partsOf(text, letters).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ),
  );
}
