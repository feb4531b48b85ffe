import { describe, expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import type { Place } from "@/lib/shared/settings/search";
import { askedIn } from "./asked";
import { findAll, findSettings, type Found } from "./find";

const document = sampleDocument(
  { general: { instanceName: "Harbor" }, email: { provider: "emailApi1" } },
  ["general.instanceName", "email.provider"],
  {
    spelling: { "email.emailApi1.domain": "email.mailgun.domain" },
    secrets: { "security.jwtSecret": "set" },
  },
);
const paths = (query: string, filters: Parameters<typeof findSettings>[1]["filters"] = []) =>
  findSettings(document, { query, filters }).settings.map(({ what }) => what.path);

describe("finding settings", () => {
  it("matches values, the file's spelling of a key, and misspelled labels", () => {
    expect(paths("harbor")[0]).toBe("general.instanceName");
    expect(paths("email.mailgun.domain")).toContain("email.emailApi1.domain");
    expect(paths("instnace name")[0]).toBe("general.instanceName");
  });

  it("applies filters with and without a query", () => {
    expect(paths("", ["secret", "modified"])).toEqual(["security.jwtSecret"]);
    expect(paths("secret", ["deprecated"])).toEqual([]);
  });
});

describe("findAll", () => {
  const hrefs = (list: readonly Found<Place>[]) =>
    list.flatMap(({ what }) => ("href" in what ? [what.href] : []));

  it("finds pages and sections by name, and lists pages for an empty query", () => {
    expect(hrefs(findAll(document, "").places)).toContain("/audit");
    expect(hrefs(findAll(document, "histo").named)).toEqual(["/settings/history"]);
    expect(hrefs(findAll(document, "limits").named)).toEqual(["/settings/limits"]);
  });

  it("offers the settings with similar names and the reference if nothing matches", () => {
    const { settings, places, isNearest } = findAll(document, "pazzwort");
    expect(isNearest).toBe(true);
    expect(settings.map(({ what }) => what.path)).toHaveLength(3);
    expect(hrefs(places)).toEqual(["/settings/reference"]);
    expect(findAll(document, "password").isNearest).toBe(false);
  });

  it("offers only filters that the settings list supports", () => {
    const filters = hrefs(findAll(document, "").places).flatMap((href) => href.split("filter=").slice(1));
    expect(filters.length).toBeGreaterThan(4);
    for (const filter of filters) expect(askedIn({ filter }).chips).toEqual([filter]);
  });
});
