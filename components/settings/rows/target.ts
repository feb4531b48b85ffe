import { useSyncExternalStore } from "react";

/*
 * The setting that a link leads to. The URL's hash contains it, but navigation inside the app fires no
 * `hashchange`, and following the same link twice does not change the URL, so it is stored here.
 */

export interface Target {
  path: string;
  /** Incremented each time, so that following a link to the same setting twice scrolls twice. */
  serial: number;
}

let target: Target | null = null;
const listeners = new Set<() => void>();

export function aimAt(path: string): void {
  target = { path, serial: (target?.serial ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Targets the setting named in the URL's hash, if any. */
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
