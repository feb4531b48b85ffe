/* Which page is on its way. The router says when it starts (`instrumentation-client.ts`), the page when it is there. */

let target: string | null = null;
/** The page that is shown. The address is no help: after "Back" it is that of the next page before the page is there. */
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

/** Pages with the same parameters are the same, however these are escaped. */
function pageOf(pathname: string, search: string): string {
  return `${pathname}?${new URLSearchParams(search).toString()}`;
}

/** Call when the router sets out for a URL. A place on the same page is there at once. */
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
