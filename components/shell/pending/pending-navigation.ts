/* Which page is on its way. The router says when it starts (`instrumentation-client.ts`), the page when it is there. */

let target: string | null = null;
const listeners = new Set<() => void>();

function become(next: string | null): void {
  if (target === next) return;
  target = next;
  for (const listener of listeners) listener();
}

export const pendingNavigation = (): string | null => target;

export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call when the router sets out for a URL. A place on the same page is there at once. */
export function navigationStarted(url: string): void {
  const { href, pathname, search } = window.location;
  const next = new URL(url, href);
  become(next.pathname === pathname && next.search === search ? null : next.pathname + next.search);
}

/** Call when a page is shown. */
export function navigationEnded(): void {
  become(null);
}
