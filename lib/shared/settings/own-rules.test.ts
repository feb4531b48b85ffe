import { describe, expect, it } from "vitest";
import type { OwnRule } from "../contract/config-snapshot";
import { editionOf } from "./editions";
import { compileRules } from "./own-rules";
import { setAt } from "./paths";
import { checkRule, readerOf } from "./rules";
import { defaultDocument } from "./values";

const { registry } = editionOf("neutral");

const rule = (expression: string, more: Partial<OwnRule> = {}): OwnRule => ({
  ...{ id: "mine", expression, message: "Ask the harbor office.", severity: "error", ...more },
});

/** Returns the messages of a rule for the defaults with these values. */
function check(expression: string, values: Record<string, unknown> = {}, secrets = {}): string[] {
  const document = defaultDocument(registry);
  for (const [path, value] of Object.entries(values)) setAt(document, path, value);
  const { rules, problems } = compileRules([rule(expression)], registry);
  expect(problems).toEqual([]);
  const reader = readerOf({ values: document, set: Object.keys(values), secrets, naming: "neutral" });
  return rules.flatMap((one) => checkRule(one, reader)).map(({ message }) => message);
}

const refusal = (expression: string) => compileRules([rule(expression)], registry).problems;

describe("a rule", () => {
  const broken = ["Ask the harbor office. (rule “mine”)"];

  it("is violated below its limit, and not at it", () => {
    expect(check("limits.user.maxGuilds >= 50", { "limits.user.maxGuilds": 49 })).toEqual(broken);
    expect(check("limits.user.maxGuilds >= 50", { "limits.user.maxGuilds": 50 })).toEqual([]);
  });

  it.each([
    ["limits.user.maxGuilds + 1 == 51 && limits.user.maxGuilds % 2 == 0", { "limits.user.maxGuilds": 50 }],
    [
      'general.instanceName == null || general.instanceName.startsWith("H")',
      { "general.instanceName": null },
    ],
    ['register.email.domains.all(d, d.endsWith(".org"))', { "register.email.domains": ["a.org", "b.org"] }],
    ["has(limits.user.maxBio) && limits.user.maxBio > 1", { "limits.user.maxBio": 2 }],
  ])("holds: %s", (expression, values) => expect(check(expression, values)).toEqual([]));

  it("sees of a secret only whether it is set", () => {
    const secret = "security.jwtSecret";
    expect(check(`${secret} != null`, {}, { [secret]: "set" })).toEqual([]);
    expect(check(`${secret} != null`, {}, { [secret]: "unset" })).toEqual(broken);
    expect(check(`${secret} == "guess"`, { [secret]: "guess" }, { [secret]: "set" })).toEqual(broken);
  });

  it("is violated if its expression fails or is not true or false", () => {
    expect(check("general.instanceName.size() > 1", { "general.instanceName": null })[0]).toMatch(
      /^Ask the harbor office\. The expression fails with these values: .*\(rule “mine”\)$/,
    );
    expect(check("limits.user.maxGuilds")[0]).toContain("must be true or false");
  });

  it("reads the settings below a group, so that a change of one of them checks the rule again", () => {
    const { rules } = compileRules(
      [rule("register.password.minLength > 1 && limits.user != null")],
      registry,
    );
    expect(rules[0]?.reads).toEqual(
      expect.arrayContaining(["register.password.minLength", "limits.user.maxBio"]),
    );
    expect(rules[0]?.reads).not.toContain("limits.guild.maxRoles");
  });

  it("is not checked if a page has only the length of its list", () => {
    const list = { counted: 300, digest: "x" };
    expect(check("register.email.domains.size() < 2", { "register.email.domains": list })).toEqual([]);
  });
});

describe("a rule that cannot be used", () => {
  it.each([
    ["limits.user.maxGuilds >=", /The rule “mine” cannot be used: /],
    ["limits.user.guilds > 1", /There is no setting limits\.user\.guilds\.$/],
    ["1 < 2", /reads no setting\.$/],
    ['general.instanceName.matches("(a+)+$")', /cannot use matches\(\)/],
    ["cel.bind(a, general.instanceName, a == a)", /cannot use bind\(\)/],
    [`limits.user.maxBio in [${"1,".repeat(300)}1]`, /cannot be used/],
  ])("%s", (expression, message) => expect(refusal(expression)[0]).toMatch(message));

  it("does not disable the other rules", () => {
    const { rules } = compileRules([rule("nope"), rule("limits.user.maxBio > 1", { id: "other" })], registry);
    expect(rules.map(({ id }) => id)).toEqual(["own/other"]);
  });
});

describe("the steps of an evaluation", () => {
  const domains = (count: number) => ({
    "register.email.domains": Array.from({ length: count }, (_, index) => `${index}.org`),
  });

  it("are bounded for nested loops over long lists", () => {
    const nested = "register.email.domains.all(d, register.email.domains.exists(e, e == d))";
    expect(check(nested, domains(300))).toEqual([]);
    expect(check(nested, domains(100_000))[0]).toContain("too long to check");
  });

  it("allow one loop over the longest list", () => {
    expect(check("register.email.domains.all(d, d != 'x.org')", domains(100_000))).toEqual([]);
    expect(
      check("register.email.domains.all(d, d in register.email.domains)", domains(100_000))[0],
    ).toContain("too long");
  });
});
