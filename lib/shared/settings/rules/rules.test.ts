import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Naming, Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import { checkOperations } from "../operations";
import { editionOf } from "../editions";
import { rulesOf } from "../editions/rules";
import { fieldAt, specified } from "../registry";
import type { SettingPath } from "../types";
import { effectiveValues, getAt, redact, setAt } from "../values";
import {
  allProblems,
  checkRule,
  evaluateRules,
  type Facts,
  introducedErrors,
  type Reader,
  readerOf,
  RuleResults,
} from ".";
import { defineRule } from "./rule";

const rules = rulesOf("neutral");

/** The settings of an instance that starts and violates no rule. */
const sound: Record<string, unknown> = {
  "general.serverName": "chat.example.org",
  "api.endpointPublic": "https://chat.example.org/api",
  "gateway.endpointPublic": "wss://gateway.example.org",
  "cdn.endpointPublic": "https://cdn.example.org",
  "cdn.endpointPrivate": "http://127.0.0.1:3002",
};

function factsOf(settings: Record<string, unknown>, naming: Naming = "neutral"): Facts {
  const { registry } = editionOf(naming);
  const { fields } = registry;
  const file = { ...sound, ...settings };
  const rawOf = (path: string) => file[path];
  return {
    values: redact(effectiveValues(rawOf, registry).values, registry),
    set: registry.fields.map(({ path }) => path).filter((path) => rawOf(path) != null),
    secrets: Object.fromEntries(
      fields
        .filter(({ kind }) => kind === "secret")
        .map(({ path }) => [path, rawOf(path) == null ? "unset" : "set"]),
    ),
    naming,
  };
}

const found = (settings: Record<string, unknown>, naming?: Naming) =>
  evaluateRules(factsOf(settings, naming));
const only = (settings: Record<string, unknown>, naming?: Naming) => {
  const violations = found(settings, naming);
  expect(violations.map(({ rule }) => rule)).toHaveLength(1);
  return violations[0]!;
};

const captcha = {
  "security.captcha.enabled": true,
  "security.captcha.service": "captchaService2",
  "security.captcha.sitekey": "k",
  "security.captcha.secret": "s",
};
const smtp = {
  "email.provider": "smtp",
  "email.senderAddress": "crew@example.org",
  "email.smtp.host": "smtp.example.org",
  "email.smtp.port": 587,
  "email.smtp.secure": false,
};
const region = { id: "eu", name: "Europe", endpoint: "127.0.0.1:3004" };

