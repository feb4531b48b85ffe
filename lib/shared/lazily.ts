/**
 * What is built at its first use. For what every page of the console loads and few use, such as the schemas of all
 * settings: to build those, and to begin with `Intl`, took a browser 25 ms of each load.
 */
export function lazily<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}
