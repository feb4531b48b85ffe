import "server-only";
import { randomUUID } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { configFile, configFileId } from "@/lib/server/config-file";
import { db, type Db, stopBeforeClose } from "@/lib/server/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { hideInText } from "@/lib/shared/settings/credentials";
import { Courier } from "./courier";
import { enqueue, recordDelivery } from "./queue";
import { inWords, type NotifyEvent, topicOf } from "./events";
import { type Message, type Outcome, send, type Webhook } from "./send";
import { panelSettings } from "@/lib/panel-settings";

export type { NotifyEvent } from "./events";
export { listDeliveries } from "./queue";

/** Maximum number of notifications of each kind, and of tests, per hour. Outages and recoveries are not limited. */
const perHour = { kind: 20, tests: 20 };

/** Returns the webhook that the environment or an owner has set. Null if none is set. */
function webhook(): Webhook | null {
  const { notifyUrl, notifySecret } = panelSettings();
  const { checkAllow } = env();
  return notifyUrl === undefined
    ? null
    : { url: new URL(notifyUrl), secret: notifySecret, allow: checkAllow };
}

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: 3_600 });

const notifier = () =>
  processSingleton("notifier", () => {
    // Stop deliveries last, because other work may still send notifications while it is being stopped.
    // Functions that are registered during shutdown are called after all earlier ones, so register
    // `stopNotifying` then.
    stopBeforeClose(() => stopBeforeClose(stopNotifying));
    return {
      courier: new Courier(db, webhook),
      limiter: limiter("notify", perHour.kind),
      tests: limiter("notify-test", perHour.tests),
    };
  });

/** Starts deliveries if a webhook is set. Begins with messages that an earlier process left in the queue. */
export function startNotifying(): void {
  if (webhook() !== null) notifier().courier.wake();
}

export async function stopNotifying(): Promise<void> {
  await notifier().courier.stop();
}

/**
 * Queues notifications for the webhook, without waiting for their delivery. Events from one call, or within a
 * minute, are combined into one message. Skips events whose topic an owner turned off, and does nothing
 * without a webhook. Never throws, because a failed notification must not affect other work.
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
  return topic !== null && panelSettings().mutedTopics.includes(topic);
}

/**
 * Whether the event is an outage or a recovery. These events are never limited, so that the end of a reported
 * outage is always reported, too.
 */
const isPaired = ({ event }: NotifyEvent): boolean => event === "instance-down" || event === "instance-up";

/**
 * Sends a test message immediately, bypassing the queue.
 * @throws AppError `conflict` if no webhook is set; `rate-limited`
 */
export async function sendTest(username: string): Promise<Pick<Outcome, "isSent" | "message">> {
  const target = webhook();
  if (target === null)
    throw new AppError(
      "conflict",
      "No webhook is configured. An owner can enter one on the Notifications page.",
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

async function messageOf(event: NotifyEvent): Promise<Message> {
  // The reason may quote a server's answer, so hide credentials in it.
  const shown = "reason" in event ? { ...event, reason: hideInText(event.reason) } : event;
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
 * Stores a reported value under a name. All replicas notice the same event, but only the first replica that
 * stores the value sends the notification.
 * @returns true if the value differs from the stored value, so the caller must send the notification
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
