/**
 * Sends wrong guesses at the same time.
 * @returns the answers, and the maximum number of guesses that the panel may have checked: ten, plus one for
 * each delay that may have ended (1 s, 2 s, 4 s and so on)
 */
export async function guessTogether<T>(
  count: number,
  guess: (index: number) => Promise<T>,
): Promise<{ answers: T[]; mostChecked: number }> {
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => guess(index)));
  const seconds = (performance.now() - start) / 1000;
  return { answers, mostChecked: 10 + Math.floor(Math.log2(1 + seconds)) };
}
