import "server-only";
import type { Answer } from "@/lib/server/door";
import { onEndedSessions } from "@/lib/server/operators/ended-sessions";
import { processSingleton } from "@/lib/process-singleton";

/** Proxies close connections that are silent for long, often after 30 or 60 seconds. */
const heartbeatMs = 10_000;
/** How long a browser waits before it reconnects, after a stream has ended or after an answer without a stream. */
const retryMs = 2_000;
const pollMs = 3_000;

export type Send = (event: string, data: unknown) => void;

export interface EventStreamOptions {
  /** Aborted when the browser disconnects. */
  signal: AbortSignal;
  /** Whether the reader may continue reading. Called at every heartbeat, and when sessions have ended. */
  allowed: () => Promise<boolean>;
  /** Starts sending. */
  begin: (send: Send) => Following;
  /** Ends the stream after the current state, and asks the browser to reconnect in a few seconds. */
  once?: boolean;
}

/** Sends the current state, then changes. */
export interface Following {
  /** Resolves when the current state has been sent. */
  greeted: Promise<unknown>;
  stop: () => void;
}

interface OpenStreams {
  closers: Set<() => void>;
  /** Whether the process is shutting down. A browser that reconnects immediately would delay that. */
  isEnding: boolean;
}

/** The open streams. Shutdown waits for open responses, and these would never end on their own. */
const openStreams = () =>
  processSingleton("event-streams", () => {
    const streams: OpenStreams = { closers: new Set(), isEnding: false };
    const closeAll = () => {
      streams.isEnding = true;
      for (const close of [...streams.closers]) close();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, closeAll);
    return streams;
  });

/**
 * Server-sent events until the browser disconnects, the process ends, or the reader loses access. In the last
 * case, the final event is `signed-out`.
 */
export function eventStream({ signal, allowed, begin, once = false }: EventStreamOptions): Partial<Answer> {
  let close = (): void => undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const encoder = new TextEncoder();
      let isOpen = true;
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      const send: Send = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const beat = async () => {
        // This cannot be checked while the database is down, so the stream continues and the next heartbeat checks
        // again.
        if (await allowed().catch(() => true)) return write(": still here\n\n");
        send("signed-out", {});
        close();
      };
      write(`retry: ${once ? pollMs : retryMs}\n\n`);
      const { greeted, stop } = begin(send);
      const timer = setInterval(() => void beat(), heartbeatMs);
      const forget = onEndedSessions(() => void beat());
      close = () => {
        if (!isOpen) return;
        isOpen = false;
        clearInterval(timer);
        forget();
        stop();
        signal.removeEventListener("abort", close);
        openStreams().closers.delete(close);
        try {
          controller.close();
        } catch {
          // The reader disconnected first.
        }
      };
      openStreams().closers.add(close);
      signal.addEventListener("abort", close);
      if (signal.aborted || openStreams().isEnding) close();
      const end = () => once && close();
      greeted.then(end, end);
    },
    cancel: () => close(),
  });
  return {
    stream,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Compression would hold events back until a block is full, and so would a buffering proxy.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // A kept-alive connection of an ended stream would delay shutdown.
      connection: "close",
    },
  };
}
