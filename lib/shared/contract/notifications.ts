import * as z from "zod/mini";
import { route } from "./route";
import { notifyTopics } from "./values";

const delivery = z.object({
  id: z.string(),
  /** When the delivery ended or, if it has not ended, when it was queued, in milliseconds since 1970. */
  at: z.number(),
  events: z.array(z.string()),
  state: z.enum(["sent", "refused", "waiting"]),
  tries: z.number(),
  /** The result of the last attempt. Null before the first attempt. */
  message: z.nullable(z.string()),
});
/** A message to the webhook. */
export type Delivery = z.infer<typeof delivery>;

const notificationView = z.object({
  webhook: z.object({
    /** Scheme, host and port of the webhook. The rest of its URL is a secret. Null if no webhook is set. */
    origin: z.nullable(z.string()),
    /** Whether NOTIFY_URL sets the webhook. */
    isFixed: z.boolean(),
  }),
  secret: z.object({
    isSet: z.boolean(),
    /** Whether NOTIFY_SECRET sets the secret. */
    isFixed: z.boolean(),
  }),
  /** The topics that are turned off. */
  muted: z.array(z.enum(notifyTopics)),
  deliveries: z.array(delivery),
});
/**
 * Where notifications are sent, which topics are sent, and the results of the latest deliveries. Never
 * contains the webhook's full URL.
 */
export type NotificationView = z.infer<typeof notificationView>;

/** An owner's settings. An omitted value stays unchanged, and null removes a value. */
const choice = z.object({
  url: z.optional(z.nullable(z.string().check(z.maxLength(2_000, "Enter at most 2,000 characters.")))),
  secret: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.minLength(16, "Enter at least 16 characters."),
          z.maxLength(500, "Enter at most 500 characters."),
        ),
    ),
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
    summary: "Sets the webhook and the events. Omitted values stay unchanged; null removes a value.",
    role: "owner",
    audit: "notify.save",
    proof: { refusal: "Nothing was changed" },
    body: choice,
    answer: notificationView,
  }),
  testNotification: route("POST", "/notifications/test", {
    summary: "Sends a test message to the webhook. The response says whether the webhook accepted it.",
    role: "editor",
    audit: "notify.test",
    answer: z.object({ isSent: z.boolean(), message: z.string() }),
  }),
};
