import "server-only";
import * as z from "zod";
import { webhookAddress } from "@/lib/env";
import type { Channel } from "../channel";
import type { Message } from "../message";
import { post } from "../post";

/** The maximum message length of chat services, in characters. */
const LONGEST_CONTENT = 2_000;

/** Chat webhooks reject or ignore other fields. Mentions in the text notify nobody. */
export const chatBody = ({ content }: Pick<Message, "content">): string =>
  JSON.stringify({ content: content.slice(0, LONGEST_CONTENT), allowed_mentions: { parse: [] } });

const schema = z.object({ url: webhookAddress });

export const discord: Channel<z.output<typeof schema>> = {
  name: "discord",
  label: "Discord-compatible webhook",
  help: "A channel of your instance, or of another chat service with the same webhooks.",
  fields: [
    {
      name: "url",
      label: "Webhook address",
      help: "Copy it from the channel's settings. It is stored encrypted and never shown again.",
      placeholder: "https://chat.example.org/api/webhooks/…",
      isSecret: true,
      variable: "NOTIFY_DISCORD_URL",
    },
  ],
  schema,
  target: ({ url }) => new URL(url).origin,
  send: ({ url }, message, allow) =>
    post({
      url: new URL(url),
      receiver: "The webhook",
      headers: { "content-type": "application/json" },
      body: chatBody(message),
      allow,
    }),
};
