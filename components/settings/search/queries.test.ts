import { describe, expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { searchAnswers } from "@/testing/search-answers";
import { findAll } from "./find";

/*
 * Queries that operators may type, each with the expected result: the path of a setting or key, or the title of a page.
 */

const document = sampleDocument({ general: { instanceName: "Harbor" } }, ["general.instanceName"], {
  unknown: ["lighthouse", "general.lampColor"],
  spelling: { "email.emailApi1.domain": "email.mailgun.domain" },
});

const answers = (query: string): string[] =>
  findAll(document, query).isNearest ? [] : searchAnswers(document, query);

describe("exact names come first", () => {
  it.each([
    ["test mail", "Send test mail"],
    ["test email", "Send test mail"],
    ["audit log", "Audit"],
    ["log", "Audit"],
    ["undo", "Undo a save"],
    ["restore", "Restore a version"],
    ["restore a version", "Restore a version"],
    ["rollback", "Restore a version"],
    ["change password", "Change password"],
    ["my account", "Account"],
    ["sessions", "Account"],
    ["dark mode", "Dark theme"],
    ["dark theme", "Dark theme"],
    ["theme", "Dark theme"],
    ["light", "Light theme"],
    ["health", "Overview"],
    ["dashboard", "Overview"],
    ["bot", "Bots"],
    ["new bot", "Create bot"],
    ["create bot", "Create bot"],
    ["application", "Bots"],
    ["create guild", "Create guild"],
    ["guilds", "Guilds"],
    ["servers", "Guilds"],
    ["logout", "Sign out"],
    ["admin", "Operators"],
    ["operators", "Operators"],
    ["add operator", "Invite operator"],
    ["history", "History"],
    ["who changed", "History"],
    ["versions", "History"],
    ["json", "Raw JSON"],
    ["import", "Import and export"],
    ["export", "Import and export"],
    ["unrecognized keys", "Unrecognized keys"],
    ["reference", "Reference"],
    ["documentation", "Reference"],
    ["manual", "Reference"],
    ["compare versions", "History"],
    ["who raised", "History"],
    ["shortcuts", "Keyboard shortcuts"],
    ["unsaved", "Show unsaved changes"],
    ["problems", "Show problems"],
    ["deprecated", "Show deprecated settings"],
    ["limits", "Limits"],
    ["metrics", "Metrics"],
    ["sentry", "Error tracking"],
    ["giphy", "GIF search"],
    ["storage", "CDN"],
    ["s3", "CDN"],
    ["webhook", "Notifications"],
    ["test notification", "Notifications"],
    ["back up now", "Backups"],
    ["backup schedule", "Backups"],
  ])("%j finds %s first", (query, title) => expect(answers(query)[0]).toBe(title));

  it.each([
    ["schema", ["Download JSON Schema", "Reference"]],
    ["backup", ["Backups", "Import and export", "Export the file", "Restore a version"]],
    ["openapi", ["Download the panel's API reference", "Download the instance's API reference"]],
    ["theme", ["Dark theme", "Light theme", "System theme"]],
  ])("%j finds all of these first: %j", (query, titles) =>
    expect(answers(query).slice(0, titles.length).sort()).toEqual([...titles].sort()),
  );
});

describe("the intended result is among the first four", () => {
  it.each([
    ["close registration", "register.disabled"],
    ["how do i close registration", "register.disabled"],
    ["disable sign up", "register.disabled"],
    ["invite only", "register.requireInvite"],
    ["instance name", "general.instanceName"],
    ["change instance name", "general.instanceName"],
    ["instnace name", "general.instanceName"],
    ["harbor", "general.instanceName"],
    ["server name", "general.serverName"],
    ["logo", "general.image"],
    ["terms of service", "general.tosPage"],
    ["contact email", "general.correspondenceEmail"],
    ["smtp host", "email.smtp.host"],
    ["smtp password", "email.smtp.password"],
    ["smtp port", "email.smtp.port"],
    ["mailgun key", "email.emailApi1.apiKey"],
    ["email.mailgun.domain", "email.emailApi1.domain"],
    ["sendgrid", "email.emailApi3.apiKey"],
    ["mail provider", "email.provider"],
    ["sender address", "email.senderAddress"],
    ["hcaptcha", "security.captcha.service"],
    ["enable captcha", "security.captcha.enabled"],
    ["captcha site key", "security.captcha.sitekey"],
    ["2fa", "security.twoFactor.generateBackupCodes"],
    ["jwt", "security.jwtSecret"],
    ["trusted proxies", "security.trustedProxies"],
    ["x-forwarded-for", "security.forwardedFor"],
    ["block vpn", "register.blockProxies"],
    ["geoip", "security.geoipApiKey"],
    ["minimum age", "register.dateOfBirth.minimum"],
    ["birthday", "register.dateOfBirth.required"],
    ["password length", "register.password.minLength"],
    ["all rights", "register.defaultRights"],
    ["default rights", "register.defaultRights"],
    ["max upload", "limits.message.maxAttachmentSize"],
    ["file size", "limits.message.maxAttachmentSize"],
    ["message length", "limits.message.maxCharacters"],
    ["rate limit", "limits.rate.enabled"],
    ["slowmode", "limits.rate.routes.channel.count"],
    ["message rate", "limits.rate.routes.channel.count"],
    ["brute force", "limits.rate.routes.auth.login.count"],
    ["max guilds", "limits.user.maxGuilds"],
    ["max members", "limits.guild.maxMembers"],
    ["emoji limit", "limits.guild.maxEmojis"],
    ["webhooks", "limits.channel.maxWebhooks"],
    ["pins", "limits.channel.maxPins"],
    ["bio", "limits.user.maxBio"],
    ["voice region", "regions.default"],
    ["add region", "regions.available"],
    ["default region", "regions.default"],
    ["api url", "api.endpointPublic"],
    ["cdn url", "cdn.endpointPublic"],
    ["websocket", "gateway.endpointPublic"],
    ["image proxy", "cdn.imageProxyServerUrl"],
    ["thumbnail", "cdn.resizeWidthMax"],
    ["nitro", "defaults.user.premium"],
    ["afk timeout", "defaults.guild.afkTimeout"],
    ["notifications", "defaults.guild.defaultMessageNotifications"],
    ["explicit content", "defaults.guild.explicitContentFilter"],
    ["discovery", "guild.discovery.limit"],
    ["auto join", "guild.autoJoin.enabled"],
    ["tenor", "gif.provider"],
    ["rabbitmq", "broker.host"],
    ["dsn", "errorTracking.endpoint"],
    ["password policy", "register.password.required"],
    ["lighthouse", "lighthouse"],
    ["lamp color", "general.lampColor"],
  ])("%j finds %s", (query, meant) => expect(answers(query).slice(0, 4)).toContain(meant));
});

describe("similar-sounding words are not found", () => {
  it.each([["redis"], ["zeppelin"]])("%j finds nothing", (query) => expect(answers(query)).toEqual([]));

  it.each([
    ["undo", "Undo a save"],
    ["logout", "Sign out"],
    ["dark mode", "Dark theme"],
    ["audit log", "Audit"],
  ])("%j finds %s and nothing else", (query, title) => expect(answers(query)).toEqual([title]));

  it('"bot" finds only settings about bots', () => {
    const { settings } = findAll(document, "bot");
    expect(settings.map(({ what }) => what.path).sort()).toEqual([
      "general.autoCreateBotUsers",
      "guild.autoJoin.bots",
      "register.requireCaptcha",
    ]);
  });
});
