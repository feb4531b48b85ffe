/* Which page is loading. The router reports the start (`instrumentation-client.ts`), and the page reports the end. */

let target: string | null = null;
/** The visible page. The address cannot be used, because after "Back" it changes before the page does. */
let shown: string | null = null;
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

/** Pages with the same parameters are equal, even if these are escaped differently. */
function pageOf(pathname: string, search: string): string {
  return `${pathname}?${new URLSearchParams(search).toString()}`;
}

/** Call when the router starts loading a URL. In-page links need no loading. */
export function navigationStarted(url: string): void {
  const { pathname, search } = new URL(url, window.location.href);
  const next = pageOf(pathname, search);
  become(next === shown ? null : next);
}

/** Call when a page is shown. */
export function navigationEnded(pathname: string, search: string): void {
  shown = pageOf(pathname, search);
  become(null);
}
