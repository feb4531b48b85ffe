import "server-only";

/** Escapes, character classes, the start and the end of groups, alternatives, and quantifiers with the least and the most. */
const token = /\\(?:[upP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\(\??|[)|]|(?:[*+?]|\{(\d+)(,?)(\d*)\})\??|./gsu;

function timesOf([text, least, comma, most]: RegExpMatchArray): [least: number, most: number] | undefined {
  if (least !== undefined) return [Number(least), comma ? Number(most || Infinity) : Number(least)];
  const first = text.charAt(0);
  if (first === "?") return [0, 1];
  return first === "*" || first === "+" ? [first === "*" ? 0 : 1, Infinity] : undefined;
}

/**
 * Whether a regular expression repeats a group that contains a repetition or alternatives, such as `(a+)+`. The time that
 * such an expression takes can double with each character.
 */
export function hasNestedRepetition(source: string): boolean {
  /** For each open group, whether it contains a repetition or alternatives. */
  const groups = [false];
  let closed = false;
  for (const match of source.matchAll(token)) {
    const wasClosed = closed;
    closed = false;
    const times = timesOf(match);
    if (times) {
      if (wasClosed && times[1] > 1) return true;
      if (times[0] !== times[1]) groups[groups.length - 1] = true;
    } else if (match[0].startsWith("(")) groups.push(false);
    else if (match[0] === "|") groups[groups.length - 1] = true;
    else if (match[0] === ")") {
      closed = groups.pop() ?? false;
      if (closed) groups[groups.length - 1] = true;
    }
  }
  return false;
}
