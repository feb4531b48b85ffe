import { useSyncExternalStore } from "react";

/*
 * The setting to which the last followed link leads. The URL's hash is not sufficient: navigation by the router fires
 * no `hashchange` event, and following the same link twice does not change the URL.
 */

export interface Target {
  path: string;
  /** Incremented for each followed link, so that following the same link twice scrolls twice. */
  serial: number;
}

let target: Target | null = null;
const listeners = new Set<() => void>();

export function aimAt(path: string): void {
  target = { path, serial: (target?.serial ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Makes the setting in the URL's hash the target. */
export function aimAtHash(): void {
  const path = decodeURIComponent(window.location.hash.slice(1));
  if (path !== "") aimAt(path);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTarget(): Target | null {
  return useSyncExternalStore(
    subscribe,
    () => target,
    () => null,
  );
}
