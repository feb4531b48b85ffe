/*
 * Whether the panel can be reached. Whoever gets no answer says so here; a probe decides, so that a panel on this very
 * machine is not called away because a cable is. While it is away, probes notice its return.
 */

export type Connection = "there" | "offline" | "away";

/** Milliseconds between probes while the panel is away, and until a probe counts as unanswered. */
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

/** Call when a request got no answer, or a stream broke off. */
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
    // Any answer will do: a panel with a broken file answers 503.
    () => true,
    () => false,
  );
  probing = false;
  if (isThere) return become("there");
  become(navigator.onLine ? "away" : "offline");
  again = setTimeout(noteNoAnswer, everyMs);
}

/** Listens to the browser as well, which knows at once when its network goes or returns. */
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
