/**
 * Builds a value at its first use. It is for values that every page of the console loads but few use, such as the
 * schemas of all settings: building those and initializing `Intl` took a browser 25 ms per page load.
 */
export function lazily<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}
