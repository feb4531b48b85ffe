import { expect, it } from "vitest";
import { stepBetween } from "./tracked-values";
import { Version } from "./version";

function versionOf(mine: unknown): Version {
  const text = JSON.stringify({ mine }, (_, value: unknown) =>
    typeof value === "bigint" ? `big${value}` : value,
  );
  const version = Version.parse(Buffer.from(text.replace(/"big(\d+)"/g, "$1")), "neutral");
  if (!version.usable) throw new Error("The file is usable.");
  return version;
}

const countOf = (step: ReturnType<typeof stepBetween>) => (typeof step === "string" ? step : step.length);
const step = (before: unknown, after: unknown) => countOf(stepBetween(versionOf(before), versionOf(after)));
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]));

it("a version with more than 1,000 changes counts as a different file", () => {
  expect(step({}, keys(999))).toBe(1_000);
  expect(step({ k: 1 }, keys(1_000))).toBe("anew");
});

it("a version with more than 262,144 characters in changed values counts as a different file", () => {
  // The quotes of both texts count, too.
  const [old, most] = ["x".repeat(100), 256 * 1024 - 104];
  expect(step({ a: old }, { a: "y".repeat(most) })).toBe(1);
  expect(step({ a: old }, { a: "y".repeat(most + 1) })).toBe("anew");
  // So does each entry of a long list, with its quotes and a comma.
  const list = Array.from({ length: 256 }, () => "y".repeat(1_021));
  expect(step({ b: 0 }, { b: 0, a: list })).toBe(1);
  expect(step({ b: 0 }, { b: 1, a: list })).toBe("anew");
});

it("counts numbers beyond a double's precision", () => {
  expect(step({ a: [12345678901234567890n] }, { a: [12345678901234567891n] })).toBe(1);
});
