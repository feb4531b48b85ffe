/** Calls the listener once a minute, as `useSyncExternalStore` subscribes to the clock. @returns ends that */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}
