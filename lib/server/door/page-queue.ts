import "server-only";
import type { Server, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { setBudget } from "./budgets";

/** How many pages are rendered concurrently. More would not be faster, and each holds memory. */
const MAX_RENDERING = 4;
/** How many pages may wait for a place. At about 10 ms per page, the last one waits for a second. */
const MAX_QUEUED = 100;
/** How long a page may block others (ms) while it waits for the instance or the database. */
const MAX_HELD_MS = 10_000;
const CHECK_MS = 1_000;
/** How long other requests may delay the next page (ms), so that many requests do not stop all pages. */
const MAX_YIELD_MS = 100;

/** Limits how much pages delay all other requests. Rendering is the panel's only slow work. */
export class PageQueue {
  private rendering = 0;
  private readonly queue = new Set<() => void>();
  private isWorking = false;
  /** Open requests with priority over pages. */
  private urgent = 0;
  /** Whether a connection was accepted since this was last set to false. */
  private hasArrival = false;
  private readonly queueing = setBudget("pages queued", MAX_QUEUED, () => this.queue.size);

  constructor(server: Server) {
    setBudget("pages rendering", MAX_RENDERING, () => this.rendering);
    server.on("connection", () => (this.hasArrival = true));
  }

  /**
   * Calls `render` when its turn comes, or never if the client disconnects first.
   * @returns false if too many pages wait
   */
  enter(response: ServerResponse, render: () => void): boolean {
    if (this.queue.size >= MAX_QUEUED) {
      this.queueing.refused();
      return false;
    }
    const begin = () => {
      this.queue.delete(begin);
      this.hold(response);
      render();
    };
    this.queue.add(begin);
    response.once("close", () => this.queue.delete(begin));
    void this.work();
    return true;
  }

  /** Does work with priority over pages: no page starts while it lasts. */
  async before<T>(work: Promise<T>): Promise<T> {
    this.urgent += 1;
    try {
      return await work;
    } finally {
      this.urgent -= 1;
    }
  }

  /** Occupies a place until the page is sent, or until only a slow client remains to be waited for. */
  private hold(response: ServerResponse): void {
    this.rendering += 1;
    const since = performance.now();
    const release = () => {
      clearInterval(timer);
      response.off("close", release);
      this.rendering -= 1;
      void this.work();
    };
    const timer = setInterval(() => {
      if (response.writableNeedDrain || performance.now() - since > MAX_HELD_MS) release();
    }, CHECK_MS);
    response.once("close", release);
  }

  /** Starts pages in order while places are free. */
  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    while (this.queue.size > 0 && this.rendering < MAX_RENDERING) {
      await this.untilOthersAreServed();
      for (const begin of this.queue) {
        begin();
        break;
      }
    }
    this.isWorking = false;
  }

  /**
   * Waits for a turn of the event loop without new connections. Node accepts one connection per turn, and each
   * page makes many turns long. Without this, a health request would be read only after all pages whose
   * connections came before it.
   */
  private async untilOthersAreServed(): Promise<void> {
    const latest = performance.now() + MAX_YIELD_MS;
    do {
      this.hasArrival = false;
      await setImmediate();
    } while ((this.hasArrival || this.urgent > 0) && performance.now() < latest);
  }
}
