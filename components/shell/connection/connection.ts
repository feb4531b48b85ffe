/*
 * Whether the panel can be reached. Requests without a response are reported here. A probe then decides, so that
 * an unplugged cable does not make a panel on this machine count as unreachable. Further probes detect when the
 * panel is back.
 */

export type Connection = "there" | "offline" | "away";

/** Milliseconds between probes while the panel is unreachable, and the timeout of a probe. */
const everyMs = 2_000;
const timeoutMs = 5_000;

let state: Connection = "there";
let probing = false;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const connection = (): Connection => state;

function become(next: Connection): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Call when a request had no answer, or a stream broke. */
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
    // Any answer counts: a panel with a broken file answers 503.
    () => true,
    () => false,
  );
  probing = false;
  if (isThere) return become("there");
  become(navigator.onLine ? "away" : "offline");
  again = setTimeout(noteNoAnswer, everyMs);
}

/** Listens to the browser too, which knows immediately when its network fails or returns. */
export function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("offline", noteNoAnswer);
    window.addEventListener("online", noteNoAnswer);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("offline", noteNoAnswer);
    window.removeEventListener("online", noteNoAnswer);
    clearTimeout(again);
  };
}