/** One entry per rule: settings that violate the rule, and similar settings that satisfy it. */
const cases: readonly [rule: string, broken: Record<string, unknown>, kept: Record<string, unknown>][] = [
  ["captcha-incomplete", { ...captcha, "security.captcha.secret": null }, captcha],
  [
    "captcha-required-but-off",
    { "login.requireCaptcha": true },
    { ...captcha, "login.requireCaptcha": true },
  ],
  ["captcha-required-but-off", { "register.requireCaptcha": true }, {}],
  [
    "allowlist-and-blocklist",
    { "register.email.allowlist": true, "register.email.domains": ["a.org"] },
    {
      "register.email.allowlist": true,
      "register.email.blocklist": false,
      "register.email.domains": ["a.org"],
    },
  ],
  [
    "allowlist-empty",
    { "register.email.allowlist": true, "register.email.blocklist": false },
    { "register.email.allowlist": false, "register.email.blocklist": false },
  ],
  ["rights-operator", { "register.defaultRights": "1" }, { "register.defaultRights": "1024" }],
  ["rights-none", { "register.defaultRights": "0" }, { "register.defaultRights": "1024" }],
  ["usernames-too-short", { "limits.user.maxUsername": 1 }, { "limits.user.maxUsername": 2 }],
  ["rights-dangerous", { "register.defaultRights": "512" }, { "register.defaultRights": "1024" }],
  [
    "registration-open",
    { "limits.absoluteRate.register.enabled": false },
    { "limits.absoluteRate.register.enabled": false, "register.requireInvite": true },
  ],
  [
    "registration-open",
    { "limits.absoluteRate.register.enabled": false, ...captcha, "register.requireCaptcha": false },
    { "limits.absoluteRate.register.enabled": false, ...captcha },
  ],
  [
    "registration-open",
    { "limits.absoluteRate.register.enabled": false },
    { "limits.absoluteRate.register.enabled": false, "register.disabled": true },
  ],
  [
    "deprecated-registration-switch",
    { "register.allowNewRegistration": false },
    { "register.disabled": true },
  ],
  ["password-rules-contradict", { "register.password.minLength": 3 }, { "register.password.minLength": 4 }],
  ["email-incomplete", { ...smtp, "email.smtp.host": null }, smtp],
  [
    "email-incomplete",
    { "email.provider": "emailApi1", "email.senderAddress": "a@b.org", "email.emailApi1.domain": "b.org" },
    {
      "email.provider": "emailApi1",
      "email.senderAddress": "a@b.org",
      "email.emailApi1.domain": "b.org",
      "email.emailApi1.apiKey": "k",
    },
  ],
  [
    "email-incomplete",
    { "email.provider": "emailApi2", "email.senderAddress": "a@b.org", "email.emailApi2.apiKey": "k" },
    {
      "email.provider": "emailApi2",
      "email.senderAddress": "a@b.org",
      "email.emailApi2.apiKey": "k",
      "email.emailApi2.apiSecret": "s",
    },
  ],
  [
    "smtp-half-login",
    { ...smtp, "email.smtp.username": "u" },
    { ...smtp, "email.smtp.username": "u", "email.smtp.password": "p" },
  ],
  [
    "sender-missing",
    { ...smtp, "email.senderAddress": null },
    { ...smtp, "email.senderAddress": null, "general.correspondenceEmail": "a@b.org" },
  ],
  [
    "verification-impossible",
    { "login.requireVerification": true, "defaults.user.verified": false },
    { "login.requireVerification": true, "defaults.user.verified": true },
  ],
  ["needed-for-start", { "cdn.endpointPrivate": null }, { "api.endpointPrivate": null }],
  [
    "gateway-not-websocket",
    { "gateway.endpointPublic": "https://gateway.example.org" },
    { "gateway.endpointPrivate": "https://gateway.example.org" },
  ],
  [
    "insecure-beside-https",
    { "cdn.endpointPublic": "http://cdn.example.org" },
    {
      "cdn.endpointPublic": "http://cdn.example.org",
      "api.endpointPublic": "http://chat.example.org/api",
      "gateway.endpointPublic": "ws://chat.example.org",
    },
  ],
  [
    "public-address-local",
    { "api.endpointPublic": "http://localhost:3001/api" },
    {
      "api.endpointPublic": "http://localhost:3001/api",
      "gateway.endpointPublic": "ws://127.0.0.1:3001",
      "cdn.endpointPublic": "http://[::1]:3001",
    },
  ],
  [
    "proxy-header-unbelieved",
    { "security.forwardedFor": "X-Real-IP" },
    { "security.forwardedFor": "X-Real-IP", "security.trustedProxies": "loopback" },
  ],
  ["proxy-header-unbelieved", { "security.trustedProxies": "loopback" }, {}],
  [
    "everybody-is-a-proxy",
    { "security.forwardedFor": "X-Real-IP", "security.trustedProxies": "10.0.0.1, 0.0.0.0/0" },
    { "security.forwardedFor": "X-Real-IP", "security.trustedProxies": "10.0.0.1, 10.0.0.0/10" },
  ],
  [
    "messages-per-user-too-few",
    { "limits.rate.enabled": true, "limits.rate.routes.channel.count": 2 },
    { "limits.rate.enabled": true, "limits.rate.routes.channel.count": 3 },
  ],
  [
    "messages-per-user-too-few",
    { "limits.rate.enabled": true, "limits.rate.routes.channel.window": 60 },
    { "limits.rate.routes.channel.window": 60 },
  ],
  [
    "messages-on-instance-too-few",
    { "limits.absoluteRate.sendMessage.limit": 29 },
    { "limits.absoluteRate.sendMessage.limit": 30 },
  ],
  [
    "messages-on-instance-too-few",
    { "limits.absoluteRate.sendMessage.window": 3_600_000 },
    {
      "limits.absoluteRate.sendMessage.window": 3_600_000,
      "limits.absoluteRate.sendMessage.enabled": false,
    },
  ],
  ["default-version-inactive", { "api.activeVersions": ["10", "8"] }, { "api.activeVersions": ["10", "9"] }],
  [
    "default-region-unavailable",
    { "regions.default": "us", "regions.available": [region] },
    { "regions.default": "eu", "regions.available": [region] },
  ],
  ["default-region-unset", { "regions.available": [region] }, { "regions.available": [] }],
  ["unused-in-use", { "metrics.timeout": 5 }, { "metrics.timeout": 30000 }],
];

