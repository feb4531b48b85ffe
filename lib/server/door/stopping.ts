import "server-only";
import type { Server, ServerResponse } from "node:http";

/** Exit codes that a shell reports for a process ended by these signals. */
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;

/** Milliseconds that requests in progress have to finish. One whose client sends or takes nothing would never do so. */
const PATIENCE_MS = 30_000;

/** Tracks responses in progress, and whether the server is shutting down. */
export class Answers {
  private readonly open = new Set<ServerResponse>();
  /** Set while the server is shutting down: to be called when the last response is done. */
  private whenDone: (() => void) | null = null;

  constructor(private readonly server: Server) {}

  add(response: ServerResponse): void {
    this.open.add(response);
    if (this.whenDone) endConnectionWith(response);
    response.once("close", () => {
      this.open.delete(response);
      if (this.open.size === 0) this.whenDone?.();
    });
  }

  /**
   * Accepts no more connections and lets requests in progress finish. Resolves when the last one is done, at the latest
   * after `PATIENCE_MS`, with all connections closed. Those that nothing was asked on yet are not waited for: browsers
   * open some ahead, and Node neither counts them as idle nor limits their time once it stops listening.
   */
  async end(): Promise<void> {
    const done = new Promise<void>((resolve) => (this.whenDone = resolve));
    this.server.close();
    for (const response of this.open) endConnectionWith(response);
    if (this.open.size > 0) {
      const timer = setTimeout(() => this.whenDone?.(), PATIENCE_MS);
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
 * From now on SIGTERM and SIGINT end the process once `end` is done; a second signal ends it at once, as Node's default
 * does.
 */
export function endOnSignals(end: () => Promise<void>): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => void end().finally(() => process.exit(code)));
  }
}
