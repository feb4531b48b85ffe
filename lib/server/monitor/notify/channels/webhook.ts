import "server-only";
import { createHmac } from "node:crypto";
import * as z from "zod";
import { webhookAddress } from "@/lib/env";
import type { Channel } from "../channel";
import type { Message } from "../message";
import { post } from "../post";
import { chatBody } from "./discord";

const LONGEST_CONTENT = 2_000;

/** Paths of webhooks on Discord and compatible instances. */
const chatPath = /\/webhooks\/\d+\/[\w-]+\/?$/;

/** Returns the body for a webhook. The address of a chat channel gets what such channels understand. */
export function bodyFor(url: URL, { content, ...rest }: Message): string {
  if (chatPath.test(url.pathname)) return chatBody({ content });
  return JSON.stringify({ content: content.slice(0, LONGEST_CONTENT), ...rest });
}

/** The signature is an HMAC-SHA256 in hex over the timestamp, a dot and the body (docs/watching.md). */
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

const schema = z.object({
  url: webhookAddress,
  secret: z
    .string()
    .min(16, "must have at least 16 characters")
    .max(500, "must have at most 500 characters")
    .optional(),
});

export const webhook: Channel<z.output<typeof schema>> = {
  name: "webhook",
  label: "Webhook",
  help: "JSON for a program of your own.",
  fields: [
    {
      name: "url",
      label: "Webhook address",
      help: "The address is stored encrypted and never shown again.",
      placeholder: "https://example.org/notifications",
      isSecret: true,
      variable: "NOTIFY_URL",
    },
    {
      name: "secret",
      label: "Signing secret",
      help: "Lets your program verify that messages come from this panel.",
      isSecret: true,
      isOptional: true,
      variable: "NOTIFY_SECRET",
    },
  ],
  schema,
  target: ({ url }) => new URL(url).origin,
  send({ url, secret }, message, allow) {
    const address = new URL(url);
    const body = bodyFor(address, message);
    const headers = { ...headersFor(message, body, { secret }), "content-type": "application/json" };
    return post({ url: address, receiver: "The webhook", headers, body, allow });
  },
};
