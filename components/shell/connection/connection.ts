import { inPanel } from "@/lib/shared/base-path";
import { Listeners } from "@/components/ui/listeners";
import { answeredBy } from "./answered-by";

/*
 * Determines whether the panel can be reached. A probe checks this if a request gets no response or if the
 * browser reports a network change. The browser's network state is not sufficient: a panel on this machine
 * responds even without a network. While the panel is unreachable, the probe is repeated as long as somebody listens.
 */

/** `sign-in`: something in front of the panel answers in its place, and asks for a sign-in. */
export type Connection = "there" | "offline" | "away" | "sign-in";

/** A proxy may let everybody request the health check, so that only the second answer shows what pages get. */
const probed = ["/api/health", "/api/panel/events?once"].map(inPanel);

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

export function noteNoAnswer(): void {
  void probe();
}

async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  clearTimeout(again);
  const next = await look();
  probing = false;
  become(next);
  if (next !== "there" && listeners.size > 0) again = setTimeout(noteNoAnswer, everyMs);
}

async function look(): Promise<Connection> {
  for (const url of probed) {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { cache: "no-store", redirect: "manual", signal }).catch(() => null);
    void answer?.body?.cancel();
    // Not known if the page is being closed.
    if (answer === null) return globalThis.navigator?.onLine === false ? "offline" : "away";
    // Any status of the panel means that it is reachable. With a broken file, for example, the status is 503.
    const by = answeredBy(answer);
    if (by !== "panel") return by === "sign-in" ? "sign-in" : "away";
  }
  return "there";
}

/** While there is a listener, a change of the browser's network causes a probe. */
export function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("offline", noteNoAnswer);
    window.addEventListener("online", noteNoAnswer);
    if (state !== "there") noteNoAnswer();
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
