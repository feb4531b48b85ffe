import { useSyncExternalStore } from "react";

/*
 * The setting that somebody is being brought to. A hash in the address names it, but a navigation inside the app fires
 * no `hashchange`, and following the same link twice changes nothing in the address: so it is kept here.
 */

export interface Target {
  path: string;
  /** Grows with every aim, so that aiming twice at the same setting scrolls twice. */
  serial: number;
}

let target: Target | null = null;
const listeners = new Set<() => void>();

export function aimAt(path: string): void {
  target = { path, serial: (target?.serial ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Aims at what the address names, if it names something. */
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
