import { diff } from "@codemirror/merge";

export interface MergedTexts {
  /** Mine, with theirs wherever only they changed something. */
  text: string;
  /** How many places both changed; mine stands there. */
  conflicts: number;
}

/** A stretch of lines of one text and what stands there instead in another; `to` is behind the last line. */
interface LineChange {
  from: number;
  to: number;
  lines: readonly string[];
}

const diffConfig = { scanLimit: 5_000, timeout: 500 };

/** Takes into `mine` what others changed between `base` and `theirs`, line by line, where it does not meet own changes. */
export function mergeTexts(base: string, mine: string, theirs: string): MergedTexts {
  const own = changesOf(base, mine);
  let conflicts = 0;
  const taken = changesOf(base, theirs).filter((change) => {
    const met = own.filter(({ from, to }) => from <= change.to && to >= change.from);
    if (met.some((one) => !isSame(one, change))) conflicts += 1;
    return met.length === 0;
  });
  const lines = base.split("\n");
  // From the end, so that line numbers before a change stay what they are.
  for (const { from, to, lines: instead } of [...own, ...taken].sort((a, b) => b.from - a.from)) {
    lines.splice(from, to - from, ...instead);
  }
  return { text: lines.join("\n"), conflicts };
}

/** Characters that stand for lines; surrogates mean nothing alone and are left out. */
const letters = 0x10000 - 0x800;
const letterOf = (index: number): string => String.fromCharCode(index < 0xd800 ? index : index + 0x800);

/** Line by line: each different line becomes one character, and the characters are compared. */
function changesOf(before: string, after: string): LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const known = new Map([...new Set([...old, ...now])].map((line, index) => [line, letterOf(index)]));
  // More different lines than characters: the whole text counts as changed, so that nothing is taken for the same.
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
