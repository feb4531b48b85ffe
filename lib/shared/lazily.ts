/**
 * Returns a function that builds a value at its first call. Use it for values that every page loads but few pages use.
 * Building the schemas of all settings and initializing `Intl`, for example, took a browser 25 ms per page load.
 */
export function lazily<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}
