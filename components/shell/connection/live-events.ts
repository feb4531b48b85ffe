import { inPanel } from "@/lib/shared/base-path";
import { answeredBy } from "@/components/shell/connection/answered-by";
import { noteNoAnswer } from "@/components/shell/connection/connection";
import { ownSessionSettled } from "@/components/shell/connection/own-session";

/*
 * All tabs of a browser share one event stream. Over HTTP/1.1, a browser opens at most six connections to a server, so
 * a stream per tab would leave none for requests. The tab that holds a Web Lock reads the stream and passes each
 * message to the other tabs over a BroadcastChannel. When this tab is closed or hidden, another tab gets the lock. A
 * new stream starts with the current state, so no change is missed.
 *
 * Web Locks need HTTPS or localhost. Without them, each visible tab polls every few seconds and holds no connection.
 */

const url = inPanel("/api/panel/events");
/** It states when the browser should reconnect. */
const onceUrl = `${url}?once`;
/** Panels below other paths of this host have streams of their own. */
const shared = `instance-admin.events:${inPanel("/")}`;

/**
 * Milliseconds before the stream is opened again after an error status. Browsers reconnect automatically only after a
 * lost connection.
 */
const refusedMs = 15_000;

/**
 * The kinds of messages:
 * - `hello`, `config`: the state of the file.
 * - `apply`: the current or last apply.
 * - `presence`: which other operators have unsaved changes.
 * - `signed-out`: the last message of a stream. Listeners receive it only if this browser has no session.
 * - `no-answer`, `resume`, `ask`: messages between tabs.
 */
export interface LiveMessage {
  event: "hello" | "config" | "apply" | "presence" | "signed-out" | "no-answer" | "resume" | "ask";
  data: string;
}

type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();
/** The latest message of each kind. Listeners and tabs that join later receive it. */
const latest = new Map<"file" | "apply" | "presence", LiveMessage>();
let leave: (() => void) | null = null;

/** Calls `listener` with the current state and with every change, no matter which tab reads the stream. */
export function subscribeToLiveEvents(listener: Listener): () => void {
  listeners.add(listener);
  for (const message of latest.values()) listener(message);
  leave ??= "locks" in navigator ? joinOthers() : listenAlone();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    leave?.();
    leave = null;
    latest.clear();
  };
}

function deliver(message: LiveMessage): void {
  if (message.event === "no-answer") return noteNoAnswer();
  if (message.event === "hello" || message.event === "config") latest.set("file", message);
  if (message.event === "apply" || message.event === "presence") latest.set(message.event, message);
  // Adds an entry to the browser's performance timeline, which shows when this tab was up to date.
  if (message.event === "hello") performance.mark("live-events");
  for (const listener of listeners) listener(message);
}

/**
 * Checks after `signed-out` whether this browser has no session. If this tab is signing out or changing the
 * password, first waits until that is done: after a change, the browser has a new session.
 */
async function isSignedOut(): Promise<boolean> {
  await ownSessionSettled();
  const answer = await fetch(onceUrl, { cache: "no-store", redirect: "manual" }).catch(() => null);
  void answer?.body?.cancel();
  return answer?.status === 401 && answeredBy(answer) === "panel";
}

/** Calls `start` whenever the tab becomes visible. When the tab is hidden, calls the function that `start` returned. */
function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const follow = () => {
    if (document.visibilityState !== "hidden") return void (stop ??= start());
    stop?.();
    stop = null;
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    stop?.();
  };
}

function joinOthers(): () => void {
  const channel = new BroadcastChannel(shared);
  let stream: Stream | null = null;

  const share = (message: LiveMessage) => {
    channel.postMessage(message);
    receive(message);
  };
  const receive = (message: LiveMessage) => {
    if (message.event === "ask") {
      if (stream) for (const known of latest.values()) channel.postMessage(asHello(known));
    } else if (message.event === "resume") stream?.reopen();
    else if (message.event !== "signed-out") deliver(message);
    else
      void isSignedOut().then((isOver) => {
        if (isOver) return deliver(message);
        channel.postMessage({ event: "resume", data: "" } satisfies LiveMessage);
        stream?.reopen();
      });
  };
  channel.addEventListener("message", ({ data }: MessageEvent<LiveMessage>) => receive(data));

  const takeTurn = () => {
    const turn = new AbortController();
    const { signal } = turn;
    const lead = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        stream = openStream(url, share);
        signal.addEventListener("abort", () => {
          stream?.close();
          stream = null;
          resolve();
        });
      });
    // The promise is rejected only if the wait is aborted.
    navigator.locks.request(shared, { signal }, lead).catch(() => undefined);
    return () => turn.abort();
  };

  channel.postMessage({ event: "ask", data: "" } satisfies LiveMessage);
  const stop = whileVisible(takeTurn);
  return () => {
    stop();
    channel.close();
  };
}

const asHello = (message: LiveMessage): LiveMessage =>
  message.event === "config" ? { ...message, event: "hello" } : message;

/** Used if the browser has no Web Locks. */
function listenAlone(): () => void {
  let stream: Stream | null = null;
  const receive = (message: LiveMessage) => {
    if (message.event !== "signed-out") return deliver(message);
    void isSignedOut().then((isOver) => (isOver ? deliver(message) : stream?.reopen()));
  };
  return whileVisible(() => {
    stream = openStream(onceUrl, receive);
    return () => {
      stream?.close();
      stream = null;
    };
  });
}

interface Stream {
  /** Opens the stream again if it has ended. */
  reopen(): void;
  close(): void;
}

function openStream(from: string, onMessage: Listener): Stream {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  const open = () => {
    clearTimeout(again);
    const opened = new EventSource(from);
    source = opened;
    for (const event of ["hello", "config", "apply", "presence", "signed-out"] as const) {
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        hasAnswered = true;
        if (event === "signed-out") {
          opened.close();
          again = setTimeout(open, refusedMs);
        }
        onMessage({ event, data });
      });
    }
    opened.addEventListener("error", () => {
      // With `onceUrl`, the stream ends after every response, so the end is an error only if there was no response.
      if (from === url || !hasAnswered) onMessage({ event: "no-answer", data: "" });
      hasAnswered = false;
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, refusedMs);
    });
  };
  open();
  return {
    reopen: () => {
      if (source.readyState === EventSource.CLOSED) open();
    },
    close: () => {
      clearTimeout(again);
      source.close();
    },
  };
}
