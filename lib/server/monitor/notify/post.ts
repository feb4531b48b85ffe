import "server-only";
import type { IncomingMessage } from "node:http";
import { endpointOf } from "@/lib/server/checks/endpoints";
import { exchange } from "@/lib/server/checks/http";
import { Trail } from "@/lib/server/checks/trail";
import type { Outcome } from "./channel";

const SEND_TIMEOUT = 10_000;

interface Posted {
  url: URL;
  /** The receiver in words, with its article, such as "The webhook". */
  receiver: string;
  headers: Record<string, string>;
  body: string;
  allow: readonly string[];
}

/** Follows no redirects, and never throws. */
export async function post({ url, receiver, headers, body, allow }: Posted): Promise<Outcome> {
  const trail = new Trail(new AbortController().signal, SEND_TIMEOUT);
  let outcome: Outcome | undefined;
  const steps = await trail.follow(async () => {
    outcome = await exchange(trail, url, {
      permit: { saved: [endpointOf(url)], allow },
      name: "Delivery",
      request: { method: "POST", headers, body },
      read({ answer }) {
        answer.resume();
        return judged(answer, receiver);
      },
      describe: (result) => result.message,
    });
  });
  return outcome ?? unreachable(receiver, steps.at(-1)?.message);
}

export const unreachable = (receiver: string, reason = ""): Outcome => ({
  isSent: false,
  mayRetry: true,
  message: `The panel could not reach ${receiver.replace(/^The /, "the ")}. ${reason}`.trim(),
});

function judged({ statusCode: status = 0, headers }: IncomingMessage, receiver: string): Outcome {
  if (status >= 200 && status < 300)
    return {
      isSent: true,
      mayRetry: false,
      message: `${receiver} accepted the notification with status ${status}.`,
    };
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(headers["retry-after"]);
    return {
      isSent: false,
      mayRetry: true,
      ...(seconds > 0 && { retryAfter: Math.min(seconds, 3_600) }),
      message: `${receiver} answers with status ${status}. Check its service, or try again later.`,
    };
  }
  const why =
    status >= 300 && status < 400
      ? `${receiver} redirects. Enter the final address.`
      : status === 401 || status === 403
        ? "Check the address and the credentials."
        : "Check the address, and that it still exists.";
  return {
    isSent: false,
    mayRetry: false,
    message: `${receiver} refused the notification with status ${status}. ${why}`,
  };
}
