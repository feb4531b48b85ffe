import "server-only";
import type { Server, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Share } from "./address";
import type { Metrics } from "./metrics";

/**
 * Maximum number of pages rendered at the same time. A higher limit would use more memory without being
 * faster.
 */
const MAX_RENDERING = 4;
/**
 * Maximum number of pages that wait. If each page takes 10 ms, the last one in the queue waits for a second.
 */
const MAX_QUEUED = 100;
/**
 * How long a page may occupy one of the `MAX_RENDERING` slots (ms). A page that waits longer, for the
 * instance or the database, gives up its slot.
 */
const MAX_HELD_MS = 10_000;
const CHECK_MS = 1_000;
/**
 * How long other requests may delay the next page (ms). Without a limit, a steady stream of requests could
 * block all pages.
 */
const MAX_YIELD_MS = 100;

export class PageQueue {
  private rendering = 0;
  private readonly queue = new Set<() => void>();
  private isWorking = false;
  /** Number of requests in progress that have priority over pages. */
  private urgent = 0;
  /** Whether a connection was accepted since this flag was last reset. */
  private hasArrival = false;
  private readonly waiting = new Map<string, number>();
  private readonly queueing: { refused(): void };

  constructor(
    server: Server,
    { setBudget }: Pick<Metrics, "setBudget">,
    names = { queued: "pages queued", running: "pages rendering" },
  ) {
    this.queueing = setBudget(names.queued, MAX_QUEUED, () => this.queue.size);
    setBudget(names.running, MAX_RENDERING, () => this.rendering);
    server.on("connection", () => (this.hasArrival = true));
  }

  /**
   * Calls `render` when it is the page's turn. Never calls it if the client disconnects first.
   * @param shares the parts of the queue that the request's client may use
   * @returns false if too many pages are waiting
   */
  enter(response: ServerResponse, render: () => void, shares: readonly Share[] = []): boolean {
    const count = (client: string) => this.waiting.get(client) ?? 0;
    if (this.queue.size >= MAX_QUEUED || shares.some(({ key: share, most }) => count(share) >= most)) {
      this.queueing.refused();
      return false;
    }
    for (const { key: share } of shares) this.waiting.set(share, count(share) + 1);
    const leave = () => {
      if (!this.queue.delete(begin)) return;
      for (const { key: share } of shares) {
        if (count(share) > 1) this.waiting.set(share, count(share) - 1);
        else this.waiting.delete(share);
      }
    };
    const begin = () => {
      leave();
      this.hold(response);
      render();
    };
    this.queue.add(begin);
    response.once("close", leave);
    void this.work();
    return true;
  }

  /** Waits for `work`, which has priority over pages that are still in the queue. */
  async before<T>(work: Promise<T>): Promise<T> {
    this.urgent += 1;
    try {
      return await work;
    } finally {
      this.urgent -= 1;
    }
  }

  /**
   * Occupies a slot until one of these is true:
   * - The page has been sent.
   * - The page waits only for a slow client.
   * - `MAX_HELD_MS` have passed.
   */
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
   * Waits until no urgent request is in progress and no new connection arrives in a turn of the event loop.
   * Node accepts only one connection per turn, and rendering makes many turns longer. Without this wait, a
   * health request would be read only after all earlier pages had been rendered.
   */
  private async untilOthersAreServed(): Promise<void> {
    const latest = performance.now() + MAX_YIELD_MS;
    do {
      this.hasArrival = false;
      await setImmediate();
    } while ((this.hasArrival || this.urgent > 0) && performance.now() < latest);
  }
}
