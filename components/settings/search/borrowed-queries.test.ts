import { expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { findAll } from "./find";

/*
 * Queries in words that are not ours. They measure: to tune the search, add queries to `operator-queries.test.ts`.
 */
const upload = ["limits.message.maxAttachmentSize", "cdn.maxAttachmentSize"];
const open = ["register.disabled", "register.allowNewRegistration"];
const domains = ["register.email.domains", "register.email.allowlist"];
const signIns = ["limits.rate.routes.auth.login.count"];
const previews = ["limits.message.maxEmbeds", "Link previews", "External services"];

type Queries = readonly (readonly [query: string, meant: readonly string[]])[];

/** Labels of settings of Mattermost, Discourse, Rocket.Chat, Synapse, Zulip and GitLab, and titles of public issues. */
const labels: Queries = [
  ["deactivate self registration", open],
  ["limit signups to specific domains", domains],
  ["how to change max file upload limit", upload],
  ["smtp not working", ["Send test mail", "Email", "email.smtp.host"]],
  ["accept smtp server with no logins", ["email.smtp.username", "email.smtp.host"]],
  ["verification emails won't send", ["Send test mail", "Email", "email.provider"]],
  ["invite-only registration mode", ["register.requireInvite"]],
  ["add max file upload size restriction", upload],
  ["site name", ["general.instanceName", "general.serverName"]],
  ["enable account creation", open],
  ["restrict account creation to specified email domains", domains],
  ["max users per team", ["limits.guild.maxMembers"]],
  ["max channels per team", ["limits.guild.maxChannels"]],
  ["enable open server", [...open, "register.requireInvite"]],
  ["terms of service link", ["general.tosPage"]],
  ["support email", ["general.correspondenceEmail"]],
  ["minimum password length", ["register.password.minLength"]],
  ["at least one number", ["register.password.minNumbers"]],
  ["maximum login attempts", signIns],
  ["require email verification", ["login.requireVerification"]],
  ["enable link previews", previews],
  ["enable multi-factor authentication", ["security.mfaBackupCodeCount", "Account"]],
  ["smtp server port", ["email.smtp.port"]],
  ["skip server certificate verification", ["email.smtp.allowInsecure"]],
  ["notification from address", ["email.senderAddress"]],
  ["maximum queries per second", ["limits.rate.ip.count", "limits.rate.global.count", "limits.rate.enabled"]],
  ["vary rate limit by http header", ["security.forwardedFor"]],
  ["enable gif picker", ["GIF search", "integrations.gifs.klipy.enabled"]],
  ["custom brand image", ["general.image"]],
  ["websocket url", ["gateway.endpointPublic"]],
  ["enable custom emoji", ["limits.guild.maxEmojis"]],
  ["site url", ["api.endpointPublic", "general.frontPage", "general.serverName"]],
  ["site description", ["general.instanceDescription"]],
  ["reserved usernames", ["user.blockedEquals"]],
  ["blocked email domains", ["register.email.blocklist", "register.email.domains"]],
  ["max image width", ["cdn.resizeWidthMax"]],
  ["max post length", ["limits.message.maxCharacters"]],
  ["max username length", ["limits.user.maxUsername"]],
  ["invite expiry days", ["security.defaultRegistrationTokenExpiration"]],
  ["max logins per ip per hour", signIns],
  [
    "max new accounts per registration ip",
    ["limits.rate.routes.auth.register.count", "register.allowMultipleAccounts"],
  ],
  ["privacy policy url", ["general.tosPage"]],
  ["block multiple failed login attempts by ip", signIns],
  ["blocked username list", ["user.blockedEquals", "user.blockedContains"]],
  ["maximum allowed characters per message", ["limits.message.maxCharacters"]],
  ["embed link previews for links", previews],
  ["embed request user agent", ["embeds.defaultUserAgent"]],
  ["idle time limit", ["defaults.guild.afkTimeout"]],
  ["send a test mail to my user", ["Send test mail"]],
  ["message pinning", ["limits.channel.maxPins"]],
  ["restart the server", ["Apply changes", "Apply saved changes", "Instance"]],
  ["personal access tokens", ["Create API token"]],
  ["registration requires token", ["register.requireInvite"]],
  ["auto join rooms", ["guild.autoJoin.guilds", "guild.autoJoin.enabled"]],
  ["recaptcha public key", ["security.captcha.sitekey"]],
  ["turn servers for voice calls", ["regions.available", "Regions"]],
  ["invitations required for joining", ["register.requireInvite"]],
  ["organization profile picture", ["general.image"]],
  ["sign-up restrictions", ["Registration", ...open, "register.requireInvite"]],
  ["two-factor recovery codes", ["security.mfaBackupCodeCount"]],
];

/** Keys and comments of Stoat's configuration file. The ranking was complete before this list was written. */
const comments: Queries = [
  ["maximum file size limits", upload],
  ["maximum number of servers the user can create/join", ["limits.user.maxGuilds"]],
  ["message content length", ["limits.message.maxCharacters"]],
  ["number of attachments that can be included", ["limits.message.maxAttachments"]],
  ["whether an invite should be required for registration", ["register.requireInvite"]],
  ["email server configuration for verification", ["Email", "email.provider", "email.smtp.host"]],
  ["from address", ["email.senderAddress"]],
  [
    "whether services are behind the cloudflare network",
    ["security.trustedProxies", "security.forwardedFor"],
  ],
  ["tenor api key", ["GIF search", "integrations.gifs.klipy.apiKey", "gif.apiKey"]],
  [
    "hcaptcha configuration",
    [
      "security.captcha.service",
      "security.captcha.enabled",
      "security.captcha.sitekey",
      "security.captcha.secret",
    ],
  ],
  ["message embeds", ["limits.message.maxEmbeds"]],
  ["message reactions", ["limits.message.maxReactions"]],
  ["server emoji", ["limits.guild.maxEmojis"]],
  ["server roles", ["limits.guild.maxRoles"]],
  ["server channels", ["limits.guild.maxChannels"]],
  ["maximum image resolution", ["cdn.resizeWidthMax", "cdn.resizeHeightMax"]],
  ["sentry error reporting", ["Error tracking", "errorTracking.enabled"]],
  ["rabbit host", ["broker.host", "Message broker"]],
  ["outgoing friend requests", ["limits.user.maxFriends"]],
  ["voice server management", ["regions.available", "Voice regions"]],
  ["webhooks enabled", ["limits.channel.maxWebhooks", "Notifications"]],
  ["use tls", ["email.smtp.secure", "email.smtp.starttls"]],
  ["audit logs expire after", ["Audit"]],
  ["maximum permissible body size in bytes for uploads", upload],
  ["events websocket", ["gateway.endpointPublic"]],
  ["whether the user can use video streams in voice calls", ["defaults.guild.maxVideoChannelUsers"]],
  ["maximum pixel side of an image", ["cdn.resizeWidthMax", "cdn.resizeHeightMax"]],
  ["allowed domains list", ["register.email.allowlist", "register.email.domains"]],
  ["blocked domains list", ["register.email.blocklist", "register.email.domains"]],
  ["verify email for external accounts", ["login.requireVerification", "defaults.user.verified"]],
];

it.each([
  { name: "labels", queries: labels, least: 47 },
  { name: "comments", queries: comments, least: 25 },
])("finds the intended result first for $least of the $name", ({ queries, least }) => {
  const document = sampleDocument({}, [], { naming: "branded" });
  const missed = queries.flatMap(([query, meant]) => {
    const { named, settings, places } = findAll(document, query);
    const first = named[0]?.what.title ?? settings[0]?.what.path ?? places[0]?.what.title;
    return first === undefined || !meant.includes(first) ? [`${query}: ${first}`] : [];
  });
  expect(queries.length - missed.length, missed.join("\n")).toBeGreaterThanOrEqual(least);
});
