import { Listeners } from "@/components/ui/listeners";

/*
 * Determines whether the panel can be reached. A probe checks this if a request gets no response or if the
 * browser reports a network change. The browser's network state is not sufficient: a panel on this machine
 * responds even without a network. While the panel is unreachable, the probe is repeated.
 */

export type Connection = "there" | "offline" | "away";

/** Milliseconds between two probes, and the timeout of each probe. */
const everyMs = 2_000;
const timeoutMs = 5_000;

let state: Connection = "there";
let probing = false;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Listeners();

export const connection = (): Connection => state;

function become(next: Connection): void {
  if (state === next) return;
  state = next;
  listeners.notify();
}

/** Call this when a request got no response or an event stream broke. */
export function noteNoAnswer(): void {
  void probe();
}

async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  clearTimeout(again);
  const isThere = await fetch("/api/health", {
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    // Any status means that the panel is reachable. With a broken file, for example, the status is 503.
    () => true,
    () => false,
  );
  probing = false;
  if (isThere) return become("there");
  become(navigator.onLine ? "away" : "offline");
  again = setTimeout(noteNoAnswer, everyMs);
}

/**
 * Calls `listener` when the connection changes. While there is a listener, a change of the browser's network
 * causes a probe.
 */
export function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("offline", noteNoAnswer);
    window.addEventListener("online", noteNoAnswer);
  }
  const unsubscribe = listeners.subscribe(listener);
  return () => {
    unsubscribe();
    if (listeners.size > 0) return;
    window.removeEventListener("offline", noteNoAnswer);
    window.removeEventListener("online", noteNoAnswer);
    clearTimeout(again);
  };
}
