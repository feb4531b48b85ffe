export function closeness(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity;
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const cost = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          cost(i - 1, j) + 1,
          cost(i, j - 1) + 1,
          cost(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwap ? cost(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cost(from.length, to.length);
}
