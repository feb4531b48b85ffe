import { pathInPanel } from "@/lib/shared/base-path";
import { Listeners } from "@/components/ui/listeners";

/*
 * Stores which page is loading. `instrumentation-client.ts` reports when the router starts to load a page,
 * and the loaded page reports when it is shown.
 */

let target: string | null = null;
/** The page that is shown. The URL cannot be used, because the Back button changes it before the page changes. */
let shown: string | null = null;
const listeners = new Listeners();

function become(next: string | null): void {
  if (target === next) return;
  target = next;
  listeners.notify();
}

export const pendingNavigation = (): string | null => target;

export const subscribeToPending = listeners.subscribe;

/**
 * Returns the page's path with its parameters. Escapes all parameters in the same way, so that two URLs of
 * the same page result in equal strings.
 */
function pageOf(pathname: string, search: string): string {
  return `${pathname}?${new URLSearchParams(search).toString()}`;
}

/** Call this when the router starts to load a URL. Links within the current page are ignored. */
export function navigationStarted(url: string): void {
  const { pathname, search } = new URL(url, window.location.href);
  const next = pageOf(pathInPanel(pathname), search);
  become(next === shown ? null : next);
}

export function navigationEnded(pathname: string, search: string): void {
  shown = pageOf(pathname, search);
  become(null);
}
