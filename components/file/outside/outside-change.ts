import { useSyncExternalStore } from "react";

/*
 * Whether this operator has seen the newest version from outside the panel in this browser. The server sends the
 * newest version ids with every event; the last one seen is stored in localStorage, which all tabs share.
 */

export interface NewestVersions {
  /** Ids of the newest version, and of the newest one from outside the panel. */
  latest: number | null;
  outside: number | null;
}

const listeners = new Set<() => void>();
let owner = "";
let newest: NewestVersions = { latest: null, outside: null };
/** Fallback for browsers without storage. */
let seenHere: number | null = null;

const key = () => `instance-admin.seen-version:${owner}`;

function seen(): number | null {
  try {
    const kept = Number.parseInt(localStorage.getItem(key()) ?? "", 10);
    return Number.isNaN(kept) ? seenHere : kept;
  } catch {
    return seenHere;
  }
}

function keep(version: number): void {
  seenHere = version;
  try {
    localStorage.setItem(key(), String(version));
  } catch {
    // Storage is full or blocked, so this is remembered only until the page is left.
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Records the newest ids from the server. On a browser's first visit, existing versions count as seen. */
export function noteVersions(operator: string, versions: NewestVersions): void {
  owner = operator;
  newest = versions;
  if (seen() === null && versions.latest !== null) keep(versions.latest);
  notify();
}

/** Call when the operator is looking at the history. */
export function markOutsideSeen(): void {
  if (newest.latest !== null) keep(newest.latest);
  notify();
}

function isUnseen(): boolean {
  const version = seen();
  return newest.outside !== null && version !== null && newest.outside > version;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether the file was changed outside the panel since the operator last looked at its history. */
export function useChangedOutside(): boolean {
  return useSyncExternalStore(subscribe, isUnseen, () => false);
}
