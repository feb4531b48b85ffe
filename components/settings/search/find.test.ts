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
  findSettings(document, { query, filters }).map(({ what }) => what.path);

describe("finding settings", () => {
  it("finds by value, by the file's spelling of the key, and by a misspelled label", () => {
    expect(paths("harbor")[0]).toBe("general.instanceName");
    expect(paths("email.mailgun.domain")).toContain("email.emailApi1.domain");
    expect(paths("instnace name")[0]).toBe("general.instanceName");
  });

  it("finds within filters, also without a query", () => {
    expect(paths("", ["secret", "modified"])).toEqual(["security.jwtSecret"]);
    expect(paths("secret", ["deprecated"])).toEqual([]);
  });
});

describe("finding places", () => {
  const hrefs = (list: readonly Found<Place>[]) =>
    list.flatMap(({ what }) => ("href" in what ? [what.href] : []));

  it("lists everything but sections without a query, and matching sections first with one", () => {
    expect(hrefs(findAll(document, "").places)).toContain("/audit");
    expect(hrefs(findAll(document, "histo").named)).toEqual(["/settings/history"]);
    expect(hrefs(findAll(document, "limits").named)).toEqual(["/settings/limits"]);
  });

  it("offers only filters that the settings list supports", () => {
    const filters = hrefs(findAll(document, "").places).flatMap((href) => href.split("filter=").slice(1));
    expect(filters.length).toBeGreaterThan(4);
    for (const filter of filters) expect(askedIn({ filter }).chips).toEqual([filter]);
  });
});
