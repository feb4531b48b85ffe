import { describe, expect, it } from "vitest";
import { kindOf } from "./field";
import { editions } from "./editions";
import { z } from "./zod";
import { containerPaths, fieldAt, fieldsOf, groups, sectionById, sectionOf, sections } from "./registry";

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

describe.each(editions())("every setting of a $naming file", ({ registry }) => {
  const { fields, sections, fieldAt, sectionOf } = registry;

  it.each(fields.map((field) => [field.path, field] as const))(
    "%s has a label and a help text that adds information",
    (_, field) => {
      expect(field.label).toMatch(/^[\p{Lu}\p{N}].*[\p{L}\p{N})]$/u);
      expect(field.label.length).toBeLessThanOrEqual(60);
      expect(field.help).toMatch(/^\p{Lu}.*\.$/su);
      expect(field.help).not.toMatch(/please|oops|!/i);
      const label = new Set(words(field.label));
      expect(words(field.help).filter((word) => !label.has(word)).length).toBeGreaterThan(4);
    },
  );

  it("has a valid default, or no default", () => {
    const refused = fields.filter(
      (field) => field.default !== null && !field.schema(z).safeParse(field.default).success,
    );
    expect(refused.map((field) => field.path)).toEqual([]);
  });

  it("is registered in the section whose page shows the setting", () => {
    for (const section of sections) {
      for (const field of fieldsOf(section)) expect(sectionOf(field.path)?.id).toBe(section.id);
    }
  });

  it("has a valid visibility condition, or no condition", () => {
    const conditions = sections.flatMap((section) =>
      section.cards.flatMap((card) => [card.shownWhen, ...card.fields.map((field) => field.shownWhen)]),
    );
    const given = conditions.filter((condition) => condition !== undefined);
    expect(given.length).toBeGreaterThan(0);
    for (const { path, is } of given) {
      for (const value of is) expect(fieldAt(path)?.schema(z).safeParse(value).success).toBe(true);
    }
  });

  it("lists each of its options once", () => {
    for (const field of fields) {
      const options = kindOf(field).options?.(field) ?? [];
      expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
      expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
    }
  });
});

describe.each(editions())("the sections of a $naming file", ({ registry: { fields, sections } }) => {
  it("contain each path once, and each label once per section", () => {
    expect(new Set(fields.map((field) => field.path)).size).toBe(fields.length);
    for (const section of sections) {
      const labels = fieldsOf(section).map(({ label }) => label);
      expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    }
  });

  it("have cards with unique titles and at least one setting each", () => {
    for (const { cards } of sections) {
      expect(new Set(cards.map(({ title }) => title)).size).toBe(cards.length);
      for (const card of cards) expect(card.fields.length).toBeGreaterThan(0);
    }
  });

  it("describe their purpose in one sentence", () => {
    for (const { title, description } of sections) {
      expect(title).not.toBe("");
      expect(description).toMatch(/^\p{Lu}.*\.$/u);
    }
  });
});

describe("the specification's sections", () => {
  it("have settings, except for the `external` section", () => {
    expect(sections.filter((section) => section.cards.length === 0).map(({ id }) => id)).toEqual([
      "external",
    ]);
  });

  it("are named after the first key of their settings", () => {
    for (const section of sections) {
      for (const { path } of fieldsOf(section)) expect(path.split(".", 1)).toEqual([section.id]);
    }
  });

  it("are the 19 expected sections, in navigation order", () => {
    const layout = groups.map(({ id }) =>
      sections.filter(({ group }) => group === id).map((section) => section.id),
    );
    expect(layout).toEqual([
      ["general", "api", "gateway", "cdn", "regions"],
      ["register", "login", "security", "passwordReset", "defaults"],
      ["guild", "templates", "limits", "gif", "external"],
      ["email", "broker", "errorTracking", "metrics"],
    ]);
    expect(layout.flat()).toEqual(sections.map(({ id }) => id));
  });
});

describe("the registry", () => {
  it("finds settings and sections, and returns undefined for unknown paths", () => {
    expect(fieldAt("limits.rate.ip.count")?.label).toBe("Requests per IP address");
    expect(fieldAt("limits.rate")).toBeUndefined();
    expect(fieldAt("__proto__")).toBeUndefined();
    expect(sectionById("security")?.title).toBe("Security");
    expect(sectionById("rabbitmq")).toBeUndefined();
    expect(sectionOf("limits.something.new")?.id).toBe("limits");
  });

  it("lists the path of every group of settings", () => {
    expect(containerPaths).toContain("external");
    expect(containerPaths).toContain("limits.rate.routes.auth");
    expect(containerPaths).not.toContain("limits.rate.enabled");
    expect(new Set(containerPaths).size).toBe(containerPaths.length);
  });
});
