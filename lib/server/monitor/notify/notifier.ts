import "server-only";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { type Db, dropLease, takeLease } from "@/lib/server/db";
import type { ChannelName } from "@/lib/shared/contract/notifications";
import type { NotifyTopic } from "@/lib/shared/contract/values";
import { hideInText } from "@/lib/shared/settings/credentials";
import type { Outcome, ReadyChannel } from "./channel";
import { inWords, type NotifyEvent, topicOf } from "./events";
import type { Message } from "./message";
import { createQueue } from "./queue";

/** Maximum number of notifications of each kind, and of tests, per hour. Outages and recoveries are not limited. */
const PER_HOUR = 20;
/** The minimum time between two deliveries to a channel (ms). Events during this time are combined into one message. */
const SPACING = 60_000;
/** Events that are sent at once, because an operator may have to act, or must know that the panel has acted. */
const urgent: readonly NotifyEvent["event"][] = ["rolled-back", "apply-failed", "apply-planned", "check-in"];
/** How often (ms) to check the queue for messages that other replicas queued, or that a database failure delayed. */
const LOOK_AGAIN = 60_000;
/** How long (ms) one replica has the queue to itself. A delivery never takes this long. */
const LEASE_MS = 60_000;

export interface NotifierDeps {
  db: Db;
  log: Logger;
  clock: { now: () => number };
  fileId: () => Promise<number>;
  /** The channels that are on. */
  channels: () => readonly ReadyChannel[];
  mutedTopics: () => readonly NotifyTopic[];
  instanceName: () => Promise<string>;
  /** CHECK_ALLOW */
  allow: readonly string[];
  spacing?: number;
}

export function createNotifier(deps: NotifierDeps) {
  const { db, log, clock, fileId, channels, allow, spacing = SPACING } = deps;
  const queue = createQueue({ db, log, fileId });
  const holder = randomUUID();
  const limiter = new RateLimiterMemory({ keyPrefix: "notify", points: PER_HOUR, duration: 3_600 });
  const tests = new RateLimiterMemory({ keyPrefix: "notify-test", points: PER_HOUR, duration: 3_600 });
  /** The earliest time of the next delivery per channel (ms since process start). */
  const nextAt = new Map<ChannelName, number>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let isStopped = false;
  /** Whether a message was queued since the last look began, which may have been too early to see the message. */
  let hasNews = false;

  async function messageOf(event: NotifyEvent): Promise<Message> {
    // The reason may quote a server's answer, so hide credentials in it.
    const shown = "reason" in event ? { ...event, reason: hideInText(event.reason) } : event;
    const instance = await deps.instanceName();
    const { event: name, ...details } = shown;
    const at = new Date(clock.now()).toISOString();
    return { id: randomUUID(), content: inWords(shown, instance), at, event: name, instance, details };
  }

  function isMuted({ event }: NotifyEvent): boolean {
    const topic = topicOf[event];
    return topic !== null && deps.mutedTopics().includes(topic);
  }

  /**
   * Queues notifications for all channels, without waiting for their delivery. Skips events whose topic an owner turned
   * off, and does nothing without a channel. Never throws, because a failed notification must not affect other work.
   */
  async function notify(...events: readonly NotifyEvent[]): Promise<void> {
    const names = channels().map(({ name }) => name);
    const unmuted = names.length === 0 ? [] : events.filter((event) => !isMuted(event));
    for (const event of unmuted) {
      try {
        if (!isPaired(event)) await limiter.consume(event.event);
        await queue.add(names, await messageOf(event), clock.now());
      } catch (err) {
        log.warn(
          { event: event.event, ...(err instanceof Error && { err }) },
          "a notification could not be queued",
        );
      }
    }
    if (unmuted.length > 0) wake();
  }

  /** @throws AppError `conflict` if the channel is off; `rate-limited` */
  async function sendTest(name: ChannelName, username: string): Promise<Pick<Outcome, "isSent" | "message">> {
    const channel = channels().find((one) => one.name === name);
    if (!channel)
      throw new AppError(
        "conflict",
        "This channel is not set up. An owner can set it up on the Notifications page.",
      );
    await tests.consume("test").catch(() => {
      throw new AppError("rate-limited", "Too many test notifications were sent. Try again in an hour.", {
        details: { retryAfter: 3_600 },
      });
    });
    const message = await messageOf({ event: "test", username });
    const outcome = await channel.send(message, allow);
    await queue.record(name, { message, tries: 1 }, outcome, clock.now());
    return { isSent: outcome.isSent, message: outcome.message };
  }

  function wake(): void {
    hasNews = true;
    look();
  }

  function lookIn(ms: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(look, Math.ceil(ms)).unref();
  }

  function look(): void {
    if (isStopped || working) return;
    hasNews = false;
    working = deliverAll()
      .catch((err: unknown) => {
        log.warn({ err }, "the queued notifications could not be read");
        return LOOK_AGAIN;
      })
      .then((wait) => {
        working = null;
        lookIn(hasNews ? 0 : wait);
      });
  }

  async function deliverAll(): Promise<number> {
    const ready = channels();
    if (ready.length === 0) return LOOK_AGAIN;
    const lease = `notify:${await fileId()}`;
    if (!(await takeLease(db, lease, { holder, span: LEASE_MS, now: clock.now() }))) return 1_000;
    try {
      const waits = await Promise.all(ready.map(deliverTo));
      return Math.min(LOOK_AGAIN, ...waits);
    } finally {
      await dropLease(db, lease, holder).catch(() => undefined);
    }
  }

  /** Delivers at most one message, so that no channel holds the lease for long. */
  async function deliverTo(channel: ReadyChannel): Promise<number> {
    const rest = (nextAt.get(channel.name) ?? 0) - performance.now();
    if (rest > 0 && !(await queue.has(channel.name, urgent, clock.now()))) return rest;
    const due = await queue.next(channel.name, clock.now());
    if (due === null) return LOOK_AGAIN;
    if ("wait" in due) return due.wait;
    const outcome = await channel.send(due.message, allow);
    await queue.settle(channel.name, due, outcome, clock.now());
    if (outcome.isSent) nextAt.set(channel.name, performance.now() + spacing);
    return outcome.isSent ? spacing : 0;
  }

  /**
   * Stores a reported value under a name. All replicas notice the same event, but only the first replica that
   * stores the value sends the notification.
   * @returns true if the value differs from the stored value, so the caller must send the notification
   */
  async function isFirstToReport(name: string, value: string): Promise<boolean> {
    const row = await db
      .insertInto("meta")
      .values({ key: `told:${await fileId()}:${name}`, value })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({ value }).where("meta.value", "<>", value),
      )
      .returning("key")
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    notify,
    sendTest,
    isFirstToReport,
    deliveries: queue.list,
    /** Begins with messages that an earlier process left in the queue. */
    start(): void {
      if (channels().length > 0) wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

export type Notifier = ReturnType<typeof createNotifier>;

/**
 * Whether the event is an outage or a recovery. These events are never limited, so that the end of a reported
 * outage is always reported, too.
 */
const isPaired = ({ event }: NotifyEvent): boolean => event === "instance-down" || event === "instance-up";
