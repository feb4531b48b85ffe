/**
 * Calls the listener once a minute, as `useSyncExternalStore` subscribes to the clock. @returns a function that
 * stops this
 */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}
