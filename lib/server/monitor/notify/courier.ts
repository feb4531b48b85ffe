import "server-only";
import { log } from "@/lib/log";
import type { Db } from "@/lib/server/db";
import { settle, takeHead } from "./queue";
import { send, type Webhook } from "./send";

/** The time between deliveries (ms). Events in between are combined into one message. */
const SPACING = 60_000;
/** When to check again for messages of another replica, or after a database outage (ms). */
const LOOK_AGAIN = 60_000;

/** Delivers queued messages one after the other, and retries messages that were not accepted. */
export class Courier {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | null = null;
  private isStopped = false;
  /** Whether a new message arrived during a delivery, possibly after the queue was read. */
  private hasNews = false;
  /** The earliest time for the next delivery (ms since the process started). */
  private nextAt = 0;

  constructor(
    private readonly db: () => Db,
    /** Returns null without a webhook. */
    private readonly webhook: () => Webhook | null,
    private readonly spacing = SPACING,
  ) {}

  /** Starts with messages that an earlier process left in the queue. */
  start(): void {
    this.wake();
  }

  /** Call when a new message has been queued. */
  wake(): void {
    this.hasNews = true;
    this.look();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** Delivers the next message, now or when the receiver's delay ends. A running delivery checks for more messages. */
  private look(): void {
    if (this.isStopped || this.working) return;
    const rest = this.rest();
    // Timers may fire early; if so, wait for the rest.
    if (rest > 0) return this.lookIn(rest);
    this.hasNews = false;
    this.working = this.deliver()
      .catch((err: unknown) => {
        log().warn({ err }, "the queued notifications could not be read");
        return LOOK_AGAIN;
      })
      .then((wait) => {
        this.working = null;
        if (!this.isStopped) this.lookIn(this.hasNews ? 0 : wait);
      });
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), Math.ceil(ms)).unref();
  }

  /** Delivers one message. @returns ms until the next check */
  private async deliver(): Promise<number> {
    const webhook = this.webhook();
    if (webhook === null) return LOOK_AGAIN;
    const head = await takeHead(this.db());
    if (head === null) return LOOK_AGAIN;
    if ("wait" in head) return Math.min(head.wait, LOOK_AGAIN);
    const outcome = await send(webhook, head.message);
    await settle(this.db(), head, outcome);
    if (outcome.isSent) this.nextAt = performance.now() + this.spacing;
    return 0;
  }

  /** Time until the next delivery is allowed (ms). */
  private rest(): number {
    return this.nextAt - performance.now();
  }
}
