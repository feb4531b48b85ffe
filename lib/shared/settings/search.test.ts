import { describe, expect, it } from "vitest";
import { fields } from "./registry";
import { createSearch, type Search } from "./search";

const search = createSearch();
const settings = (query: string, by: Search = search) =>
  by(query).flatMap((hit) => (hit.kind === "setting" ? [hit.field] : []));
const paths = (query: string) => settings(query).map(({ path }) => path);
const placesIn = (by: Search, query: string) =>
  by(query).flatMap((hit) => (hit.kind === "place" && "href" in hit.place ? [hit.place.href] : []));
const pages = (query: string) => placesIn(search, query);

describe("searching settings", () => {
  it.each(fields.map((field) => [field.path]))("ranks %s first if its path is typed", (path) => {
    expect(paths(path)[0]).toBe(path);
  });

  it.each(fields.map((field) => [field.label, field.path]))(
    "lists the setting with the label %j among the first results",
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
  ])("lists the intended setting among the first three results for %j", (query, path) => {
    expect(paths(query).slice(0, 3)).toContain(path);
  });

  it.each([
    ["captha", "security.captcha.enabled"],
    ["pasword", "email.smtp.password"],
    ["webhokos", "limits.channel.maxWebhooks"],
    ["instnace name", "general.instanceName"],
    ["registartion", "register.disabled"],
    ["tiemout", "metrics.timeout"],
    ["emial", "email.provider"],
    ["regsitr", "register.disabled"],
  ])("finds the intended setting despite the typo in %j", (query, path) => {
    expect(paths(query)).toContain(path);
  });

  it("lists all captcha settings first for the query captcha", () => {
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

  it("matches parts of words", () => {
    expect(paths("hook")).toContain("limits.channel.maxWebhooks");
  });

  it("lets a result lack one of two words, but ranks it below results that have both", () => {
    expect(paths("captcha webhook")).toEqual(
      expect.arrayContaining(["security.captcha.enabled", "limits.channel.maxWebhooks"]),
    );
    const found = paths("smtp password");
    expect(found[0]).toBe("email.smtp.password");
    expect(found.indexOf("email.smtp.host")).not.toBe(0);
  });

  it("finds nothing for a query without any known word", () => {
    expect(paths("zzzz")).toEqual([]);
    expect(paths("   ")).toEqual([]);
    expect(paths("!?")).toEqual([]);
  });

  it("searches values of settings, but not of secrets", () => {
    const withValues = createSearch({ textOf: () => "harbor.example.org" });
    const found = settings("harbor", withValues).map(({ kind }) => kind);
    expect(found.length).toBe(fields.filter(({ kind }) => kind !== "secret").length);
    expect(found).not.toContain("secret");
  });

  it("sorts the results by score", () => {
    const hits = search("rate");
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });
});

describe("searching pages", () => {
  it("finds sections by title, id and cards", () => {
    expect(pages("rabbit")[0]).toBe("/settings/broker");
    expect(pages("security")[0]).toBe("/settings/security");
    expect(pages("mailgun")[0]).toBe("/settings/email");
    expect(pages("passwordReset")[0]).toBe("/settings/passwordReset");
  });

  it("finds other pages by synonyms, and despite typos", () => {
    const withPlaces = createSearch({
      places: [{ title: "Import and export", href: "/settings/import", names: ["Backup"] }],
    });
    expect(placesIn(withPlaces, "exprot")).toEqual(["/settings/import"]);
    expect(placesIn(withPlaces, "backup")).toEqual(["/settings/import"]);
  });

  it.each([
    ["metrics", true],
    ["metr", true],
    ["metric timeout", false],
    ["figures", false],
  ])("%j counts as a name of the section Metrics: %s", (query, expected) => {
    const named = search(query).flatMap((hit) =>
      hit.kind === "place" && hit.isNamed ? [hit.place.title] : [],
    );
    expect(named.includes("Metrics")).toBe(expected);
  });

  it("ranks a section first if its name is typed", () => {
    const [first] = search("limits");
    expect(first).toMatchObject({ kind: "place", isNamed: true, place: { href: "/settings/limits" } });
  });
});

describe("searching unrecognized keys", () => {
  const withKeys = createSearch({ keys: ["lighthouse", "general.lampRange"] });
  const keys = (query: string) => withKeys(query).flatMap((hit) => (hit.kind === "key" ? [hit.path] : []));

  it.each([
    ["lighthouse", ["lighthouse"]],
    ["general.lampRange", ["general.lampRange"]],
    ["range", ["general.lampRange"]],
    ["lihgthouse", ["lighthouse"]],
  ])("finds %j", (query, expected) => expect(keys(query)).toEqual(expected));
});

describe("the matching letters", () => {
  const letters = (query: string, path: string) =>
    search(query).find((hit) => hit.kind === "setting" && hit.field.path === path)?.letters;

  it.each([
    ["instance na", "general.instanceName", ["instance", "na"]],
    ["webhokos", "limits.channel.maxWebhooks", ["webhooks"]],
  ])("are returned for the query %j and the setting %s", (query, path, expected) => {
    expect(letters(query, path)).toEqual(expect.arrayContaining(expected));
  });
});
