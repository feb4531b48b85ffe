import "server-only";
import type { IncomingMessage } from "node:http";
import { endpointOf } from "@/lib/server/checks/endpoints";
import { exchange } from "@/lib/server/checks/http";
import { Trail } from "@/lib/server/checks/trail";
import { bodyFor, headersFor, type Message } from "./message";

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
  /** Whether to send the message again. True after no answer, too many requests, or a server error. */
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
