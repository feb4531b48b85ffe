/**
 * Returns a function that builds a value at its first call. Use it for values that every page loads but few pages use.
 * Building the schemas of all settings and initializing `Intl`, for example, took a browser 25 ms per page load.
 * @param build called only once, with the arguments of the first call, so every call must pass the same arguments
 */
export function lazily<T, A extends readonly unknown[]>(build: (...args: A) => T): (...args: A) => T {
  let built: T | undefined;
  return (...args) => (built ??= build(...args));
}
