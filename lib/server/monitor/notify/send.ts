import "server-only";
import type { IncomingMessage } from "node:http";
import { createHmac } from "node:crypto";
import { endpointOf } from "@/lib/server/checks/endpoints";
import { exchange } from "@/lib/server/checks/http";
import { Trail } from "@/lib/server/checks/trail";

/** A queued message. It does not contain the webhook's address, because the address is a secret. */
export interface Message {
  /** A random id. Every attempt sends the same id, so that the receiver can detect duplicates. */
  id: string;
  /** The human-readable text: one or more sentences. */
  content: string;
  /** ISO 8601 */
  at: string;
  event: string;
  instance: string;
  details: Readonly<Record<string, unknown>>;
}

export interface Webhook {
  /** NOTIFY_URL. Contains a token, so it must not be shown. */
  url: URL;
  /** NOTIFY_SECRET */
  secret: string | undefined;
  /** CHECK_ALLOW */
  allow: readonly string[];
}

/** The outcome of a delivery. Contains no part of the address. */
export interface Outcome {
  isSent: boolean;
  /**
   * Whether to send the message again. True if there was no answer, too many requests were sent, or the
   * server failed.
   */
  mayRetry: boolean;
  /** How many seconds the receiver asks the panel to wait. */
  retryAfter?: number;
  message: string;
}

const TIMEOUT_MS = 10_000;

/** Sends a message. Refuses forbidden addresses, as connection checks do. Follows no redirects, and never throws. */
export async function send({ url, secret, allow }: Webhook, message: Message): Promise<Outcome> {
  const trail = new Trail(new AbortController().signal, TIMEOUT_MS);
  const body = bodyFor(url, message);
  let outcome: Outcome | undefined;
  const steps = await trail.follow(async () => {
    outcome = await exchange(trail, url, {
      permit: { saved: [endpointOf(url)], allow },
      name: "Delivery",
      request: {
        method: "POST",
        headers: { ...headersFor(message, body, { secret }), "content-type": "application/json" },
        body,
      },
      read({ answer }) {
        answer.resume();
        return judged(answer);
      },
      describe: (result) => result.message,
    });
  });
  return (
    outcome ?? {
      isSent: false,
      mayRetry: true,
      message: `The panel could not reach the webhook. ${steps.at(-1)?.message ?? ""}`.trim(),
    }
  );
}

function judged({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
  if (status >= 200 && status < 300)
    return {
      isSent: true,
      mayRetry: false,
      message: `The webhook accepted the notification with status ${status}.`,
    };
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(headers["retry-after"]);
    return {
      isSent: false,
      mayRetry: true,
      ...(seconds > 0 && { retryAfter: Math.min(seconds, 3_600) }),
      message: `The webhook answers with status ${status}. Check its service, or try again later.`,
    };
  }
  const why =
    status >= 300 && status < 400
      ? "The webhook redirects. Enter the final address."
      : "Check the address, and that the webhook still exists.";
  return {
    isSent: false,
    mayRetry: false,
    message: `The webhook refused the notification with status ${status}. ${why}`,
  };
}

/** The maximum message length of chat services, in characters. */
const LONGEST_CONTENT = 2_000;

/** Paths of webhooks on Discord and compatible instances. These webhooks reject or ignore additional fields. */
const chatPath = /\/webhooks\/\d+\/[\w-]+\/?$/;

export const isChatWebhook = (url: URL): boolean => chatPath.test(url.pathname);

/** The event name of a message that combines several events. */
const SEVERAL = "several";

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

/**
 * Combines two messages. `content` has the sentences of both messages, and `details.events` has the data of
 * all events.
 */
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
