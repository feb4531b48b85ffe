"use client";

import { useCallback, useSyncExternalStore } from "react";

const KEY = "nav-folded";
const listeners = new Set<() => void>();

/** The browser may block storage; then the rail looks as on the first visit. */
function read(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function write(value: string) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    return;
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether a group of the rail is collapsed, remembered by this browser. All are expanded at first. */
export function useFolded(groupId: string): [folded: boolean, setFolded: (folded: boolean) => void] {
  const folded = useSyncExternalStore(subscribe, read, () => "").split(" ");
  const setFolded = useCallback(
    (fold: boolean) => {
      const others = read()
        .split(" ")
        .filter((id) => id && id !== groupId);
      write((fold ? [...others, groupId] : others).join(" "));
    },
    [groupId],
  );
  return [folded.includes(groupId), setFolded];
}
