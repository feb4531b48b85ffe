import { describe, expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { findAll } from "./find";

/* Fifty queries of operators, each with its intended result, in a file of the program that most operators run. */

const document = sampleDocument({}, [], { naming: "branded" });

/** Paths and titles in the palette's order. */
function answers(query: string): string[] {
  const { named, settings, places } = findAll(document, query);
  return [
    ...named.map(({ what }) => what.title),
    ...settings.map(({ what }) => what.path),
    ...places.map(({ what }) => what.title),
  ];
}

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
  ["restart", "Restart pending"],
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

describe("operators' queries", () => {
  it("rank unused settings last unless one is named exactly", () => {
    const { settings } = findAll(document, "gif");
    const unused = settings.map(({ what }) => what.unused === true);
    expect(unused).toContain(true);
    expect(unused).toEqual(unused.toSorted((a, b) => Number(a) - Number(b)));
    expect(answers("gif.apiKey")[0]).toBe("gif.apiKey");
  });

  it.each(["sign out", "log out", "logo", "logout", "leave"].flatMap((text) => [text.slice(0, 3), text]))(
    "%j never ranks signing out first",
    (query) => expect(answers(query).indexOf("Sign out")).toBeOneOf([-1, answers(query).length - 1]),
  );

  it.each(queries)("%j finds %s first", (query, first) => expect(answers(query)[0]).toBe(first));
});
