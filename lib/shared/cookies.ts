/**
 * Returns the cookies of a request. Of those with the same name, browsers send the one with the longest path first: the
 * cookie of a panel at `/b` before that of a panel at `/`.
 */
export function cookiesIn(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"|"$/g, "");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(value)] as const];
  });
  return Object.fromEntries(pairs.reverse());
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
