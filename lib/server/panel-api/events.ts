import "server-only";
import { configFile } from "@/lib/server/config-file";
import { applies, operators } from "@/lib/server/panel/rooms";
import { eventRoutes } from "@/lib/shared/contract/events";
import { isEnded } from "@/lib/shared/contract/values";
import { handlers } from "./handlers";
import type { Answer } from "@/lib/server/door";
import { processSingleton } from "@/lib/process-singleton";

/**
 * How often the state of the apply is read (ms). Another replica may run the apply and write its state to the
 * database.
 */
const duringApplyMs = 400;
const otherwiseMs = 2_000;

export const events = handlers(eventRoutes, {
  panelEvents: async ({ query, session, request }) =>
    eventStream({
      allowed: () => operators().isValid(session),
      signal: request.closed(),
      once: query.once !== undefined,
      begin(send) {
        const following = [followFile(send), followApply(send)];
        return {
          greeted: Promise.all(following.map(({ greeted }) => greeted)),
          stop: () => {
            for (const { stop } of following) stop();
          },
        };
      },
    }),

  applyEvents: async ({ session, request }) =>
    eventStream({
      allowed: () => operators().isValid(session),
      signal: request.closed(),
      begin: followApply,
    }),
});

/** Returns the ids of the newest version and of the newest version made outside the panel. */
async function newestVersions() {
  const { history } = configFile();
  const [latest, outside] = await Promise.all([history.newest(), history.newest("outside")]);
  return { latest, outside };
}

function followFile(send: Send): Following {
  const stop = configFile().watch((event) => {
    void newestVersions().then((versions) => send("config", { ...event, ...versions }));
  });
  const greet = async () => {
    const [{ etag, state }, versions] = await Promise.all([configFile().read(), newestVersions()]);
    send("hello", { etag, state, ...versions });
  };
  return { greeted: greet(), stop };
}

function followApply(send: Send): Following {
  let sent: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = async () => {
    let wait = otherwiseMs;
    try {
      const apply = await applies().current();
      const text = JSON.stringify(apply);
      if (text !== sent) send("apply", apply);
      sent = text;
      if (apply && !isEnded(apply.state)) wait = duringApplyMs;
    } catch {
      // The database is unavailable. The next check sends the changes that this check has missed.
    }
    if (!isStopped) timer = setTimeout(() => void look(), wait);
  };
  return {
    greeted: look(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

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
  /** Sends the current state, and then changes as they happen. */
  begin: (send: Send) => Following;
  /** If true, the stream ends after the current state, and the browser reconnects after a few seconds. */
  once?: boolean;
}

export interface Following {
  /** Resolves when the current state has been sent. */
  greeted: Promise<unknown>;
  stop: () => void;
}

/** All open streams. At shutdown they are closed, because the process waits for open responses. */
const openStreams = () =>
  processSingleton("event-streams", () => {
    const streams = {
      closers: new Set<() => void>(),
      /** Whether the process is shutting down. New streams are then closed at once, because shutdown waits for them. */
      isEnding: false,
    };
    const closeAll = () => {
      streams.isEnding = true;
      for (const close of [...streams.closers]) close();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, closeAll);
    return streams;
  });

/**
 * Sends server-sent events until the browser disconnects, the process ends, or the reader loses access. A reader who
 * loses access receives `signed-out` as the final event.
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
        // If the database is unavailable, access cannot be checked. The stream then continues until the next
        // heartbeat.
        if (await allowed().catch(() => true)) return write(": still here\n\n");
        send("signed-out", {});
        close();
      };
      write(`retry: ${once ? pollMs : retryMs}\n\n`);
      const { greeted, stop } = begin(send);
      const timer = setInterval(() => void beat(), heartbeatMs);
      const forget = operators().onEndedSessions(() => void beat());
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
          // The browser has already disconnected.
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
      // Prevents compression and proxies from buffering events.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // After the stream has ended, an open connection would delay shutdown.
      connection: "close",
    },
  };
}
