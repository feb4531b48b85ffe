import { diff } from "@codemirror/merge";

export interface MergedTexts {
  /** My text, with their text wherever only they changed it. */
  text: string;
  /** How many places both changed. My text is used there. */
  conflicts: number;
}

/** A range of lines in one text and its replacement in another. `to` is exclusive. */
interface LineChange {
  from: number;
  to: number;
  lines: readonly string[];
}

const diffConfig = { scanLimit: 5_000, timeout: 500 };

/**
 * Merges the changes that others made between `base` and `theirs` into `mine`, line by line, wherever they do not
 * overlap our own changes. For the reason why no library is used, see docs/decisions/0003-merging-texts.md.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedTexts {
  const own = changesOf(base, mine);
  let conflicts = 0;
  const taken = changesOf(base, theirs).filter((change) => {
    const met = own.filter(({ from, to }) => from <= change.to && to >= change.from);
    if (met.some((one) => !isSame(one, change))) conflicts += 1;
    return met.length === 0;
  });
  const lines = base.split("\n");
  // From the end, so that the numbers of earlier lines stay valid.
  for (const { from, to, lines: instead } of [...own, ...taken].sort((a, b) => b.from - a.from)) {
    lines.splice(from, to - from, ...instead);
  }
  return { text: lines.join("\n"), conflicts };
}

/** Characters that represent lines. Surrogates are skipped, because they are invalid on their own. */
const letters = 0x10000 - 0x800;
const letterOf = (index: number): string => String.fromCharCode(index < 0xd800 ? index : index + 0x800);

/** Compares line by line: each distinct line becomes one character, and the characters are compared. */
function changesOf(before: string, after: string): LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const known = new Map([...new Set([...old, ...now])].map((line, index) => [line, letterOf(index)]));
  // There are more distinct lines than characters, so the whole text counts as changed. Otherwise two lines could
  // be mistaken for each other.
  if (known.size > letters) return [{ from: 0, to: old.length, lines: now }];
  const spell = (lines: readonly string[]) => lines.map((line) => known.get(line)).join("");
  return diff(spell(old), spell(now), diffConfig).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: now.slice(fromB, toB),
  }));
}

function isSame(one: LineChange, other: LineChange): boolean {
  return one.from === other.from && one.to === other.to && one.lines.join("\n") === other.lines.join("\n");
}