describe("rules between settings", () => {
  it("report nothing for a healthy instance", () => {
    expect(found({})).toEqual([]);
  });

  it.each(cases)("%s reports the settings %j but not %j", (rule, broken, kept) => {
    expect(only(broken).rule).toBe(rule);
    expect(found(kept)).toEqual([]);
  });

  it("have unique ids, and a test case each", () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...new Set(cases.map(([id]) => id))].sort()).toEqual([...ids].sort());
  });

  it.each(cases)("%s explains what to do about %j, and its fix solves the problem", (_, broken) => {
    const { message, paths, fix } = only(broken);
    expect(message).toMatch(/^“?\p{Lu}.*\.$/u);
    for (const path of paths) expect(fieldAt(path)).toBeDefined();
    if (!fix) return;
    expect(checkOperations(fix.operations, specified)).toEqual([]);
    expect(found({ ...broken, ...applied(fix.operations) })).toEqual([]);
  });

  it("report errors first", () => {
    const violations = found({
      "metrics.timeout": 5,
      "register.defaultRights": "513",
      ...captcha,
      "security.captcha.secret": null,
    });
    expect(violations.map(({ severity }) => severity)).toEqual(["error", "error", "warning", "warning"]);
  });

  it("offer a fix that removes only OPERATOR from the default rights", () => {
    const [violation] = found({ "register.defaultRights": "875069521787905" });
    expect(violation?.fix?.operations).toEqual([
      { op: "set", path: "register.defaultRights", value: "875069521787904" },
    ]);
  });
});

/** Returns a reader that throws for settings outside of `paths`. */
function limitedTo(paths: readonly SettingPath[], { naming, get, isSet, has }: Reader): Reader {
  const named = <P extends SettingPath>(path: P): P => {
    if (!paths.includes(path)) throw new Error(`${path} is read, but not named.`);
    return path;
  };
  return {
    naming,
    get: (path) => get(named(path)),
    isSet: (path) => isSet(named(path)),
    has: (path) => has(named(path)),
  };
}

describe("the settings in the `reads` list of a rule", () => {
  const facts = cases.flatMap(([, broken, kept]) => [factsOf(broken), factsOf(kept)]);

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    "are the only settings that the rule %s reads",
    (_, rule) => {
      for (const one of facts) checkRule(rule, limitedTo(rule.reads, readerOf(one)));
    },
  );

  it("a rule that reads any other setting causes a type error", () => {
    const rule = defineRule({
      id: "reads-more-than-it-names",
      severity: "warning",
      reads: ["gif.enabled"],
      // @ts-expect-error because `reads` does not contain this setting.
      check: ({ get }) => (get("gif.apiKey") === null ? [] : []),
    });
    expect(() => checkRule(rule, limitedTo(rule.reads, readerOf(factsOf({}))))).toThrow("gif.apiKey");
  });

  it("include every setting that the rule reports", () => {
    for (const { reads } of rules) for (const path of reads) expect(fieldAt(path)).toBeDefined();
    for (const [id, broken] of cases) {
      const reads = rules.find((rule) => rule.id === id)?.reads;
      expect(reads).toEqual(expect.arrayContaining([...only(broken).paths]));
    }
  });

  it("are the only settings whose changes run the rule again", () => {
    const settings: Record<string, unknown> = { ...captcha };
    const ran: string[] = [];
    const watched = rules.map((rule) => ({
      ...rule,
      check: (reader: Reader) => {
        ran.push(rule.id);
        return rule.check(reader);
      },
    }));
    const now = () => readerOf(factsOf(settings));
    const results = new RuleResults(watched, {
      naming: "neutral",
      get: (path) => now().get(path),
      isSet: (path) => now().isSet(path),
      has: (path) => now().has(path),
    });
    expect([...ran].sort()).toEqual(rules.map(({ id }) => id).sort());
    expect(results.violations()).toEqual([]);

    ran.length = 0;
    expect(results.recheck("limits.user.maxBio")).toBe(false);
    expect(ran).toEqual([]);

    settings["security.captcha.secret"] = null;
    expect(results.recheck("security.captcha.secret")).toBe(true);
    expect(ran).toEqual(["captcha-incomplete"]);
    expect(results.violations()).toEqual(found(settings));

    settings["security.captcha.secret"] = "s";
    expect(results.recheck("security.captcha.secret")).toBe(true);
    expect(results.violations()).toEqual([]);
  });
});

