import { boolean, duration, number, type Card } from "../field";

const YEAR_S = 31_536_000;

/** Requests or errors per window. Zero would lock everybody out, so the minimum is one. */
const perWindow = { min: 1, max: 1_000_000_000 } as const;
const seconds = { fileUnit: "s", min: 1, max: YEAR_S } as const;
const milliseconds = { fileUnit: "ms", min: 1000, max: YEAR_S * 1000 } as const;
const words = ["rate limit", "throttle", "flood", "429"];

/* Specification 8.2 (windows in seconds) and 8.3 (windows in milliseconds). */

export const rateLimits = {
  title: "Rate limits",
  description:
    "How many requests may come within a stretch of time. Whoever exceeds a limit is told when to try again.",
  fields: [
    boolean("limits.rate.enabled", {
      label: "Rate limits are on",
      help: "Requests beyond the limits below are refused for a while. While this is off, one client can keep the whole instance busy.",
      default: false,
      synonyms: words,
    }),
    number("limits.rate.ip.count", {
      label: "Requests per IP address",
      help: "How many requests one IP address may send per window. People behind one router share it.",
      default: 500,
      ...perWindow,
      unit: "requests",
      synonyms: words,
    }),
    duration("limits.rate.ip.window", {
      label: "Window per IP address",
      help: "The stretch of time in which the requests of one IP address are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
    number("limits.rate.global.count", {
      label: "Requests overall",
      help: "How many requests are accepted per window, whatever they ask for.",
      default: 250,
      ...perWindow,
      unit: "requests",
      synonyms: words,
    }),
    duration("limits.rate.global.window", {
      label: "Window for all requests",
      help: "The stretch of time in which requests overall are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
    number("limits.rate.error.count", {
      label: "Errors per user",
      help: "How many requests of one user may fail per window before the user has to wait. It slows down guessing and broken clients.",
      default: 10,
      ...perWindow,
      unit: "errors",
      synonyms: words,
    }),
    duration("limits.rate.error.window", {
      label: "Window for errors",
      help: "The stretch of time in which the errors of one user are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
  ],
} as const satisfies Card;

export const routeRateLimits = {
  title: "Rate limits by route",
  description: "They apply beside the limits above, while rate limits are on.",
  fields: [
    number("limits.rate.routes.guild.count", {
      label: "Guild requests per user",
      help: "How many requests to /guild… one user may send per window.",
      default: 5,
      ...perWindow,
      unit: "requests",
      synonyms: words,
    }),
    duration("limits.rate.routes.guild.window", {
      label: "Window for guild requests",
      help: "The stretch of time in which a user's requests to /guild… are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
    number("limits.rate.routes.webhook.count", {
      label: "Webhook requests per user",
      help: "How many requests to /webhooks… one user may send per window. Integrations that post often need more.",
      default: 10,
      ...perWindow,
      unit: "requests",
      synonyms: words,
    }),
    duration("limits.rate.routes.webhook.window", {
      label: "Window for webhook requests",
      help: "The stretch of time in which a user's requests to /webhooks… are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
    number("limits.rate.routes.channel.count", {
      label: "Channel requests per user",
      help: "How many requests to /channel… one user may send per window. Sending and reading messages are among them.",
      default: 10,
      ...perWindow,
      unit: "requests",
      synonyms: words,
    }),
    duration("limits.rate.routes.channel.window", {
      label: "Window for channel requests",
      help: "The stretch of time in which a user's requests to /channel… are counted.",
      default: 5,
      ...seconds,
      synonyms: words,
    }),
    number("limits.rate.routes.auth.login.count", {
      label: "Logins per IP address",
      help: "How many attempts to sign in one IP address has per window. It is what stands between an attacker and guessed passwords.",
      default: 5,
      ...perWindow,
      unit: "attempts",
      synonyms: [...words, "brute force", "sign in"],
    }),
    duration("limits.rate.routes.auth.login.window", {
      label: "Window for logins",
      help: "The stretch of time in which attempts to sign in are counted.",
      default: 60,
      ...seconds,
      synonyms: [...words, "brute force", "sign in"],
    }),
    number("limits.rate.routes.auth.register.count", {
      label: "Registrations per IP address",
      help: "How many accounts can be created from one IP address per window. Schools and companies often share one address.",
      default: 2,
      ...perWindow,
      unit: "accounts",
      synonyms: [...words, "sign up", "spam"],
    }),
    duration("limits.rate.routes.auth.register.window", {
      label: "Window for registrations",
      help: "The stretch of time in which registrations from one IP address are counted.",
      default: 43_200,
      ...seconds,
      synonyms: [...words, "sign up", "spam"],
    }),
  ],
} as const satisfies Card;

export const instanceRateLimits = {
  title: "Instance-wide limits",
  description:
    "They count everybody together, and each has a switch of its own. When one is reached, everybody waits.",
  fields: [
    boolean("limits.absoluteRate.register.enabled", {
      label: "Registrations are limited",
      help: "The instance accepts only so many new accounts per window, which blunts a wave of automated registrations.",
      default: true,
      synonyms: [...words, "sign up", "raid"],
    }),
    number("limits.absoluteRate.register.limit", {
      label: "Registrations in all",
      help: "How many accounts can be created on the whole instance per window.",
      default: 25,
      ...perWindow,
      unit: "accounts",
      synonyms: [...words, "sign up", "raid"],
    }),
    duration("limits.absoluteRate.register.window", {
      label: "Window for all registrations",
      help: "The stretch of time in which the registrations of the whole instance are counted.",
      default: 3_600_000,
      ...milliseconds,
      synonyms: [...words, "sign up", "raid"],
    }),
    boolean("limits.absoluteRate.sendMessage.enabled", {
      label: "Messages are limited",
      help: "The instance accepts only so many messages per window from everybody together. A busy instance reaches the default quickly.",
      default: true,
      synonyms: [...words, "spam", "send", "slowmode"],
    }),
    number("limits.absoluteRate.sendMessage.limit", {
      label: "Messages in all",
      help: "How many messages can be sent on the whole instance per window.",
      default: 200,
      ...perWindow,
      unit: "messages",
      synonyms: [...words, "spam", "send", "slowmode"],
    }),
    duration("limits.absoluteRate.sendMessage.window", {
      label: "Window for all messages",
      help: "The stretch of time in which the messages of the whole instance are counted.",
      default: 60_000,
      ...milliseconds,
      synonyms: [...words, "spam", "send", "slowmode"],
    }),
  ],
} as const satisfies Card;
