import { describe, expect, it } from "vitest";
import { factsOf } from "@/testing/edition-facts";
import { parseValue } from "../../../parse-value";
import { evaluateRules } from "../../../rules";
import { effectiveValues } from "../../../values";
import { publicServer } from "..";

/** The settings of a server that starts and violates no rule. */
const sound: Record<string, unknown> = {
  "general.serverName": "chat.example.org",
  "api.endpointPublic": "https://chat.example.org",
  "gateway.endpointPublic": "wss://gateway.example.org",
  "cdn.endpointPublic": "https://cdn.example.org",
  "cdn.endpointPrivate": "http://127.0.0.1:3002",
  "register.requireInvite": true,
  "guild.autoJoin.enabled": false,
};

const found = (settings: Record<string, unknown>) =>
  evaluateRules(factsOf({ ...sound, ...settings }, "branded"));
const only = (settings: Record<string, unknown>) => {
  const violations = found(settings);
  expect(violations.map(({ rule }) => rule)).toHaveLength(1);
  return violations[0]!;
};

describe("lists that the server extends", () => {
  it("are reported if they are shorter than their defaults", () => {
    const violation = only({ "api.activeVersions": ["9"] });
    expect(violation).toMatchObject({
      rule: "list-filled-up",
      severity: "warning",
      paths: ["api.activeVersions"],
    });
    expect(violation.message).toContain("the list becomes 9, 7, 8, and 9.");
    expect(only({ "regions.available": [] })).toMatchObject({
      rule: "list-filled-up",
      message: expect.stringContaining("the list becomes spacebar. Add at least one entry") as string,
    });
  });

  it.each<[string, string[]]>([
    ["api.activeVersions", ["9", "10"]],
    ["user.blockedContains", ["admin"]],
    ["user.blockedEquals", ["root"]],
    ["register.blockIpDataCoThreatTypes", ["tor", "threat"]],
  ])("get a fix that makes the list long enough: %s", (path, list) => {
    const [operation] = only({ [path]: list }).fix?.operations ?? [];
    const value = operation?.op === "set" ? operation.value : null;
    expect(new Set(value as string[])).toEqual(new Set(list));
    expect(found({ [path]: value })).toEqual([]);
    const field = publicServer.registry.fieldAt(path);
    expect(field && parseValue(field, value)).toEqual({ ok: true, value });
  });

  it("are reported if they are empty", () => {
    expect(only({ "user.blockedEquals": [] }).message).toContain("the list becomes everyone and here.");
    expect(found({ "register.blockAsns": [], "register.blockAsnTypes": [] })).toEqual([]);
  });

  it("may contain an entry twice", () => {
    const values = effectiveValues(
      (path) => (path === "api.activeVersions" ? ["9", "10", "8", "9"] : undefined),
      publicServer.registry,
    );
    expect(values.problems).toEqual([]);
  });

  it("get a fix that removes the entries added by the server", () => {
    const violation = only({ "api.activeVersions": ["9", "10", "8", "9"] });
    expect(violation.message).toContain("To have only 9 and 10, repeat");
    const [operation] = violation.fix?.operations ?? [];
    expect(operation).toEqual({ op: "set", path: "api.activeVersions", value: ["9", "10", "10", "10"] });
    expect(found({ "api.activeVersions": ["9", "10", "10", "10"] })).toEqual([]);
    // There is no proof that the server added these entries: an operator may have added them.
    expect(found({ "user.blockedEquals": ["root", "here"] })).toEqual([]);
    expect(found({ "api.activeVersions": ["9", "9", "9", "9"] })).toEqual([]);
  });

  it("are not reported if they are long enough", () => {
    expect(found({})).toEqual([]);
    expect(found({ "api.activeVersions": ["1", "7", "8", "9"] })).toEqual([]);
    const neutral = factsOf({ ...sound, "api.activeVersions": ["9"] });
    expect(evaluateRules(neutral)).toEqual([]);
  });
});
