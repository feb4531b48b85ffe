import { Fragment } from "react";

/** Shorter matches are marked only at the beginning of a word. */
const insideWords = 4;

/**
 * Whether a word starts here: after a character that is neither letter nor number, and at the humps of `maxTopic`.
 */
function beginsWord(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]$/u.test(text.slice(0, at)) || /^\p{Lu}/u.test(text.slice(at));
}

/** The parts of a text, with the matches at odd indexes. */
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

/** A text with its matching letters marked. */
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
