import "server-only";
import type { Answer } from "@/lib/server/http/door";
import type { Operators } from "@/lib/server/operators";

/**
 * How often a keep-alive comment is sent (ms), because proxies close silent connections after about 30 or 60 seconds.
 */
const heartbeatMs = 10_000;
/** How long a browser waits before it reconnects (ms). */
const retryMs = 2_000;
const pollMs = 3_000;

export type Send = (event: string, data: unknown) => void;

export interface EventStreamOptions {
  signal: AbortSignal;
  /** Whether the reader still has access. Called at every heartbeat, and when sessions end. */
  allowed: () => Promise<boolean>;
  begin: (send: Send) => Following;
  /** If true, the stream ends after the current state, and the browser reconnects after a few seconds. */
  once?: boolean;
}

export interface Following {
  /** Resolves when the current state has been sent. */
  greeted: Promise<unknown>;
  stop: () => void;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

export function createEventStreams({ onEndedSessions }: Pick<Operators, "onEndedSessions">) {
  const closers = new Set<() => void>();
  let isEnding = false;
  return {
    /**
     * Sends events until the browser disconnects, the panel stops, or the reader loses access. A reader who loses access
     * receives `signed-out` as the final event.
     */
    open: (options: EventStreamOptions): Partial<Answer> =>
      eventStream(options, { closers, isEnding: () => isEnding, onEndedSessions }),
    /** Closes all streams, also those that begin later, because a shutdown waits for open responses. */
    end() {
      isEnding = true;
      for (const close of [...closers]) close();
    },
  };
}

interface StreamRoom extends Pick<Operators, "onEndedSessions"> {
  closers: Set<() => void>;
  isEnding: () => boolean;
}

function eventStream(
  { signal, allowed, begin, once = false }: EventStreamOptions,
  { closers, isEnding, onEndedSessions }: StreamRoom,
): Partial<Answer> {
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
        // If the database is unavailable, access cannot be checked. The stream then continues until the next
        // heartbeat.
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
        closers.delete(close);
        try {
          controller.close();
        } catch {
          // The browser has already disconnected.
        }
      };
      closers.add(close);
      signal.addEventListener("abort", close);
      if (signal.aborted || isEnding()) close();
      const end = () => once && close();
      greeted.then(end, end);
    },
    cancel: () => close(),
  });
  return {
    stream,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Prevents compression and proxies from buffering events.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // After the stream has ended, an open connection would delay shutdown.
      connection: "close",
    },
  };
}
