import { describe, expect, it } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { findAll, findSettings } from "./find";

const document = sampleDocument(
  { general: { instanceName: "Harbor" }, email: { provider: "emailApi1" } },
  ["general.instanceName", "email.provider"],
  {
    spelling: { "email.emailApi1.domain": "email.mailgun.domain" },
    secrets: { "security.jwtSecret": "set" },
  },
);
const paths = (query: string, filters: Parameters<typeof findSettings>[1]["filters"] = []) =>
  findSettings(document, { query, filters }).map(({ path }) => path);

describe("finding settings", () => {
  it("by value, by the key as the file spells it, by label with a typing error", () => {
    expect(paths("harbor")[0]).toBe("general.instanceName");
    expect(paths("email.mailgun.domain")).toContain("email.emailApi1.domain");
    expect(paths("instnace name")[0]).toBe("general.instanceName");
  });

  it("within the filters, also without a query", () => {
    expect(paths("", ["secret", "modified"])).toEqual(["security.jwtSecret"]);
    expect(paths("secret", ["deprecated"])).toEqual([]);
  });
});

describe("finding pages", () => {
  it("lists all without a query, and pages and sections that fit one", () => {
    expect(findAll(document, "").pages.map(({ href }) => href)).toContain("/audit");
    expect(findAll(document, "histo").pages.map(({ href }) => href)).toEqual(["/settings/history"]);
    expect(findAll(document, "limits").pages[0]?.href).toBe("/settings/limits");
  });
});
