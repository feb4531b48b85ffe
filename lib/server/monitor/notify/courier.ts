import "server-only";
import { log } from "@/lib/log";
import type { Db } from "@/lib/server/db";
import { settle, takeHead } from "./queue";
import { send, type Webhook } from "./send";

/** The minimum time between two deliveries (ms). Events during this time are combined into one message. */
const SPACING = 60_000;
/**
 * How often (ms) to check the queue for messages that other replicas queued, or that a database failure
 * delayed.
 */
const LOOK_AGAIN = 60_000;

/** Delivers queued messages one by one, and retries messages that the webhook did not accept. */
export class Courier {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | null = null;
  private isStopped = false;
  /**
   * Whether a message was queued since the last delivery began. That delivery may have read the queue too
   * early to see the message.
   */
  private hasNews = false;
  /** The earliest time of the next delivery, in ms since process start. */
  private nextAt = 0;

  constructor(
    private readonly db: () => Db,
    private readonly webhook: () => Webhook | null,
    private readonly spacing = SPACING,
  ) {}

  /**
   * Starts delivering queued messages. Must be called after queueing a message, and at startup, because an
   * earlier process may have left messages in the queue.
   */
  wake(): void {
    this.hasNews = true;
    this.look();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** Delivers the next message if no delivery is running and enough time has passed since the last delivery. */
  private look(): void {
    if (this.isStopped || this.working) return;
    const rest = this.nextAt - performance.now();
    // It is too early, for example because a timer fired early. Wait for the remaining time.
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

  /** Delivers one message. @returns when to look for the next one, in ms from now */
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
}
