import { boolean, duration, number, type Card } from "../field";

const YEAR_S = 31_536_000;

/**
 * The bounds of a limit on requests or errors per window. A limit of zero would lock everybody out, so the
 * minimum is one.
 */
const perWindow = { min: 1, max: 1_000_000_000 } as const;
const seconds = { fileUnit: "s", min: 1, max: YEAR_S } as const;
const milliseconds = { fileUnit: "ms", min: 1000, max: YEAR_S * 1000 } as const;

/* See the specification, 8.2 for windows in seconds and 8.3 for windows in milliseconds. */

export const rateLimits = {
  title: "Rate limits",
  description:
    "How many requests clients may send per period. Requests above a limit are refused, and the response includes the time to wait.",
  fields: [
    boolean("limits.rate.enabled", {
      label: "Enforce rate limits",
      help: "Refuses requests above the limits below. When off, one client can overload the whole instance.",
      default: false,
    }),
    number("limits.rate.ip.count", {
      label: "Requests per IP address",
      help: "How many requests one IP address may send per period. People behind one router share it.",
      default: 500,
      ...perWindow,
      unit: "requests",
    }),
    duration("limits.rate.ip.window", {
      label: "Period per IP address",
      help: "The count of requests from an IP address starts over after this time.",
      default: 5,
      ...seconds,
    }),
    number("limits.rate.global.count", {
      label: "Total requests",
      help: "How many requests the instance accepts from everybody per period.",
      default: 250,
      ...perWindow,
      unit: "requests",
    }),
    duration("limits.rate.global.window", {
      label: "Period for total requests",
      help: "The count of everybody's requests starts over after this time.",
      default: 5,
      ...seconds,
    }),
    number("limits.rate.error.count", {
      label: "Errors per user",
      help: "How many failed requests a user may cause per period. Slows down password guessing and broken clients.",
      default: 10,
      ...perWindow,
      unit: "errors",
    }),
    duration("limits.rate.error.window", {
      label: "Period for errors",
      help: "The count of a user's failed requests starts over after this time.",
      default: 5,
      ...seconds,
    }),
  ],
} as const satisfies Card;

export const routeRateLimits = {
  title: "Rate limits by route",
  description: "These limits apply in addition to the ones above if rate limits are enforced.",
  fields: [
    number("limits.rate.routes.channel.count", {
      label: "Messages per user and channel",
      help: "How many messages one user may send in a channel per period. Other requests to /channel…, such as reading messages, count too.",
      default: 10,
      ...perWindow,
      unit: "messages",
    }),
    duration("limits.rate.routes.channel.window", {
      label: "Period for messages per user and channel",
      help: "The count of a user's messages in a channel starts over after this time.",
      default: 5,
      ...seconds,
    }),
    number("limits.rate.routes.guild.count", {
      label: "Guild requests per user",
      help: "How many requests to /guild… one user may send per period.",
      default: 5,
      ...perWindow,
      unit: "requests",
    }),
    duration("limits.rate.routes.guild.window", {
      label: "Period for guild requests",
      help: "The count of a user's requests to /guild… starts over after this time.",
      default: 5,
      ...seconds,
    }),
    number("limits.rate.routes.webhook.count", {
      label: "Webhook requests per user",
      help: "How many requests to /webhooks… one user may send per period. Integrations that post often need more.",
      default: 10,
      ...perWindow,
      unit: "requests",
    }),
    duration("limits.rate.routes.webhook.window", {
      label: "Period for webhook requests",
      help: "The count of a user's requests to /webhooks… starts over after this time.",
      default: 5,
      ...seconds,
    }),
    number("limits.rate.routes.auth.login.count", {
      label: "Sign-in attempts per IP address",
      help: "How often one IP address may try to sign in per period. Slows down guessing of passwords.",
      default: 5,
      ...perWindow,
      unit: "attempts",
    }),
    duration("limits.rate.routes.auth.login.window", {
      label: "Period for sign-in attempts",
      help: "The count of an IP address's attempts starts over after this time.",
      default: 60,
      ...seconds,
    }),
    number("limits.rate.routes.auth.register.count", {
      label: "Registrations per IP address",
      help: "How many accounts one IP address may create per period. Schools and companies often share one address.",
      default: 2,
      ...perWindow,
      unit: "accounts",
    }),
    duration("limits.rate.routes.auth.register.window", {
      label: "Period for registrations",
      help: "The count of accounts created from an IP address starts over after this time.",
      default: 43_200,
      ...seconds,
    }),
  ],
} as const satisfies Card;

export const instanceRateLimits = {
  title: "Instance-wide limits",
  description:
    "These limits apply to all users together, and each has its own switch. When a limit is reached, everybody has to wait.",
  fields: [
    boolean("limits.absoluteRate.register.enabled", {
      label: "Limit instance-wide registrations",
      help: "Limits how many new accounts the instance accepts per period. Slows down mass registrations.",
      default: true,
    }),
    number("limits.absoluteRate.register.limit", {
      label: "Instance-wide registrations",
      help: "How many accounts can be created on the whole instance per period.",
      default: 25,
      ...perWindow,
      unit: "accounts",
    }),
    duration("limits.absoluteRate.register.window", {
      label: "Period for instance-wide registrations",
      help: "The count of new accounts on the instance starts over after this time.",
      default: 3_600_000,
      ...milliseconds,
    }),
    boolean("limits.absoluteRate.sendMessage.enabled", {
      label: "Limit instance-wide messages",
      help: "Limits how many messages all users together can send per period. A busy instance reaches the default quickly.",
      default: true,
    }),
    number("limits.absoluteRate.sendMessage.limit", {
      label: "Instance-wide messages",
      help: "How many messages all users together can send per period.",
      default: 200,
      ...perWindow,
      unit: "messages",
    }),
    duration("limits.absoluteRate.sendMessage.window", {
      label: "Period for instance-wide messages",
      help: "The count of messages on the instance starts over after this time.",
      default: 60_000,
      ...milliseconds,
    }),
  ],
} as const satisfies Card;
