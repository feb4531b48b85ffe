import { describe, expect, it } from "vitest";
import { fields, fieldAt } from "./registry";

/**
 * All keys and defaults of the specification (2.3, 5, 8 and 9), written by hand. If the specification calls a default
 * built-in, random or "not shown", the table contains the panel's default with a reason.
 */
const specification: Record<string, readonly (readonly [key: string, value: unknown])[]> = {
  "2.3 gateway": [
    ["gateway.endpointPrivate", null],
    ["gateway.endpointPublic", null],
  ],
  "2.3 cdn": [
    ["cdn.endpointPrivate", null],
    ["cdn.endpointPublic", null],
    ["cdn.resizeHeightMax", 1000],
    ["cdn.resizeWidthMax", 1000],
    ["cdn.imageProxyServerUrl", null],
  ],
  "2.3 general": [
    ["general.instanceName", "Chat instance"], // built-in
    ["general.instanceDescription", "A self-hosted chat instance"], // built-in
    ["general.frontPage", null],
    ["general.tosPage", null],
    ["general.correspondenceEmail", null],
    ["general.correspondenceUserID", null],
    ["general.image", null],
    ["general.instanceId", null], // generated
    ["general.autoCreateBotUsers", false],
    ["general.serverName", null], // not shown
  ],
  "2.3 regions": [
    ["regions.default", "default"], // built-in
    ["regions.useDefaultAsOptimal", true],
    ["regions.available", []],
  ],
  "2.3 guild": [
    ["guild.discovery.showAllGuilds", false],
    ["guild.discovery.useRecommendation", false],
    ["guild.discovery.offset", 0],
    ["guild.discovery.limit", 24],
    ["guild.autoJoin.enabled", true],
    ["guild.autoJoin.canLeave", true],
    ["guild.autoJoin.bots", false], // not shown
    ["guild.defaultFeatures", null],
  ],
  "2.3 gif": [
    ["gif.enabled", true],
    ["gif.provider", "gifProvider1"], // The specification names only this provider.
    ["gif.apiKey", null], // built-in
  ],
  "2.3 broker": [["broker.host", null]],
  "2.3 templates": [
    ["templates.enabled", true],
    ["templates.allowTemplateCreation", true],
    ["templates.allowDiscordTemplates", true],
    ["templates.allowRaws", true],
  ],
  "2.3 errorTracking": [
    ["errorTracking.enabled", false],
    ["errorTracking.endpoint", null], // built-in
    ["errorTracking.traceSampleRate", 1],
    ["errorTracking.environment", null], // system hostname
  ],
  "2.3 defaults": [
    ["defaults.user.premium", true],
    ["defaults.user.premiumType", 2],
    ["defaults.user.verified", true],
    ["defaults.guild.maxPresences", 250000],
    ["defaults.guild.maxVideoChannelUsers", 200],
    ["defaults.guild.afkTimeout", 300],
    ["defaults.guild.defaultMessageNotifications", 1],
    ["defaults.guild.explicitContentFilter", 0],
  ],
  "2.3 email": [
    ["email.provider", null],
    ["email.senderAddress", null],
    ["email.smtp.host", null],
    ["email.smtp.port", null],
    ["email.smtp.secure", null],
    ["email.smtp.username", null],
    ["email.smtp.password", null],
    ["email.emailApi1.apiKey", null],
    ["email.emailApi1.domain", null],
    ["email.emailApi2.apiKey", null],
    ["email.emailApi2.apiSecret", null],
    ["email.emailApi3.apiKey", null],
  ],
  "2.3 metrics": [["metrics.timeout", 30000]],
  "5.1 security": [
    ["security.captcha.enabled", false],
    ["security.captcha.service", null],
    ["security.captcha.sitekey", null],
    ["security.captcha.secret", null],
    ["security.twoFactor.generateBackupCodes", true],
    ["security.autoUpdate", true],
    ["security.requestSignature", null], // random
    ["security.jwtSecret", null], // random
    ["security.forwardedFor", null],
    ["security.geoipApiKey", null], // built-in
    ["security.mfaBackupCodeCount", 10],
    ["security.statsWorldReadable", true],
    ["security.defaultRegistrationTokenExpiration", 604800000],
    ["security.trustedProxies", null], // not shown
  ],
  "5.2 login": [
    ["login.requireCaptcha", false],
    ["login.requireVerification", false],
  ],
  "5.3 register": [
    ["register.email.required", false],
    ["register.email.allowlist", false],
    ["register.email.blocklist", true],
    ["register.email.domains", []],
    ["register.dateOfBirth.required", true],
    ["register.dateOfBirth.minimum", 13],
    ["register.password.required", false],
    ["register.password.minLength", 8],
    ["register.password.minNumbers", 2],
    ["register.password.minUpperCase", 2],
    ["register.password.minSymbols", 0],
    ["register.disabled", false],
    ["register.requireCaptcha", true],
    ["register.requireInvite", false],
    ["register.guestsRequireInvite", true],
    ["register.allowNewRegistration", true],
    ["register.allowMultipleAccounts", true],
    ["register.blockProxies", true],
    ["register.incrementingDiscriminators", false],
    ["register.defaultRights", "875069521787904"],
  ],
  "5.4 passwordReset": [["passwordReset.requireCaptcha", false]],
  "8.1 limits": [
    ["limits.user.maxGuilds", 1048576],
    ["limits.user.maxUsername", 32],
    ["limits.user.maxFriends", 5000],
    ["limits.user.maxBio", 190], // The specification does not show this value; instances use 190.
    ["limits.guild.maxRoles", 1000],
    ["limits.guild.maxEmojis", 2000],
    ["limits.guild.maxMembers", 25000000],
    ["limits.guild.maxChannels", 65535],
    ["limits.guild.maxChannelsInCategory", 65535],
    ["limits.message.maxCharacters", 1048576],
    ["limits.message.maxTTSCharacters", 160],
    ["limits.message.maxReactions", 2048],
    ["limits.message.maxAttachmentSize", 1073741824],
    ["limits.message.maxBulkDelete", 1000],
    ["limits.message.maxEmbedDownloadSize", 5242880],
    ["limits.channel.maxPins", 500],
    ["limits.channel.maxTopic", 1024],
    ["limits.channel.maxWebhooks", 100],
  ],
  "8.2 limits.rate": [
    ["limits.rate.enabled", false],
    ["limits.rate.ip.count", 500],
    ["limits.rate.ip.window", 5],
    ["limits.rate.global.count", 250],
    ["limits.rate.global.window", 5],
    ["limits.rate.error.count", 10],
    ["limits.rate.error.window", 5],
    ["limits.rate.routes.guild.count", 5],
    ["limits.rate.routes.guild.window", 5],
    ["limits.rate.routes.webhook.count", 10],
    ["limits.rate.routes.webhook.window", 5],
    ["limits.rate.routes.channel.count", 10],
    ["limits.rate.routes.channel.window", 5],
    ["limits.rate.routes.auth.login.count", 5],
    ["limits.rate.routes.auth.login.window", 60],
    ["limits.rate.routes.auth.register.count", 2],
    ["limits.rate.routes.auth.register.window", 43200],
  ],
  "8.3 limits.absoluteRate": [
    ["limits.absoluteRate.register.limit", 25],
    ["limits.absoluteRate.register.window", 3600000],
    ["limits.absoluteRate.register.enabled", true],
    ["limits.absoluteRate.sendMessage.limit", 200],
    ["limits.absoluteRate.sendMessage.window", 60000],
    ["limits.absoluteRate.sendMessage.enabled", true],
  ],
  "9 api": [
    ["api.defaultVersion", "9"],
    ["api.activeVersions", ["6", "7", "8", "9"]],
    ["api.endpointPublic", null],
    ["api.endpointPrivate", null],
  ],
};

