import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { specified } from "@/lib/shared/settings/registry";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { filterSettings, isModified, sectionCounts } from "./modified";
import { fieldAt, fields } from "./registry";
import { effectiveValues, getAt, redact } from "./values";

function documentOf(file: Record<string, unknown>): ConfigSnapshot {
  const rawOf = (path: string) => getAt(file, path);
  const { values, problems } = effectiveValues(rawOf);
  const secrets = fields.filter(({ kind }) => kind === "secret").map(({ path }) => path);
  return {
    etag: "0",
    naming: "neutral",
    values: redact(values, specified),
    set: fields.map(({ path }) => path).filter((path) => rawOf(path) != null),
    secrets: Object.fromEntries(secrets.map((path) => [path, rawOf(path) == null ? "unset" : "set"])),
    problems,
    file: { path: "/config.json", state: "usable", readOnly: null, size: 0, modifiedAt: null },
    unknown: [],
    shown: {},
    spelling: {},
  };
}

const field = (path: string) => fieldAt(path)!;

describe("modified settings", () => {
  it("have a value that differs from the default", () => {
    expect(isModified(field("limits.rate.ip.count"), 500)).toBe(false);
    expect(isModified(field("limits.rate.ip.count"), 501)).toBe(true);
    expect(isModified(field("general.frontPage"), null)).toBe(false);
    expect(isModified(field("general.frontPage"), "https://example.org")).toBe(true);
    expect(isModified(field("general.instanceName"), null)).toBe(true);
  });

  it("include lists only if their content differs from the default", () => {
    expect(isModified(field("api.activeVersions"), ["6", "7", "8", "9"])).toBe(false);
    expect(isModified(field("api.activeVersions"), ["9", "8", "7", "6"])).toBe(true);
    expect(isModified(field("guild.defaultFeatures"), [])).toBe(false);
    expect(isModified(field("guild.defaultFeatures"), ["NEWS"])).toBe(true);
    expect(isModified(field("regions.available"), [])).toBe(false);
  });
});

describe("section counts", () => {
  it("are zero for a file that contains only defaults", () => {
    expect(sectionCounts(documentOf({}))).toEqual({});
    expect(
      sectionCounts(documentOf({ limits: { rate: { enabled: false } }, gif: { provider: "gifProvider1" } })),
    ).toEqual({});
  });

  it("count modified settings, secrets that are set, and problems", () => {
    const document = documentOf({
      limits: { rate: { enabled: true, ip: { count: 0 } } },
      security: { jwtSecret: "k".repeat(40), captcha: "off" },
    });
    document.problems.push({ severity: "warning", message: "The file as a whole" });
    expect(sectionCounts(document)).toEqual({
      limits: { modified: 2, problems: 1, errors: 0 },
      security: { modified: 1, problems: 1, errors: 1 },
    });
  });

  it("are correct for a file that an instance wrote with all defaults", () => {
    const text = readFileSync(new URL("../../../e2e/fixtures/branded-full.json", import.meta.url), "utf8");
    const file = JSON.parse(text) as Record<string, unknown>;
    expect(sectionCounts(documentOf(file)).limits).toEqual({ modified: 1, problems: 0, errors: 0 });
    expect(sectionCounts(documentOf(file)).defaults).toBeUndefined();
  });
});

describe("filters", () => {
  const document = documentOf({
    general: { instanceName: 5, image: "https://example.org/i.png" },
    gif: { apiKey: "k" },
  });
  const paths = (...filters: Parameters<typeof filterSettings>[1]) =>
    filterSettings(document, filters).map(({ path }) => path);

  it("show only the settings that match all filters", () => {
    expect(paths()).toHaveLength(fields.length);
    expect(paths("modified")).toEqual(["general.image", "gif.apiKey"]);
    expect(paths("modified", "secret")).toEqual(["gif.apiKey"]);
    expect(paths("problem")).toEqual(["general.instanceName"]);
    expect(paths("deprecated")).toEqual(["general.instanceId", "register.allowNewRegistration"]);
    expect(paths("unused")).toHaveLength(4);
  });
});
