import "server-only";
import { randomUUID } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { configFile, configFileId } from "@/lib/server/config-file";
import { db, type Db } from "@/lib/server/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { Courier } from "./courier";
import { hideInText } from "@/lib/shared/settings/credentials";
import { recordDelivery } from "./deliveries";
import { inWords, type NotifyEvent, topicOf } from "./events";
import type { Message } from "./message";
import { enqueue } from "./queue";
import { type Outcome, send, type Webhook } from "./send";

export type { NotifyEvent } from "./events";
export { listDeliveries } from "./deliveries";

/**
 * How many messages of one kind, and how many tests, are sent per hour. Outages and recoveries are always sent.
 */
const perHour = { kind: 20, tests: 20 };

/** Where notifications go; null while there is no webhook. */
function webhook(): Webhook | null {
  const { notifyUrl, notifySecret, checkAllow } = env();
  return notifyUrl === undefined
    ? null
    : { url: new URL(notifyUrl), secret: notifySecret, allow: checkAllow };
}

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: 3_600 });

const notifier = () =>
  processSingleton("notifier", () => ({
    courier: new Courier(db, webhook),
    limiter: limiter("notify", perHour.kind),
    tests: limiter("notify-test", perHour.tests),
  }));

/** Starts deliveries if there is a webhook, beginning with messages that an earlier process left in the queue. */
export function startNotifying(): void {
  if (webhook() !== null) notifier().courier.start();
}

export async function stopNotifying(): Promise<void> {
  await notifier().courier.stop();
}

/**
 * Queues notifications for the webhook and returns. Events of one call, and further events within a minute, become
 * one message. Does nothing without a webhook, or for topics that an owner turned off. Never throws, because the
 * event has already happened.
 */
export async function notify(...events: readonly NotifyEvent[]): Promise<void> {
  const wanted = webhook() === null ? [] : events.filter((event) => !isMuted(event));
  for (const event of wanted) {
    try {
      if (!isPaired(event)) await notifier().limiter.consume(event.event);
      await enqueue(db(), await messageOf(event));
    } catch (err) {
      log().warn(
        { event: event.event, ...(err instanceof Error && { err }) },
        "a notification could not be queued",
      );
    }
  }
  if (wanted.length > 0) notifier().courier.wake();
}

function isMuted({ event }: NotifyEvent): boolean {
  const topic = topicOf[event];
  return topic !== null && env().mutedTopics.includes(topic);
}

/** A receiver of the start event also needs the end event. */
const isPaired = ({ event }: NotifyEvent): boolean => event === "instance-down" || event === "instance-up";

/**
 * Sends a test message immediately, without the queue.
 * @throws AppError `conflict` without a webhook, `rate-limited`
 */
export async function sendTest(username: string): Promise<Pick<Outcome, "isSent" | "message">> {
  const target = webhook();
  if (target === null)
    throw new AppError(
      "conflict",
      "No webhook is configured. An owner enters one on the Notifications page.",
    );
  await notifier()
    .tests.consume("test")
    .catch(() => {
      throw new AppError("rate-limited", "Too many test notifications were sent. Try again in an hour.", {
        details: { retryAfter: 3_600 },
      });
    });
  const message = await messageOf({ event: "test", username });
  const outcome = await send(target, message);
  await recordDelivery(db(), { message, tries: 1 }, outcome);
  return { isSent: outcome.isSent, message: outcome.message };
}

/** Reasons may quote another program's answer. */
const withoutCredentials = (event: NotifyEvent): NotifyEvent =>
  "reason" in event ? { ...event, reason: hideInText(event.reason) } : event;

async function messageOf(event: NotifyEvent): Promise<Message> {
  const shown = withoutCredentials(event);
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const instance = settings?.get("general.instanceName") ?? "Instance";
  const { event: name, ...details } = shown;
  return {
    id: randomUUID(),
    content: inWords(shown, instance),
    at: new Date().toISOString(),
    event: name,
    instance,
    details,
  };
}

/**
 * Whether this is the first report of `value` under a name. Every replica notices a change of the file, but only
 * one reports it. The last value of each name is stored.
 */
export async function isFirstToReport(db: Db, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto("meta")
    .values({ key: `told:${await configFileId(db)}:${name}`, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }).where("meta.value", "<>", value))
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}
