import "server-only";
import { createHmac } from "node:crypto";

/** What a chat takes at most, in characters. */
const LONGEST_CONTENT = 2_000;

/** Paths of chat webhooks, as Discord and instances of this kind have them: they refuse or ignore further fields. */
const chatPath = /\/webhooks\/\d+\/[\w-]+\/?$/;

export const isChatWebhook = (url: URL): boolean => chatPath.test(url.pathname);

/** What is kept in the queue: without the webhook's address, which is a secret. */
export interface Message {
  /** The same at every attempt, so that a receiver can detect duplicates. */
  id: string;
  /** For people. */
  content: string;
  /** ISO 8601 */
  at: string;
  event: string;
  instance: string;
  /** The event's own fields. */
  details: Readonly<Record<string, unknown>>;
}

/** The event of a message with several events. */
export const SEVERAL = "several";

/** The names of the events that a message reports, each once. */
export function eventsIn({ event, details }: Message): string[] {
  const { events } = details;
  const names =
    event === SEVERAL && Array.isArray(events)
      ? events.map((part: { event: string }) => part.event)
      : [event];
  return [...new Set(names)];
}

const partOf = ({ event, at, details }: Message) => ({ event, at, details });

/** One message of two: people read their sentences below each other, programs the list `details.events`. */
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

/** The body that a webhook is sent: `content` is what chats show, and nobody is mentioned by it. */
export function bodyFor(url: URL, { content, ...rest }: Message): string {
  const shown = content.slice(0, LONGEST_CONTENT);
  if (isChatWebhook(url)) return JSON.stringify({ content: shown, allowed_mentions: { parse: [] } });
  return JSON.stringify({ content: shown, ...rest });
}

/**
 * Headers by which a receiver knows a message and its sender. The signature is the HMAC-SHA256, in hex, of the
 * timestamp, a dot and the body (docs/watching.md).
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
