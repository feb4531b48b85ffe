import { describe, expect, it } from "vitest";
import { factsOf } from "@/testing/edition-facts";
import { evaluateRules } from "../../../rules";

/** A file that its server starts with, and for which no rule reports anything. */
const sound: Record<string, unknown> = {
  "general.serverName": "chat.example.org",
  "api.endpointPublic": "https://chat.example.org",
  "gateway.endpointPublic": "wss://gateway.example.org",
  "cdn.endpointPublic": "https://cdn.example.org",
  "cdn.endpointPrivate": "http://127.0.0.1:3002",
  "register.requireInvite": true,
};

const found = (settings: Record<string, unknown>) =>
  evaluateRules(factsOf({ ...sound, ...settings }, "branded"));
const only = (settings: Record<string, unknown>) => {
  const violations = found(settings);
  expect(violations.map(({ rule }) => rule)).toHaveLength(1);
  return violations[0]!;
};

describe("lists that the server fills up again", () => {
  it("are warned about while they are shorter than its own", () => {
    const violation = only({ "api.activeVersions": ["9"] });
    expect(violation).toMatchObject({
      rule: "list-filled-up",
      severity: "warning",
      paths: ["api.activeVersions"],
    });
    expect(violation.message).toContain("7, 8, and 9");
    expect(only({ "regions.available": [] }).rule).toBe("list-filled-up");
  });

  it("are left alone otherwise, and in a neutral file", () => {
    expect(found({})).toEqual([]);
    expect(found({ "api.activeVersions": ["1", "7", "8", "9"] })).toEqual([]);
    const neutral = factsOf({ ...sound, "api.activeVersions": ["9"] });
    expect(evaluateRules(neutral)).toEqual([]);
  });
});
