import { describe, expect, it } from "vitest";
import { specified } from "../../registry";
import { takesEffect } from "../edition";
import { publicServer } from "./index";
import { registry } from "./registry";

/**
 * All keys of the server's file that the specification does not have, written by hand in the neutral naming: section,
 * path, default.
 */
const further: readonly (readonly [section: string, path: string, value: unknown])[] = [
  ["admin", "admin.endpointPublic", null],
  ["admin", "admin.endpointPrivate", null],
  ["cdn", "cdn.proxyCacheHeaderSeconds", 86400],
  ["cdn", "cdn.maxAttachmentSize", 26214400],
  ["limits", "limits.application.maxEmojis", 100],
  ["limits", "components.mediaGalleryLimit", 10],
  ["limits", "components.actionRowLimit", 5],
  ["limits", "limits.guild.maxStickers", 500],
  ["limits", "limits.guild.maxBulkBanUsers", 200],
  ["limits", "limits.message.maxAttachments", 15],
  ["limits", "limits.message.maxPreloadCount", 100],
  ["limits", "limits.message.maxEmbeds", 20],
  ["limits", "limits.channel.maxName", 32],
  ["register", "security.abuseIpDbApiKey", null],
  ["register", "security.abuseipdbBlacklistRatelimit", 5],
  ["register", "security.abuseipdbConfidenceScoreTreshold", 50],
  ["security", "security.cdnSignUrls", false],
  ["security", "security.cdnSignatureKey", null], // generated
  ["security", "security.cdnSignatureDuration", "24h"],
  ["security", "security.cdnSignatureIncludeIp", true],
  ["security", "security.cdnSignatureIncludeUserAgent", true],
  ["register", "register.enableAbuseIpDb", false],
  ["register", "register.blockAbuseIpDbAboveScore", 75],
  ["register", "register.enableIpData", false],
  [
    "register",
    "register.blockIpDataCoThreatTypes",
    ["tor", "icloud_relay", "proxy", "datacenter", "anonymous", "known_attacker", "known_abuser", "threat"],
  ],
  ["register", "register.blockAsnTypes", [""]],
  ["register", "register.blockAsns", [""]],
  ["guild", "guild.discovery.hideJoinedGuilds", true],
  ["guild", "guild.autoJoin.guilds", []],
  ["guild", "guild.publicThreadsInvitable", false],
  ["embeds", "external.twitter", null],
  ["email", "email.smtp.starttls", false],
  ["email", "email.smtp.allowInsecure", false],
  ["email", "email.emailApi1.username", null],
  ["email", "email.emailApi1.isEuropean", true],
  [
    "user",
    "user.blockedContains",
    ["discord", "clyde", "spacebar", "steam", "community", "support", "ticket"],
  ],
  ["user", "user.blockedEquals", ["everyone", "here"]],
  ["user", "user.botsCanUseInvites", false],
  ["offload", "offload.gateway.guildMembersUrl", null],
  ["offload", "offload.gateway.guildSyncUrl", null],
  ["offload", "offload.gateway.lazyRequestUrl", null],
  ["offload", "offload.gateway.channelStatusesUrl", null],
  ["offload", "offload.gateway.channelInfoUrl", null],
  ["embeds", "embeds.defaultUserAgent", null],
  ["embeds", "embeds.youtube.useCurlUserAgent", false],
  ["embeds", "embeds.youtube.userAgent", null],
  ["embeds", "embeds.youtube.cookie", null],
  ["gif", "integrations.gifs.klipy.enabled", false],
  ["gif", "integrations.gifs.klipy.apiKey", null],
  ["gif", "integrations.gifs.klipy.apiKeyPath", null],
];

/** All defaults that differ between the server and the specification. */
const defaults: Readonly<Record<string, unknown>> = {
  "general.instanceName": "Spacebar Instance",
  "general.instanceDescription": "This is a Spacebar instance made in the pre-release days",
  "regions.default": "spacebar",
  "regions.available": [
    {
      id: "spacebar",
      name: "spacebar",
      endpoint: "127.0.0.1:3004",
      vip: false,
      custom: false,
      deprecated: false,
    },
  ],
};

