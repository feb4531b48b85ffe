import { describe, expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { searchAnswers } from "@/testing/search-answers";
import { findAll } from "./find";

/*
 * Queries that operators may type, each with the expected first result. The searched file is branded, because
 * most operators run the server that uses branded keys (docs/configuration-file.md).
 */

const document = sampleDocument({}, [], { naming: "branded" });

const answers = (query: string): string[] => searchAnswers(document, query);

const queries: [query: string, first: string][] = [
  ["rename server", "general.instanceName"],
  ["domain", "general.serverName"],
  ["logo", "general.image"],
  ["change logo", "general.image"],
  ["server icon", "general.image"],
  ["website", "general.frontPage"],
  ["privacy policy", "general.tosPage"],
  ["support email", "general.correspondenceEmail"],
  ["mail from", "email.senderAddress"],
  ["gmail", "email.smtp.host"],
  ["starttls", "email.smtp.starttls"],
  ["stop sign ups", "register.disabled"],
  ["require email", "register.email.required"],
  ["minimum password", "register.password.minLength"],
  ["age limit", "register.dateOfBirth.minimum"],
  ["block tor", "register.blockIpDataCoThreatTypes"],
  ["abuseipdb", "register.enableAbuseIpDb"],
  ["forbidden usernames", "user.blockedContains"],
  ["turnstile", "security.captcha.service"],
  ["cloudflare", "security.forwardedFor"],
  ["reverse proxy", "security.trustedProxies"],
  ["message rate", "limits.rate.routes.channel.count"],
  ["slow down spam", "limits.rate.routes.channel.count"],
  ["flood", "limits.rate.routes.channel.count"],
  ["ddos", "limits.rate.ip.count"],
  ["throttle", "limits.rate.enabled"],
  ["failed logins", "limits.rate.routes.auth.login.count"],
  ["max file size", "limits.message.maxAttachmentSize"],
  ["longer messages", "limits.message.maxCharacters"],
  ["bulk delete", "limits.message.maxBulkDelete"],
  ["stickers", "limits.guild.maxStickers"],
  ["emojis per server", "limits.guild.maxEmojis"],
  ["how many friends", "limits.user.maxFriends"],
  ["boost", "guild.defaultFeatures"],
  ["welcome server", "guild.autoJoin.guilds"],
  ["gif key", "integrations.gifs.klipy.apiKey"],
  ["voice server", "regions.available"],
  ["amqp", "broker.host"],
  ["restart", "Apply changes"],
  ["apply", "Apply saved changes"],
  ["mark as restarted", "Mark as restarted"],
  ["uptime", "Overview"],
  ["outage", "Overview"],
  ["provision", "Create bot"],
  ["reset bot token", "Reset bot token"],
  ["invite link", "Create registration tokens"],
  ["ban user", "Users"],
  ["who signed in", "Audit"],
  ["give admin", "Invite operator"],
  ["download config", "Export the file"],
  ["night", "Dark theme"],
];

/** Fifty queries by a person who had not seen the search before. */
const more: [query: string, first: string][] = [
  ["gifs", "GIF search"],
  ["2fa", "security.mfaBackupCodeCount"],
  ["tenor", "GIF search"],
  ["max upload", "limits.message.maxAttachmentSize"],
  ["spam", "limits.rate.routes.channel.count"],
  ["invite only", "register.requireInvite"],
  ["restart required", "Apply changes"],
  ["port", "email.smtp.port"],
  ["https", "api.endpointPublic"],
  ["rabbit", "Message broker"],
  ["email verification", "login.requireVerification"],
  ["no new users", "register.disabled"],
  ["message too long", "limits.message.maxCharacters"],
  ["how many guilds can a user join", "limits.user.maxGuilds"],
  ["members per guild", "limits.guild.maxMembers"],
  ["emojis", "limits.guild.maxEmojis"],
  ["reactions per message", "limits.message.maxReactions"],
  ["nickname", "limits.user.maxUsername"],
  ["attachements", "limits.message.maxAttachmentSize"],
  ["registartion", "Registration"],
  ["pasword length", "register.password.minLength"],
  ["captca", "security.captcha.sitekey"],
  ["recaptcha", "security.captcha.service"],
  ["tor exit nodes", "register.blockIpDataCoThreatTypes"],
  ["mailgun", "email.emailApi1.domain"],
  ["forgot password mail", "passwordReset.requireCaptcha"],
  ["image size", "cdn.resizeWidthMax"],
  ["default guild", "guild.autoJoin.guilds"],
  ["discoverable", "guild.discovery.showAllGuilds"],
  ["templates", "Guild templates"],
  ["tos link", "general.tosPage"],
  ["icon", "general.image"],
  ["front page", "general.frontPage"],
  ["gateway url", "gateway.endpointPublic"],
  ["real ip", "security.forwardedFor"],
  ["behind nginx", "security.trustedProxies"],
  ["error reporting", "Error tracking"],
  ["bot token", "Create bot"],
  ["make admin", "Invite operator"],
  ["other devices", "End other sessions"],
  ["change my password", "Change password"],
  ["passkey", "Account"],
  ["webhook alerts", "Notifications"],
  ["discord webhook", "Notifications"],
  ["restore old config", "Restore a version"],
  ["import config.json", "Import and export"],
  ["raw json", "Raw JSON"],
  ["keyboard shortcuts", "Keyboard shortcuts"],
  ["slow gateway", "Overview"],
  ["who is online", "Users"],
];

/** Sentences that found nothing, or a page that one of their words names. */
const sentences: [query: string, first: string][] = [
  ["kids under 16", "register.dateOfBirth.minimum"],
  ["how long can a message be", "limits.message.maxCharacters"],
  ["wrong ip addresses in logs", "security.forwardedFor"],
  ["premium for everybody", "defaults.user.premium"],
  ["who can create a server", "register.defaultRights"],
  ["two-step", "security.mfaBackupCodeCount"],
  ["someone changed something last week", "History"],
  ["stop people from registering", "register.disabled"],
  ["ban temporary email", "register.email.blocklist"],
  ["bigger uploads", "limits.message.maxAttachmentSize"],
  ["number of servers a user can join", "limits.user.maxGuilds"],
  ["channel count", "limits.guild.maxChannels"],
  ["roles per server", "limits.guild.maxRoles"],
  ["import server from discord", "templates.allowDiscordTemplates"],
  ["new users are verified", "defaults.user.verified"],
  ["imprint", "general.tosPage"],
  ["reset link", "Password reset"],
];

describe("operators' queries", () => {
  it("find results that lack one word, after those that have all", () => {
    expect(answers("restore old config")[0]).toBe("Restore a version");
    expect(answers("slow mode")[0]).toBe("limits.rate.routes.channel.count");
    expect(answers("captcha unicorn").toSorted()).toEqual(answers("captcha").toSorted());
  });

  it("rank unused settings last, unless the query is a setting's exact key", () => {
    const { settings } = findAll(document, "gif");
    const unused = settings.map(({ what }) => what.unused === true);
    expect(unused).toContain(true);
    expect(unused).toEqual(unused.toSorted((a, b) => Number(a) - Number(b)));
    expect(answers("gif.apiKey")[0]).toBe("gif.apiKey");
  });

  it.each(["sig", "sign ou", "log", "log ou", "logo", "logou", "leave"])(
    '%j finds "Sign out" last or not at all',
    (query) => expect(answers(query).indexOf("Sign out")).toBeOneOf([-1, answers(query).length - 1]),
  );

  it.each(["sign out", "Log out", "logout"])('%j finds "Sign out" first', (query) =>
    expect(answers(query)[0]).toBe("Sign out"),
  );

  it.each([...queries, ...more, ...sentences])("%j finds %s first", (query, first) =>
    expect(answers(query)[0]).toBe(first),
  );
});
