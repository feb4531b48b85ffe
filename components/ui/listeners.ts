/** Listeners for state outside React, for `useSyncExternalStore`. */
export class Listeners {
  private readonly all = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };

  get size(): number {
    return this.all.size;
  }

  notify(): void {
    for (const listener of this.all) listener();
  }
}

/** Calls the listener once a minute. @returns a function that unsubscribes */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
}
