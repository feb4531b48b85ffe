import type { SearchResult } from "minisearch";

/** What the index has for one term of a query, the best first. */
export interface Found {
  readonly isSaying: boolean;
  readonly results: readonly SearchResult[];
}

export interface Rating {
  score: number;
  /** The weight of the query's terms that the result has, of all of its terms. */
  share: number;
  /** The words in the index that match. */
  words: readonly string[];
}

/** How much a term says that so many results have. */
export const weightOf = (count: number): number => 1 / Math.log2(count + 4);

/**
 * Adds up the scores of each result. Terms that few results have weigh most. A result may lack one term of two or three,
 * and half of more; its score shrinks with the weight of what it lacks. If all results lack more, those with the most terms
 * are left.
 */
export function rate(foundTerms: readonly Found[]): Map<number, Rating> {
  const known = foundTerms.filter(({ results }) => results.length > 0);
  const essential = known.filter(({ isSaying }) => !isSaying);
  const allowed = essential.length < 2 ? 0 : Math.max(1, Math.floor(essential.length / 2));
  const total = essential.reduce((sum, { results }) => sum + weightOf(results.length), 0);
  const sums = new Map<number, { score: number; weight: number; count: number; words: string[] }>();
  for (const found of known) {
    const { results } = found;
    const isSaying = !essential.includes(found);
    const best = results[0]?.score ?? 1;
    const weight = weightOf(results.length);
    for (const { id, score, terms } of results) {
      const sum = sums.get(Number(id)) ?? { score: 0, weight: 0, count: 0, words: [] };
      sum.score += (0.3 + (0.7 * score) / best) * weight * (isSaying ? 0.3 : 1);
      sum.words.push(...terms);
      if (!isSaying) {
        sum.weight += weight;
        sum.count += 1;
      }
      sums.set(Number(id), sum);
    }
  }
  const most = Math.max(0, ...[...sums.values()].map(({ count }) => count));
  const least = Math.max(1, Math.min(most, essential.length - allowed));
  const rated = new Map<number, Rating>();
  for (const [id, { score, weight, count, words }] of sums) {
    if (count < least) continue;
    const share = count === essential.length ? 1 : weight / total;
    rated.set(id, { score: (score / total) * share ** 2, share, words });
  }
  return rated;
}
