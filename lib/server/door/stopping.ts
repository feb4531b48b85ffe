import "server-only";
import type { Server, ServerResponse } from "node:http";
import { log } from "@/lib/log";

/**
 * How many milliseconds requests in progress have to finish. A request whose client stops sending or reading would
 * never finish.
 */
const GRACE_MS = 30_000;

/** Tracks responses in progress, and whether the server is shutting down. */
export class Answers {
  private readonly open = new Set<ServerResponse>();
  /** Called when the last response is done. Set while the server is shutting down. */
  private whenDone: (() => void) | null = null;

  constructor(private readonly server: Server) {}

  /** @param response a response whose connection has not closed yet */
  add(response: ServerResponse): void {
    this.open.add(response);
    if (this.whenDone) endConnectionWith(response);
    response.once("close", () => {
      this.open.delete(response);
      if (this.open.size === 0) this.whenDone?.();
    });
  }

  /** How many responses are event streams, which last as long as the reader's page is open. */
  countStreams(): number {
    return [...this.open].filter((response) =>
      /^text\/event-stream\b/.test(String(response.getHeader("content-type"))),
    ).length;
  }

  /**
   * Accepts no more connections and lets requests in progress finish. Resolves when the last one is done, at the
   * latest after `GRACE_MS`, with all connections closed. Does not wait for connections without a request:
   * browsers open some in advance, and Node neither counts them as idle nor limits their time once it stops
   * listening.
   */
  async end(): Promise<void> {
    const done = new Promise<void>((resolve) => (this.whenDone = resolve));
    this.server.close();
    for (const response of this.open) endConnectionWith(response);
    if (this.open.size > 0) {
      const timer = setTimeout(() => this.whenDone?.(), GRACE_MS);
      await done;
      clearTimeout(timer);
    }
    this.server.closeAllConnections();
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/**
 * From now on, SIGTERM and SIGINT end the process once `end` is done, with code 0, or with 1 if `end` fails. A
 * second signal ends it at once, with 1.
 */
export function endOnSignals(end: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    try {
      await end();
      process.exit(0);
    } catch (err) {
      log().error({ err }, "The panel could not stop cleanly");
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
}