function applied(operations: readonly Operation[]): Record<string, unknown> {
  return Object.fromEntries(
    operations.map((operation) => [operation.path, operation.op === "set" ? operation.value : null]),
  );
}

describe("errors caused by a change", () => {
  const broken = found({ ...captcha, "security.captcha.secret": null, "security.captcha.service": null });

  it("are the errors that did not exist before the change", () => {
    expect(introducedErrors([], broken).map(({ rule }) => rule)).toEqual(["captcha-incomplete"]);
    expect(introducedErrors([], found({ "metrics.timeout": 5 }))).toEqual([]);
  });

  it("do not include errors that existed before", () => {
    const halfFixed = found({ ...captcha, "security.captcha.secret": null, "gif.enabled": false });
    expect(introducedErrors(broken, halfFixed)).toEqual([]);
  });
});

describe("the problems of a file", () => {
  it("name the missing setting, not the switch that requires it", () => {
    const half = found({ ...captcha, "security.captcha.service": null, "security.captcha.secret": null });
    expect(allProblems([], half)).toMatchObject([
      { rule: "captcha-incomplete", path: "security.captcha.service", also: ["security.captcha.secret"] },
    ]);
    const one = allProblems([], found({ ...smtp, "email.smtp.host": null }));
    expect(one).toMatchObject([{ rule: "email-incomplete", path: "email.smtp.host" }]);
    expect(one[0]).not.toHaveProperty("also");
  });

  it("exclude a warning about a value if a rule offers the same fix", () => {
    const violations = found({ "security.forwardedFor": null, "security.trustedProxies": "loopback" });
    const [problem] = allProblems([], violations);
    const own: Problem = { ...problem, severity: "warning", message: "Own words", rule: undefined };
    expect(problem?.fix).toBeDefined();
    expect(allProblems([own], violations)).toEqual([problem]);
    expect(allProblems([{ ...own, path: "limits.user.maxBio" }], violations)).toHaveLength(2);
  });

  it("include problems of values, the file and rules, without duplicates", () => {
    const facts = factsOf({ "gateway.endpointPublic": "https://gateway.example.org" });
    const own = effectiveValues((path) =>
      getAt({ gateway: { endpointPublic: "https://gateway.example.org" } }, path),
    );
    const whole = { severity: "warning", message: "The file as a whole" } as const;
    expect(own.problems).toHaveLength(1);
    expect(allProblems([...own.problems, whole], evaluateRules(facts))).toMatchObject([
      whole,
      {
        path: "gateway.endpointPublic",
        severity: "error",
        rule: "gateway-not-websocket",
        fix: { operations: [{ op: "set", value: "wss://gateway.example.org" }] },
      },
    ]);
  });

  it("number only two if an instance wrote the file with all defaults", () => {
    const text = readFileSync(new URL("../../../../e2e/fixtures/branded-full.json", import.meta.url), "utf8");
    const file = JSON.parse(text) as Record<string, unknown>;
    setAt(file, "gif.provider", "gifProvider1");
    const { registry } = editionOf("branded");
    const { values, problems } = effectiveValues((path) => getAt(file, path), registry);
    const facts = {
      values: redact(values, registry),
      set: registry.fields.map(({ path }) => path).filter((path) => getAt(file, path) != null),
      secrets: { "security.jwtSecret": "unset" } as const,
      naming: "branded" as const,
    };
    expect(problems).toEqual([]);
    expect(evaluateRules(facts).map(({ rule }) => rule)).toEqual(["registration-open", "auto-join-nowhere"]);
  });
});
