/**
 * Calls the listener once a minute. Has the signature that `useSyncExternalStore` needs. @returns a function that
 * unsubscribes
 */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}
