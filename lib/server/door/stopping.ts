import "server-only";
import type { Server, ServerResponse } from "node:http";

/** Exit codes that a shell reports for a process ended by these signals. */
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;

/** Tracks responses in progress, and whether the server is shutting down. */
export class Answers {
  private readonly open = new Set<ServerResponse>();
  private isEnding = false;

  constructor(private readonly server: Server) {}

  add(response: ServerResponse): void {
    this.open.add(response);
    if (this.isEnding) endConnectionWith(response);
    response.once("close", () => {
      this.open.delete(response);
      // Its connection is idle a moment later; kept alive, it would keep the server from closing.
      if (this.isEnding) setImmediate(() => this.server.closeIdleConnections());
    });
  }

  /** Accepts no more connections and lets requests in progress finish. Resolves when the last one is done. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (const response of this.open) endConnectionWith(response);
    await new Promise((resolve) => this.server.close(resolve));
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
