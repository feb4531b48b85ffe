import { expect, it } from "vitest";
import { fieldAt } from "@/lib/shared/settings/registry";
import { countOf, describeEntry, labelsOf } from "./words";

function field(path: string) {
  const found = fieldAt(path);
  if (found === undefined) throw new Error(path);
  return found;
}

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

it("a setting's description contains the value, unless the setting is a secret", () => {
  const [bio, jwt] = [field("limits.user.maxBio"), field("security.jwtSecret")];
  expect(describeEntry(bio, { set: true, value: 200 })).toBe("200 characters");
  expect(describeEntry(bio, { set: false, value: 190 })).toMatch(/^default \(190/);
  const secret = (set: boolean, action: "keep" | "replace" | "clear") =>
    describeEntry(jwt, { set, action, value: "very secret" });
  expect([true, false].map((set) => secret(set, "replace"))).toEqual(["replaced", "set"]);
  expect(secret(true, "clear")).toBe("cleared");
  expect([true, false].map((set) => secret(set, "keep"))).toEqual(["set", "not set"]);
});
