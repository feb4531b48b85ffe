import { specified } from "@/lib/shared/settings/registry";
import { describe, expect, it } from "vitest";
import { fieldAt } from "@/lib/shared/settings/registry";
import { describeEntry } from "./describe";
import { checkValue, operationsOf, problemOf } from "./operations";
import { countOf, labelsOf } from "./words";

function field(path: string) {
  const found = fieldAt(path);
  if (found === undefined) throw new Error(path);
  return found;
}

describe("operations", () => {
  it("contain one operation per draft, in the registry's order", () => {
    const operations = operationsOf(
      {
        "limits.user.maxBio": { set: true, value: 1000 },
        "general.instanceName": { set: true, value: "  Harbor " },
        "general.image": { set: false, value: null },
      },
      specified,
    );
    expect(operations).toEqual([
      { op: "set", path: "general.instanceName", value: "Harbor" },
      { op: "unset", path: "general.image" },
      { op: "set", path: "limits.user.maxBio", value: 1000 },
    ]);
  });

  it("write a replaced secret exactly as typed, and unset a cleared secret", () => {
    const secret = ` ${"s".repeat(40)} `;
    expect(
      operationsOf(
        {
          "security.jwtSecret": { set: true, action: "replace", value: secret },
          "email.smtp.password": { set: true, action: "clear", value: "" },
        },
        specified,
      ),
    ).toEqual([
      { op: "set", path: "security.jwtSecret", value: secret },
      { op: "unset", path: "email.smtp.password" },
    ]);
  });

  it("preserve keys of a region that the form does not show", () => {
    const region = {
      id: "eu",
      name: "Europe",
      endpoint: "127.0.0.1:3004",
      vip: false,
      custom: false,
      deprecated: false,
      weight: 3,
    };
    expect(operationsOf({ "regions.available": { set: true, value: [region] } }, specified)).toEqual([
      { op: "set", path: "regions.available", value: [region] },
    ]);
  });
});

describe("checking a value", () => {
  it("explains invalid values with the registry's message", () => {
    expect(problemOf(field("limits.rate.ip.count"), { set: true, value: "many" })).toMatch(/whole number/);
    expect(problemOf(field("limits.rate.ip.count"), { set: true, value: null })).toMatch(/whole number/);
    expect(problemOf(field("general.frontPage"), { set: true, value: "example" })).toMatch(/full address/);
    expect(
      problemOf(field("security.jwtSecret"), { set: true, action: "replace", value: "short" }),
    ).toBeDefined();
  });

  it("ignores entries whose save removes the key", () => {
    expect(problemOf(field("limits.rate.ip.count"), { set: false, value: "many" })).toBeUndefined();
    expect(problemOf(field("security.jwtSecret"), { set: true, action: "clear", value: "" })).toBeUndefined();
  });

  it("ignores spaces around a text", () => {
    expect(checkValue(field("general.frontPage"), " https://a.example/ ")).toEqual({
      ok: true,
      value: "https://a.example/",
    });
  });
});

it("a count is written with its noun in the singular or plural", () => {
  expect(countOf(1, "change")).toBe("1 change");
  expect(countOf(1200, "change")).toBe("1,200 changes");
});

it("a sentence names up to three settings, and counts the rest", () => {
  const paths = ["general.instanceName", "limits.user.maxBio", "general.image", "no.such", "gif.enabled"];
  expect(labelsOf(paths.slice(0, 1))).toBe(field("general.instanceName").label);
  const three = paths.slice(0, 3).map((path) => field(path).label);
  expect(labelsOf(paths.slice(0, 3))).toBe(`${three[0]}, ${three[1]}, and ${three[2]}`);
  expect(labelsOf(paths)).toBe(`${three.join(", ")}, and 2 more`);
  // A path that is in no edition's registry is shown as it is.
  expect(labelsOf(["no.such"])).toBe("no.such");
});

it("an entry is described by its value or as the default, and a secret only by its change", () => {
  const [bio, jwt] = [field("limits.user.maxBio"), field("security.jwtSecret")];
  expect(describeEntry(bio, { set: true, value: 200 })).toBe("200 characters");
  expect(describeEntry(bio, { set: false, value: 190 })).toMatch(/^default \(190/);
  const secret = (set: boolean, action: "keep" | "replace" | "clear") =>
    describeEntry(jwt, { set, action, value: "very secret" });
  expect([true, false].map((set) => secret(set, "replace"))).toEqual(["replaced", "set"]);
  expect(secret(true, "clear")).toBe("cleared");
  expect([true, false].map((set) => secret(set, "keep"))).toEqual(["set", "not set"]);
});
