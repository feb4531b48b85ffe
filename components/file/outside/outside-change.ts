import { useSyncExternalStore } from "react";
import { inPanel } from "@/lib/shared/base-path";
import { Listeners } from "@/components/ui/listeners";

/*
 * Tracks whether the operator has seen the latest changes made outside the panel. The server sends the ids of
 * the newest versions with every live event. The id of the last seen version is in localStorage, which all
 * tabs share.
 */

export interface NewestVersions {
  /** Id of the newest version. */
  latest: number | null;
  outside: number | null;
}

const listeners = new Listeners();
let owner = "";
let newest: NewestVersions = { latest: null, outside: null };
/** Used if localStorage is full or blocked. */
let seenHere: number | null = null;

const key = () => `instance-admin.seen-version:${inPanel("/")}:${owner}`;

function lastSeen(): number | null {
  try {
    const storedId = Number.parseInt(localStorage.getItem(key()) ?? "", 10);
    return Number.isNaN(storedId) ? seenHere : storedId;
  } catch {
    return seenHere;
  }
}

function keep(version: number): void {
  seenHere = version;
  try {
    localStorage.setItem(key(), String(version));
  } catch {
    // If localStorage is full or blocked, the id is lost when the operator leaves the page.
  }
}

/** Stores the ids that the server has sent. In a new browser, all existing versions count as seen. */
export function noteVersions(operator: string, versions: NewestVersions): void {
  owner = operator;
  newest = versions;
  if (lastSeen() === null && versions.latest !== null) keep(versions.latest);
  listeners.notify();
}

export function markOutsideSeen(): void {
  if (newest.latest !== null) keep(newest.latest);
  listeners.notify();
}

function isUnseen(): boolean {
  const version = lastSeen();
  return newest.outside !== null && version !== null && newest.outside > version;
}

function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

/** True if another program has changed the file and the operator has not looked at the history since. */
export function useChangedOutside(): boolean {
  return useSyncExternalStore(subscribe, isUnseen, () => false);
}
