import "server-only";
import { createHmac } from "node:crypto";

/** The maximum message length of chats, in characters. */
const LONGEST_CONTENT = 2_000;

/** Paths of webhooks on Discord and compatible instances. These webhooks reject or ignore additional fields. */
const chatPath = /\/webhooks\/\d+\/[\w-]+\/?$/;

export const isChatWebhook = (url: URL): boolean => chatPath.test(url.pathname);

/** A queued message. It does not contain the webhook's address, because the address is a secret. */
export interface Message {
  /** A random id. Every attempt sends the same id, so that the receiver can detect duplicates. */
  id: string;
  /** The sentences for people. */
  content: string;
  /** ISO 8601 */
  at: string;
  event: string;
  instance: string;
  details: Readonly<Record<string, unknown>>;
}

/** The event name of a message that combines several events. */
export const SEVERAL = "several";

/** Returns the names of the events in a message, without duplicates. */
export function eventsIn({ event, details }: Message): string[] {
  const { events } = details;
  const names =
    event === SEVERAL && Array.isArray(events)
      ? events.map((part: { event: string }) => part.event)
      : [event];
  return [...new Set(names)];
}

const partOf = ({ event, at, details }: Message) => ({ event, at, details });

/** Combines two messages. `content` has the sentences of both messages, and `details.events` the data of all events. */
export function joined(before: Message, next: Message): Message {
  const { events } = before.details;
  const parts: unknown[] = before.event === SEVERAL && Array.isArray(events) ? events : [partOf(before)];
  const prefix = `${next.instance}: `;
  const sentence = next.content.startsWith(prefix) ? next.content.slice(prefix.length) : next.content;
  return {
    ...before,
    event: SEVERAL,
    content: `${before.content}\n${sentence}`,
    details: { events: [...parts, partOf(next)] },
  };
}

/** Returns the body for a webhook. A chat webhook gets only `content`, and mentions in `content` notify nobody. */
export function bodyFor(url: URL, { content, ...rest }: Message): string {
  const shown = content.slice(0, LONGEST_CONTENT);
  if (isChatWebhook(url)) return JSON.stringify({ content: shown, allowed_mentions: { parse: [] } });
  return JSON.stringify({ content: shown, ...rest });
}

/**
 * Returns headers for the receiver. The signature is an HMAC-SHA256 in hex over the timestamp, a dot and the body
 * (docs/watching.md).
 */
export function headersFor(
  { id, event }: Pick<Message, "id" | "event">,
  body: string,
  { secret, now = Date.now() }: { secret: string | undefined; now?: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    "x-instance-admin-event": event,
    "x-instance-admin-delivery": id,
    "x-instance-admin-timestamp": timestamp,
    ...(secret !== undefined && {
      "x-instance-admin-signature": `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
    }),
  };
}
