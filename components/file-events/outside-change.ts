import { useSyncExternalStore } from "react";

/*
 * Whether the newest version from outside has been seen by this operator in this browser. The server names the newest
 * versions with every event; which one was seen is kept in the browser's storage, over all its tabs.
 */

export interface NewestVersions {
  /** Ids of the newest version, and of the newest one from outside the panel. */
  latest: number | null;
  outside: number | null;
}

const listeners = new Set<() => void>();
let owner = "";
let newest: NewestVersions = { latest: null, outside: null };
/** For browsers that keep nothing. */
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
    // Storage is full or forbidden; it is remembered until the page is left.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What the server says is newest. At the first visit of a browser, what is there counts as seen. */
export function noteVersions(operator: string, versions: NewestVersions): void {
  owner = operator;
  newest = versions;
  if (seen() === null && versions.latest !== null) keep(versions.latest);
  tell();
}

/** The operator is looking at the history. */
export function markOutsideSeen(): void {
  if (newest.latest !== null) keep(newest.latest);
  tell();
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
