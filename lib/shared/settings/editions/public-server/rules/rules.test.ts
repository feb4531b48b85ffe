import { describe, expect, it } from "vitest";
import { factsOf } from "@/testing/edition-facts";
import { checkOperations } from "../../../operations";
import { checkRule, evaluateRules, type Reader, readerOf } from "../../../rules";
import { parseValue } from "../../../parse-value";
import type { SettingPath } from "../../../types";
import { publicServer } from "..";
import { rulesOf } from "../../rules";
import { rules } from "./index";

const { registry } = publicServer;

/** The settings of a server that starts and violates no rule. */
const sound: Record<string, unknown> = {
  "general.serverName": "chat.example.org",
  "api.endpointPublic": "https://chat.example.org",
  "gateway.endpointPublic": "wss://gateway.example.org",
  "cdn.endpointPublic": "https://cdn.example.org",
  "cdn.endpointPrivate": "http://127.0.0.1:3002",
  "register.requireInvite": true,
  "guild.autoJoin.enabled": false,
};

const smtp = {
  "email.provider": "smtp",
  "email.senderAddress": "crew@example.org",
  "email.smtp.host": "smtp.example.org",
  "email.smtp.port": 587,
  "email.smtp.secure": false,
};

const mailgun = {
  "email.provider": "emailApi1",
  "email.senderAddress": "crew@example.org",
  "email.emailApi1.apiKey": "k",
  "email.emailApi1.domain": "mg.example.org",
};

const region = (endpoint: string) => ({
  "regions.default": "eu",
  "regions.available": [{ id: "eu", name: "Europe", endpoint, vip: false, custom: false, deprecated: false }],
});

type Settings = Record<string, unknown>;

/** One entry per rule of this edition: settings that violate the rule, and similar settings that satisfy it. */
const cases: readonly (readonly [rule: string, broken: Settings, kept: Settings])[] = [
  [
    "api-address-with-path",
    { "api.endpointPublic": "https://chat.example.org/api/v9" },
    { "api.endpointPublic": "https://chat.example.org:8443/" },
  ],
  ["api-address-with-path", { "api.endpointPublic": "https://chat.example.org/api" }, {}],
  ["api-address-with-path", { "api.endpointPublic": "https://chat.example.org?x" }, {}],
  ["needed-for-start", { "gateway.endpointPublic": null }, { "gateway.endpointPrivate": null }],
  ["needed-for-start", { "general.serverName": null }, {}],
  ["voice-endpoint-is-gateway", region("gateway.example.org"), region("voice.example.org")],
  ["voice-endpoint-is-gateway", region("wss://gateway.example.org:443"), region("wss://voice.example.org")],
  ["list-filled-up", { "api.activeVersions": ["9"] }, { "api.activeVersions": ["1", "7", "8", "9"] }],
  ["starttls-never-used", smtp, { ...smtp, "email.smtp.starttls": true }],
  ["starttls-never-used", smtp, { ...smtp, "email.smtp.port": 465, "email.smtp.secure": true }],
  ["starttls-never-used", smtp, { ...smtp, ...mailgun, "email.emailApi1.username": "api" }],
  ["mailgun-username-missing", mailgun, { ...mailgun, "email.emailApi1.username": "api" }],
  [
    "rights-too-many",
    { "register.defaultRights": String(2n ** 63n) },
    // Bit 62 has no name, but is within the allowed range.
    { "register.defaultRights": String(2n ** 62n) },
  ],
  [
    "auto-join-nowhere",
    { "guild.autoJoin.enabled": true },
    { "guild.autoJoin.enabled": true, "guild.autoJoin.guilds": ["1104236891374919680"] },
  ],
  [
    "abuse-key-missing",
    { "register.enableAbuseIpDb": true },
    { "register.enableAbuseIpDb": true, "security.abuseIpDbApiKey": "k" },
  ],
  [
    "abuse-score-zero",
    {
      "register.enableAbuseIpDb": true,
      "security.abuseIpDbApiKey": "k",
      "register.blockAbuseIpDbAboveScore": 0,
    },
    { "register.blockAbuseIpDbAboveScore": 0 },
  ],
  [
    "ipdata-key-missing",
    { "register.enableIpData": true },
    { "register.enableIpData": true, "security.geoipApiKey": "k" },
  ],
  [
    "klipy-key-missing",
    { "integrations.gifs.klipy.enabled": true },
    { "integrations.gifs.klipy.enabled": true, "integrations.gifs.klipy.apiKeyPath": "/run/secrets/k" },
  ],
  ["unused-in-use", { "limits.message.maxReactions": 3 }, { "guild.discovery.offset": 3 }],
];

const found = (settings: Settings) => evaluateRules(factsOf({ ...sound, ...settings }, "branded"));
const only = (settings: Settings) => {
  const violations = found(settings);
  expect(violations.map(({ rule }) => rule)).toHaveLength(1);
  return violations[0]!;
};

