import { describe, expect, it } from "vitest";
import { fields } from "./registry";
import { searchSections, searchSettings } from "./search";

const paths = (query: string) => searchSettings(query).map(({ field }) => field.path);

describe("searching settings", () => {
  it.each(fields.map((field) => [field.path]))("finds %s by its path first", (path) => {
    expect(paths(path)[0]).toBe(path);
  });

  it.each(fields.map((field) => [field.label, field.path]))(
    "finds %j by its label among the first",
    (label, path) => {
      expect(paths(label).slice(0, 8)).toContain(path);
    },
  );

  it.each([
    ["smtp password", "email.smtp.password"],
    ["max upload", "limits.message.maxAttachmentSize"],
    ["jwt", "security.jwtSecret"],
    ["sentry", "errorTracking.enabled"],
    ["dsn", "errorTracking.endpoint"],
    ["rabbitmq", "broker.host"],
    ["x-forwarded-for", "security.forwardedFor"],
    ["bio", "limits.user.maxBio"],
    ["minimum age", "register.dateOfBirth.minimum"],
    ["message length", "limits.message.maxCharacters"],
    ["maxTopic", "limits.channel.maxTopic"],
    ["the terms of service", "general.tosPage"],
  ])("finds what %j means", (query, path) => {
    expect(paths(query).slice(0, 3)).toContain(path);
  });

  it.each([
    ["captha", "security.captcha.enabled"],
    ["pasword", "email.smtp.password"],
    ["webhokos", "limits.channel.maxWebhooks"],
    ["instnace name", "general.instanceName"],
    ["registartion", "register.disabled"],
  ])("forgives the typing error in %j", (query, path) => {
    expect(paths(query)).toContain(path);
  });

  it("finds all captcha settings and nothing that has none", () => {
    const found = paths("captcha");
    expect(found.slice(0, 7).sort()).toEqual([
      "login.requireCaptcha",
      "passwordReset.requireCaptcha",
      "register.requireCaptcha",
      "security.captcha.enabled",
      "security.captcha.secret",
      "security.captcha.service",
      "security.captcha.sitekey",
    ]);
    expect(found).not.toContain("gateway.endpointPublic");
  });

  it("needs every word to fit", () => {
    expect(paths("captcha webhook")).toEqual([]);
    expect(paths("zzzz")).toEqual([]);
    expect(paths("   ")).toEqual([]);
    expect(paths("!?")).toEqual([]);
  });

  it("looks into values, but not into secrets", () => {
    const textOf = () => "harbor.example.org";
    const found = searchSettings("harbor", { textOf, limit: 1000 }).map(({ field }) => field.kind);
    expect(found.length).toBe(fields.filter(({ kind }) => kind !== "secret").length);
    expect(found).not.toContain("secret");
  });

  it("answers no more than asked for, the best first", () => {
    const hits = searchSettings("rate", { limit: 5 });
    expect(hits).toHaveLength(5);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });
});

describe("searching sections", () => {
  it("finds them by title, id and cards", () => {
    expect(searchSections("rabbit")[0]?.id).toBe("broker");
    expect(searchSections("security")[0]?.id).toBe("security");
    expect(searchSections("mailgun")[0]?.id).toBe("email");
    expect(searchSections("passwordReset")[0]?.id).toBe("passwordReset");
  });
});
