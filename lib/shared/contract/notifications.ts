import * as z from "zod/mini";
import { route } from "./route";
import { notifyTopics } from "./values";

export const channelNames = ["webhook", "discord", "email", "ntfy"] as const;
export type ChannelName = (typeof channelNames)[number];

const delivery = z.object({
  id: z.string(),
  channel: z.enum(channelNames),
  /** When the delivery ended or, if it has not ended, when it was queued, in milliseconds since 1970. */
  at: z.number(),
  events: z.array(z.string()),
  state: z.enum(["sent", "refused", "waiting"]),
  tries: z.number(),
  message: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

const field = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  placeholder: z.nullable(z.string()),
  isSecret: z.boolean(),
  isOptional: z.boolean(),
  isSet: z.boolean(),
  /** Null if it is not set or secret. */
  value: z.nullable(z.string()),
  fixedBy: z.nullable(z.string()),
});

const channel = z.object({
  name: z.enum(channelNames),
  label: z.string(),
  help: z.string(),
  fields: z.array(field),
  target: z.nullable(z.string()),
});
export type NotifyChannel = z.infer<typeof channel>;

const notificationView = z.object({
  channels: z.array(channel),
  muted: z.array(z.enum(notifyTopics)),
  deliveries: z.array(delivery),
});
/** Contains no secret. */
export type NotificationView = z.infer<typeof notificationView>;

/** Values by the names of fields. An omitted value stays unchanged, and null removes it. */
const values = z.record(
  z.string(),
  z.nullable(z.string().check(z.maxLength(2_000, "Enter at most 2,000 characters."))),
);

/** An owner's settings. Omitted channels stay unchanged, and null turns a channel off. */
const choice = z.object({
  channels: z.optional(
    z.object({
      webhook: z.optional(z.nullable(values)),
      discord: z.optional(z.nullable(values)),
      email: z.optional(z.nullable(values)),
      ntfy: z.optional(z.nullable(values)),
    }),
  ),
  muted: z.optional(z.array(z.enum(notifyTopics))),
});
export type NotificationChoice = z.infer<typeof choice>;

export const notificationRoutes = {
  getNotifications: route("GET", "/notifications", {
    summary: "Returns where notifications go, which are sent, and how the last deliveries ended.",
    role: "viewer",
    answer: notificationView,
  }),
  saveNotifications: route("PUT", "/notifications", {
    summary: "Sets channels and topics. Omitted values stay unchanged; null removes a value or a channel.",
    role: "owner",
    audit: "notify.save",
    proof: { refusal: "Nothing was changed" },
    body: choice,
    answer: notificationView,
  }),
  testNotification: route("POST", "/notifications/test", {
    summary: "Sends a test message to a channel. The response says whether the channel accepted it.",
    role: "editor",
    audit: "notify.test",
    body: z.object({ channel: z._default(z.enum(channelNames, "Choose a channel."), "webhook") }),
    answer: z.object({ isSent: z.boolean(), message: z.string() }),
  }),
};