describe("the public server's rules", () => {
  it("report nothing for a healthy instance", () => {
    expect(found({})).toEqual([]);
  });

  it.each(cases)("%s reports the settings %j but not %j", (rule, broken, kept) => {
    expect(only(broken).rule).toBe(rule);
    expect(found(kept)).toEqual([]);
  });

  it.each(cases)("%s explains what to do about %j, and its fix solves the problem", (_, broken) => {
    const { message, paths, fix } = only(broken);
    expect(message).toMatch(/^“?\p{L}.*\.$/u);
    for (const path of paths) expect(registry.fieldAt(path), path).toBeDefined();
    if (!fix) return;
    expect(checkOperations(fix.operations, registry)).toEqual([]);
    const fixed = fix.operations.map((one) => [one.path, one.op === "set" ? one.value : null] as const);
    expect(found({ ...broken, ...Object.fromEntries(fixed) })).toEqual([]);
  });

  it("have unique ids, and each additional or replaced rule has a test case", () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const specified = new Set(rulesOf("neutral").map(({ id }) => id));
    const replaced = ["unused-in-use", "needed-for-start"];
    const own = ids.filter((id) => !specified.has(id) || replaced.includes(id));
    expect([...new Set(cases.map(([id]) => id))].sort()).toEqual(own.sort());
  });

  it("read no unused settings, except for the rule about unused settings", () => {
    for (const { id, reads } of rules.filter((rule) => rule.id !== "unused-in-use")) {
      for (const path of reads) expect(registry.fieldAt(path)?.unused, `${id}: ${path}`).toBeUndefined();
    }
    expect(found({ "register.email.allowlist": true }).map(({ rule }) => rule)).toEqual(["unused-in-use"]);
  });

  it("accept a default API version that is not active", () => {
    expect(found({ "api.defaultVersion": "10" })).toEqual([]);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    "read only the settings that they list in `reads`: %s",
    (_, rule) => {
      for (const [, broken, kept] of cases) {
        for (const settings of [broken, kept]) {
          const { naming, get, isSet, has } = readerOf(factsOf({ ...sound, ...settings }, "branded"));
          const named = <P extends SettingPath>(path: P): P => {
            if (!rule.reads.includes(path)) throw new Error(`${path} is read, but not named.`);
            return path;
          };
          const limited: Reader = {
            naming,
            get: (path) => get(named(path)),
            isSet: (path) => isSet(named(path)),
            has: (path) => has(named(path)),
          };
          expect(() => checkRule(rule, limited)).not.toThrow();
        }
      }
    },
  );

  it("do not apply to files of other servers", () => {
    for (const [, broken] of cases.filter(([id]) => id !== "needed-for-start").slice(0, 6)) {
      const facts = factsOf({ ...sound, "api.activeVersions": ["9"], ...broken });
      expect(evaluateRules(facts).map(({ rule }) => rule)).toEqual([]);
    }
  });
});

describe("the validation of the public server's settings", () => {
  const parsed = (path: string, value: unknown) => parseValue(registry.fieldAt(path)!, value).ok;

  it.each([
    ["register.defaultRights", "9223372036854775807", true],
    ["register.defaultRights", "9223372036854775808", false],
    ["security.cdnSignatureDuration", "30m", true],
    ["security.cdnSignatureDuration", "7d", true],
    ["security.cdnSignatureDuration", "a day", false],
    ["security.cdnSignatureDuration", "0h", false],
    ["security.abuseipdbConfidenceScoreTreshold", 24, false],
    ["security.abuseipdbConfidenceScoreTreshold", 25, true],
    ["register.blockAbuseIpDbAboveScore", 101, false],
    ["register.blockAsns", ["AS64496"], true],
    ["register.blockAsns", ["64496"], false],
    ["register.blockAsnTypes", ["hosting"], true],
    ["register.blockAsnTypes", [""], true],
    ["register.blockAsnTypes", ["homes"], false],
    ["register.blockIpDataCoThreatTypes", ["tor", "proxy"], true],
    ["register.blockIpDataCoThreatTypes", ["rain"], false],
    ["guild.autoJoin.guilds", ["1104236891374919680"], true],
    ["guild.autoJoin.guilds", ["lobby"], false],
    ["regions.available", region("ws://voice.example.org:3004")["regions.available"], true],
    ["regions.available", region("https://voice.example.org")["regions.available"], false],
    ["cdn.maxAttachmentSize", "25 MiB", true],
    ["cdn.proxyCacheHeaderSeconds", "1 day", true],
  ])("%s with the value %j is accepted: %s", (path, value, isAccepted) => {
    expect(parsed(path, value)).toBe(isAccepted);
  });
});
