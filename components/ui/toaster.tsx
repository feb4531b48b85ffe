"use client";

import { useSyncExternalStore } from "react";
import type { ExternalToast, toast as show } from "sonner";
import { lazyComponent } from "./lazy-component";

const ToasterHost = lazyComponent(() => import("./toaster-host").then((part) => part.ToasterHost));

type Kind = "success" | "info" | "warning" | "error";
type Show = Pick<typeof show, Kind | "dismiss">;

/* The code that shows toasts is loaded with the first toast. Until it is loaded, toasts wait here. */
let shower: Show | null = null;
let waiting: ((shower: Show) => void)[] = [];
const listeners = new Set<() => void>();

function onReady(ready: Show): void {
  shower = ready;
  for (const one of waiting) one(ready);
  waiting = [];
}

const toastOf = (kind: Kind) => (message: string, options?: ExternalToast) => {
  if (shower !== null) return void shower[kind](message, options);
  waiting.push((ready) => void ready[kind](message, options));
  for (const listener of listeners) listener();
};

/** A short message at the edge of the page, after an action. */
export const toast = {
  success: toastOf("success"),
  info: toastOf("info"),
  warning: toastOf("warning"),
  error: toastOf("error"),
  /** Dismisses a message by the `id` in its options. */
  dismiss(id: string): void {
    if (shower !== null) return void shower.dismiss(id);
    if (waiting.length > 0) waiting.push((ready) => void ready.dismiss(id));
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the toasts; used once for the whole page. */
export function Toaster() {
  const isWanted = useSyncExternalStore(
    subscribe,
    () => shower !== null || waiting.length > 0,
    () => false,
  );
  return isWanted ? <ToasterHost onReady={onReady} /> : null;
}
