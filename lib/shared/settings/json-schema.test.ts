import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { jsonSchema, type JsonSchema } from "./json-schema";
import { fields } from "./registry";
import { defaultDocument, getAt } from "./values";

const at = (schema: JsonSchema, path: string) =>
  getAt(schema, `properties.${path.replaceAll(".", ".properties.")}`) as JsonSchema | undefined;

const branded = jsonSchema({
  path: (path) => path.replace(/^broker\b/, "rabbitmq").replace(/^errorTracking\b/, "sentry"),
  value: (path, value) => (path === "gif.provider" ? "tenor" : value),
});

describe("the JSON Schema of the file", () => {
  const schema = jsonSchema();
  // zod reads the generated schema, so that the test does not depend on the code that generates it.
  const accepts = (value: unknown) =>
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;

  it("contains every setting with its title, description and default", () => {
    for (const field of fields) {
      const own = at(schema, field.path);
      expect(own).toMatchObject({ title: field.label });
      expect(own?.description).toContain(field.help);
      expect(own?.default).toEqual(field.default ?? undefined);
    }
    expect(at(schema, "limits")).toMatchObject({ title: "Limits" });
    expect(at(schema, "external")).toMatchObject({ title: "Link previews" });
  });

  it("contains bounds and options, and marks unused settings and secrets", () => {
    expect(at(schema, "limits.rate.ip.window")).toMatchObject({
      type: ["integer", "null"],
      minimum: 1,
      maximum: 31536000,
      default: 5,
    });
    expect(at(schema, "limits.rate.ip.window")?.description).toContain("In seconds. Default: 5 seconds.");
    expect(at(schema, "errorTracking.traceSampleRate")).toMatchObject({
      type: ["number", "null"],
      maximum: 1,
    });
    expect(at(schema, "email.provider")).toMatchObject({
      enum: ["smtp", "emailApi1", "emailApi2", "emailApi3", null],
    });
    expect(at(schema, "defaults.user.premiumType")).toMatchObject({ enum: [0, 1, 2, 3, null] });
    expect(at(schema, "security.jwtSecret")).toMatchObject({ writeOnly: true });
    expect(at(schema, "metrics.timeout")).toMatchObject({ deprecated: true });
    expect(at(schema, "register.allowNewRegistration")?.description).toContain("register.disabled");
  });

  it("accepts unset keys and unknown keys, but refuses invalid values", () => {
    expect(accepts(defaultDocument())).toBe(true);
    expect(accepts({ general: null, limits: { rate: { ip: { count: null } } }, "x-notes": 1 })).toBe(true);
    expect(accepts({ limits: "abc" })).toBe(false);
    expect(accepts({ limits: { rate: { ip: { count: "500" } } } })).toBe(false);
    expect(accepts({ api: { activeVersions: [9] } })).toBe(false);
    expect(accepts({ regions: { available: [{ id: "eu" }] } })).toBe(false);
    expect(accepts({ gateway: { endpointPublic: "https://example.org" } })).toBe(false);
  });

  it("accepts a file that an instance wrote", () => {
    const text = readFileSync(new URL("../../../e2e/fixtures/branded-full.json", import.meta.url), "utf8");
    const result = z
      .fromJSONSchema(branded as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(JSON.parse(text));
    expect(result.error?.issues ?? []).toEqual([]);
  });

  it("uses the requested naming for keys and values", () => {
    expect(at(branded, "rabbitmq.host")).toMatchObject({ title: "Broker connection string" });
    expect(at(branded, "rabbitmq")).toMatchObject({ title: "Message broker" });
    expect(at(branded, "broker")).toBeUndefined();
    expect(at(branded, "gif.provider")).toMatchObject({ enum: ["tenor", null], default: "tenor" });
  });
});