const neverRead = [
  "admin.endpointPrivate",
  "api.endpointPrivate",
  "errorTracking.enabled",
  "errorTracking.endpoint",
  "errorTracking.environment",
  "errorTracking.traceSampleRate",
  "gateway.endpointPrivate",
  "gif.apiKey",
  "gif.enabled",
  "gif.provider",
  "guild.discovery.useRecommendation",
  "limits.guild.maxChannels",
  "limits.guild.maxChannelsInCategory",
  "limits.message.maxReactions",
  "limits.message.maxTTSCharacters",
  "metrics.timeout",
  "register.blockProxies",
  "register.email.allowlist",
  "register.email.blocklist",
  "register.email.domains",
  "register.password.minNumbers",
  "register.password.minSymbols",
  "register.password.minUpperCase",
  "security.autoUpdate",
  "security.twoFactor.generateBackupCodes",
  "templates.allowTemplateCreation",
];

describe("the public server's settings", () => {
  it.each(further)("the section %s contains %s", (section, path, value) => {
    expect(registry.fieldAt(path)?.default).toEqual(value);
    expect(registry.sectionOf(path)?.id).toBe(section);
    expect(specified.fieldAt(path)).toBeUndefined();
  });

  it("are the specification's settings plus a fixed list of additions", () => {
    const all = [...further.map(([, path]) => path), ...specified.fields.map(({ path }) => path)];
    expect(registry.fields.map(({ path }) => path).sort()).toEqual(all.sort());
  });

  it("have the specification's defaults, with known exceptions", () => {
    const own = specified.fields.filter(
      ({ path, default: value }) => JSON.stringify(registry.fieldAt(path)?.default) !== JSON.stringify(value),
    );
    expect(Object.fromEntries(own.map(({ path }) => [path, registry.fieldAt(path)?.default]))).toEqual(
      defaults,
    );
  });

  it("are marked as unused if the server never reads them", () => {
    const unused = registry.fields.filter((field) => field.unused);
    expect(unused.map(({ path }) => path).sort()).toEqual(neverRead);
    for (const { path, instead } of unused) {
      if (specified.fieldAt(path)) expect(instead, path).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it("are marked as generated if the server generates the value", () => {
    const generated = registry.fields.filter((field) => field.generated).map(({ path }) => path);
    expect(generated.sort()).toEqual([
      "general.instanceId",
      "gif.apiKey",
      "security.cdnSignatureKey",
      "security.requestSignature",
    ]);
  });

  it("a warning says which tokens stay valid after a token reset", () => {
    expect(publicServer.tokenReset).toContain("created in the same minute stays valid");
  });

  it("take effect at a reload, except for a fixed list", () => {
    const atStart = registry.fields.filter(({ path }) => takesEffect(publicServer, path) === "at start");
    const groups = atStart.map(({ path }) =>
      path.replace(/^(limits\.rate|integrations\.gifs\.klipy|email\.\w+)\..*$/, "$1.*"),
    );
    expect([...new Set(groups)].sort()).toEqual([
      "broker.host",
      "email.emailApi1.*",
      "email.emailApi2.*",
      "email.emailApi3.*",
      "email.provider",
      "email.smtp.*",
      "integrations.gifs.klipy.*",
      "limits.rate.*",
      "security.trustedProxies",
    ]);
    expect(takesEffect(publicServer, "email.senderAddress")).toBe("at reload");
  });

  it("have a note if their value can come from the environment", () => {
    const fromEnvironment = registry.fields.filter((field) => field.environment).map(({ path }) => path);
    expect(fromEnvironment.sort()).toEqual([
      "broker.host",
      "email.emailApi1.apiKey",
      "email.emailApi2.apiKey",
      "email.emailApi2.apiSecret",
      "email.emailApi3.apiKey",
      "email.smtp.password",
      "integrations.gifs.klipy.apiKey",
      "security.abuseIpDbApiKey",
      "security.captcha.secret",
      "security.captcha.sitekey",
      "security.cdnSignatureKey",
      "security.geoipApiKey",
      "security.jwtSecret",
      "security.requestSignature",
    ]);
  });
});
