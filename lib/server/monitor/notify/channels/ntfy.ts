import "server-only";
import * as z from "zod";
import { webhookAddress } from "@/lib/env";
import type { Channel } from "../channel";
import { eventsIn, type Message } from "../message";
import { post } from "../post";

/** ntfy converts longer messages to attachments. In bytes. */
const LONGEST = 4_000;

/** Events that should wake somebody up get ntfy's high priority (4 of 5). */
const URGENT = new Set(["instance-down", "apply-failed", "rolled-back", "backup-failed"]);

const schema = z.object({
  url: webhookAddress.refine(
    (text) => new URL(text).pathname.length > 1,
    "must end with the topic, such as https://ntfy.sh/my-topic",
  ),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be one word")
    .optional(),
});

const shortened = (text: string) =>
  Buffer.byteLength(text) <= LONGEST
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, LONGEST), { stream: true });

export const headersFor = (message: Message, token: string | undefined): Record<string, string> => ({
  "content-type": "text/plain; charset=utf-8",
  // Header values are bytes of Latin-1, and ntfy decodes RFC 2047.
  title: `=?UTF-8?B?${Buffer.from(message.instance.slice(0, 100)).toString("base64")}?=`,
  priority: eventsIn(message).some((event) => URGENT.has(event)) ? "4" : "3",
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

export const ntfy: Channel<z.output<typeof schema>> = {
  name: "ntfy",
  label: "ntfy",
  help: "Push messages to phones, through ntfy.sh or your own ntfy server.",
  fields: [
    {
      name: "url",
      label: "Topic address",
      help: "Anybody who knows the topic can read it, so it is stored encrypted and never shown again.",
      placeholder: "https://ntfy.sh/my-topic",
      isSecret: true,
      variable: "NOTIFY_NTFY_URL",
    },
    {
      name: "token",
      label: "Access token",
      help: "Needed if the topic is protected.",
      isSecret: true,
      isOptional: true,
      variable: "NOTIFY_NTFY_TOKEN",
    },
  ],
  schema,
  target: ({ url }) => new URL(url).origin,
  send: ({ url, token }, message, allow) =>
    post({
      url: new URL(url),
      receiver: "ntfy",
      headers: headersFor(message, token),
      body: shortened(message.content),
      allow,
    }),
};