const specified = Object.values(specification).flat();

describe("the specification's keys", () => {
  it.each(specified)("%s has the specification's default", (path, value) => {
    expect(fieldAt(path)?.default).toEqual(value);
  });

  it("are exactly the settings of the registry", () => {
    expect(fields.map((field) => field.path).sort()).toEqual(specified.map(([path]) => path).sort());
  });

  it("are marked as unused if the specification calls them unused", () => {
    expect(
      fields
        .filter((field) => field.unused)
        .map((field) => field.path)
        .sort(),
    ).toEqual([
      "guild.discovery.offset",
      "guild.discovery.useRecommendation",
      "metrics.timeout",
      "security.autoUpdate",
    ]);
  });

  it("are marked as deprecated if the specification says so", () => {
    expect(
      fields
        .filter((field) => field.deprecated)
        .map((field) => field.path)
        .sort(),
    ).toEqual(["general.instanceId", "register.allowNewRegistration"]);
  });

  it("are secrets if their values contain credentials", () => {
    expect(
      fields
        .filter((field) => field.kind === "secret")
        .map((field) => field.path)
        .sort(),
    ).toEqual([
      "broker.host",
      "email.emailApi1.apiKey",
      "email.emailApi2.apiKey",
      "email.emailApi2.apiSecret",
      "email.emailApi3.apiKey",
      "email.smtp.password",
      "gif.apiKey",
      "security.captcha.secret",
      "security.geoipApiKey",
      "security.jwtSecret",
      "security.requestSignature",
    ]);
  });

  it("use seconds for durations, except for a fixed list", () => {
    const milliseconds = fields.filter((field) => field.kind === "duration" && field.fileUnit === "ms");
    expect(milliseconds.map((field) => field.path).sort()).toEqual([
      "limits.absoluteRate.register.window",
      "limits.absoluteRate.sendMessage.window",
      "metrics.timeout",
      "security.defaultRegistrationTokenExpiration",
    ]);
    const seconds = fields.filter((field) => field.kind === "duration" && field.fileUnit === "s");
    expect(seconds.map((field) => field.path)).toContain("defaults.guild.afkTimeout");
    expect(seconds).toHaveLength(9);
  });
});
