import "server-only";
import type { Server, ServerResponse } from "node:http";

/**
 * How long requests in progress may take to finish (ms). Without this limit, the request of a client that
 * stops sending or reading would never finish.
 */
const GRACE_MS = 30_000;

export class Answers {
  private readonly open = new Set<ServerResponse>();
  /** Called when the last response is finished. Null unless the server is shutting down. */
  private whenDone: (() => void) | null = null;

  constructor(private readonly server: Server) {}

  /** @param response must have an open connection */
  add(response: ServerResponse): void {
    this.open.add(response);
    if (this.whenDone) endConnectionWith(response);
    response.once("close", () => {
      this.open.delete(response);
      if (this.open.size === 0) this.whenDone?.();
    });
  }

  countStreams(): number {
    return [...this.open].filter((response) =>
      /^text\/event-stream\b/.test(String(response.getHeader("content-type"))),
    ).length;
  }

  /**
   * Stops accepting connections, waits for requests in progress, and closes all connections. Waits at most
   * `GRACE_MS`. Does not wait for connections without a request. Browsers open such connections in advance,
   * and Node does not close them, because it does not count them as idle.
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
