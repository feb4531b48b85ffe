import { specified } from "@/lib/shared/settings/registry";
import { describe, expect, it } from "vitest";
import { fields } from "./registry";
import { defaultDocument, effectiveValues, getAt, redact, setAt, settingsOf } from "./values";

const rawOf = (document: Record<string, unknown>) => (path: string) => getAt(document, path);

describe("effective values", () => {
  it("are the defaults if the keys are missing", () => {
    const { values, problems } = effectiveValues(rawOf({}));
    expect(problems).toEqual([]);
    expect(values.external).toEqual({});
    for (const field of fields) expect(getAt(values, field.path)).toEqual(field.default);
    expect(defaultDocument()).toEqual(values);
  });

  it("are the file's values if the keys exist", () => {
    const { values } = effectiveValues(
      rawOf({ limits: { rate: { ip: { count: 7 } } }, security: { jwtSecret: "s".repeat(40) } }),
    );
    const settings = settingsOf(values);
    expect(settings.get("limits.rate.ip.count")).toBe(7);
    expect(settings.get("limits.rate.ip.window")).toBe(5);
    expect(settings.get("security.jwtSecret")).toBe("s".repeat(40));
    expect(settings.get("email.smtp.port")).toBeNull();
  });

  it("come with problems, and with a fix if the intended value is clear", () => {
    const { values, problems } = effectiveValues(rawOf({ limits: "abc", gif: { enabled: "true" } }));
    expect(getAt(values, "limits.rate.ip.count")).toBe(500);
    expect(problems).toMatchObject([
      { path: "limits", severity: "error" },
      {
        path: "gif.enabled",
        severity: "error",
        fix: { label: "Save as true", operations: [{ op: "set", path: "gif.enabled", value: true }] },
      },
    ]);
    expect(problems).toHaveLength(2);
  });

  it("can be changed without changing the registry's defaults", () => {
    (getAt(defaultDocument(), "api.activeVersions") as string[]).push("10");
    expect(getAt(defaultDocument(), "api.activeVersions")).toEqual(["6", "7", "8", "9"]);
  });
});

describe("redaction", () => {
  it("removes secrets from a copy and does not change the original", () => {
    const document: Record<string, unknown> = {};
    for (const field of fields)
      if (field.kind === "secret") setAt(document, field.path, `amqp://TOP-SECRET-${"x".repeat(40)}`);
    const { values } = effectiveValues(rawOf(document));
    expect(JSON.stringify(values)).toContain("TOP-SECRET");
    const shown = redact(values, specified);
    expect(JSON.stringify(shown)).not.toContain("TOP-SECRET");
    expect(getAt(shown, "security.jwtSecret")).toBeNull();
    expect(getAt(values, "security.jwtSecret")).toContain("TOP-SECRET");
  });
});

describe("access to nested objects by path", () => {
  it("reads and writes values, and creates missing objects", () => {
    const root: Record<string, unknown> = { a: "text" };
    setAt(root, "a.b.c", 1);
    setAt(root, "a.b.d", [1]);
    expect(root).toEqual({ a: { b: { c: 1, d: [1] } } });
    expect(getAt(root, "a.b.c")).toBe(1);
    expect(getAt(root, "a.b.d.0")).toBeUndefined();
    expect(getAt(root, "a.x.c")).toBeUndefined();
  });

  it.each(["__proto__.polluted", "a.constructor.prototype.polluted", "a..b", ""])(
    "refuses the path %j",
    (path) => {
      expect(() => setAt({}, path, true)).toThrow(RangeError);
      expect(getAt({ a: {} }, path)).toBeUndefined();
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  it("ignores inherited keys", () => {
    expect(getAt({}, "toString")).toBeUndefined();
  });
});
