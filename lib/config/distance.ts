/**
 * How many typing errors lie between two words: letters added, left out, replaced, or two neighbours exchanged.
 * Gives up above `limit` and answers `limit + 1`, which keeps a search over many words quick.
 */
export function typingErrors(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      let errors = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + cost);
      if (swapped(left, right, row, column)) errors = Math.min(errors, at(beforeLast, column - 2) + 1);
      current.push(errors);
      best = Math.min(best, errors);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, right.length), limit + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

function swapped(left: string, right: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}
