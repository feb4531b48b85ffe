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
import { inWords, type NotifyEvent } from "./events";
import type { Message } from "./message";
import { enqueue } from "./queue";
import { type Outcome, send, type Webhook } from "./send";

export type { NotifyEvent } from "./events";

/**
 * How many messages of one kind, and how many tests, are sent in an hour. What is down and up again is never left out.
 */
const perHour = { kind: 20, tests: 20 };

interface Notifier {
  webhook: Webhook;
  courier: Courier;
  limiter: RateLimiterMemory;
  tests: RateLimiterMemory;
}

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: 3_600 });

/** Null while NOTIFY_URL is not set. */
function notifier(): Notifier | null {
  const { notifyUrl, notifySecret, checkAllow } = env();
  if (notifyUrl === undefined) return null;
  return processSingleton("notifier", () => {
    const webhook = { url: new URL(notifyUrl), secret: notifySecret, allow: checkAllow };
    return {
      webhook,
      courier: new Courier(db, webhook),
      limiter: limiter("notify", perHour.kind),
      tests: limiter("notify-test", perHour.tests),
    };
  });
}

/** Delivers from now on, beginning with what an earlier process left. */
export const startNotifying = (): void => notifier()?.courier.start();

export async function stopNotifying(): Promise<void> {
  await notifier()?.courier.stop();
}

/**
 * Queues notifications for NOTIFY_URL and returns. Events of one call, and those that follow within a minute, become
 * one message. Does nothing while NOTIFY_URL is not set. Never throws, because the event has already happened.
 */
export async function notify(...events: readonly NotifyEvent[]): Promise<void> {
  const own = notifier();
  if (!own) return;
  for (const event of events) {
    try {
      if (!isPaired(event)) await own.limiter.consume(event.event);
      await enqueue(db(), await messageOf(event));
    } catch (err) {
      log().warn(
        { event: event.event, ...(err instanceof Error && { err }) },
        "a notification could not be queued",
      );
    }
  }
  if (events.length > 0) own.courier.wake();
}

/** A receiver of the start event also needs the end event. */
const isPaired = ({ event }: NotifyEvent): boolean => event === "instance-down" || event === "instance-up";

/**
 * Sends a test message immediately, without the queue.
 * @throws AppError `conflict` while NOTIFY_URL is not set, `rate-limited`
 */
export async function sendTest(username: string): Promise<Pick<Outcome, "isSent" | "message">> {
  const own = notifier();
  if (!own)
    throw new AppError(
      "conflict",
      "No webhook is configured. Set NOTIFY_URL to the address of a webhook, then restart the panel.",
    );
  await own.tests.consume("test").catch(() => {
    throw new AppError("rate-limited", "Too many test notifications were sent. Try again in an hour.", {
      details: { retryAfter: 3_600 },
    });
  });
  const { isSent, message } = await send(own.webhook, await messageOf({ event: "test", username }));
  return { isSent, message };
}

/** Reasons may quote what another program answered. */
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
 * Whether this is the first report of `value` under a name: every replica sees a change of the file, and one reports
 * it. The last value of each name is kept.
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
