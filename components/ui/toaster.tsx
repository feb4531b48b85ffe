"use client";

import { useSyncExternalStore } from "react";
import type { ExternalToast, toast as show } from "sonner";
import { lazyComponent } from "./lazy-component";
import { Listeners } from "./listeners";
import { placeNearPress } from "./toast-place";

const ToasterHost = lazyComponent(() => import("./toaster-host").then((part) => part.ToasterHost));

type Kind = "success" | "info" | "warning" | "error";
type Show = Pick<typeof show, Kind | "dismiss">;

/* The code that renders toasts is loaded for the first toast. Until it is loaded, toasts wait in `waiting`. */
let shower: Show | null = null;
let waiting: ((shower: Show) => void)[] = [];
const listeners = new Listeners();

function onReady(ready: Show): void {
  shower = ready;
  for (const one of waiting) one(ready);
  waiting = [];
}

const toastOf = (kind: Kind) => (message: string, given?: ExternalToast) => {
  const options = { position: placeNearPress(), ...given };
  if (shower !== null) return void shower[kind](message, options);
  waiting.push((ready) => void ready[kind](message, options));
  listeners.notify();
};

export const toast = {
  success: toastOf("success"),
  info: toastOf("info"),
  warning: toastOf("warning"),
  error: toastOf("error"),
  /** Removes the toast whose options contain this `id`. */
  dismiss(id: string): void {
    if (shower !== null) return void shower.dismiss(id);
    if (waiting.length > 0) waiting.push((ready) => void ready.dismiss(id));
  },
};

/** Mounted once, by the root layout. */
export function Toaster() {
  const isWanted = useSyncExternalStore(
    listeners.subscribe,
    () => shower !== null || waiting.length > 0,
    () => false,
  );
  return isWanted ? <ToasterHost onReady={onReady} /> : null;
}
