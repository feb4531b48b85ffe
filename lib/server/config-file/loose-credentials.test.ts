import { expect, test } from "vitest";
import { holdsCredential } from "@/lib/shared/settings/credentials";
import { maskBroken, unmaskSecrets } from "./secrets";

/** With this size, an algorithm with quadratic running time would exceed the test's timeout. */
const size = 300_000;

test.each([
  ["escaped quotes", '\\"'],
  ["junctions", '":"'],
  ["escaped junctions", '\\":"'],
  ["quotes and blanks", '" '],
  ["colons after quotes", '" :'],
  ["backslashes", "\\"],
  ["names of credentials", "token "],
  ["names in quotes", '"token" '],
  ["names with colons", "token:"],
  ["addresses", "a://:"],
  ["line ends", "\r"],
  ["closing braces", "}\n"],
])("masking hides a secret without delay in a broken file with 600 KB of %s", (_, hostile) => {
  const run = hostile.repeat(size / hostile.length);
  const text = `{"a": "${run}\n"jwtSecret": "deep blue"\n${run}`;
  const masked = maskBroken(text, false);
  expect(masked.text).not.toContain("deep blue");
  expect(unmaskSecrets(masked.text, masked).text).toBe(text);
});

test.each([
  ["no password", "a://", ":", "", false],
  ["a password at the end", "a://u:", ":", "p@host", true],
  ["a scheme that never ends", "a", "+", "", false],
  ["a name that never ends", "a://", "u", ":", false],
])("the check for credentials handles a 300 KB URL without delay: %s", (_, start, hostile, end, secret) => {
  expect(holdsCredential(start + hostile.repeat(size) + end)).toBe(secret);
});

test.each([
  ["a value in a separate object", '{"register": {"password": {"v": "lamp"}},'],
  ["a value after a setting", '{"register": {"password": {"minLength": 8, "v": "lamp"}},'],
  ["a text as a setting's value", '{"register": {"password": {"minLength": "lamp"}},'],
])("masking hides %s if the group is named like a credential", (_, broken) => {
  expect(maskBroken(broken, false).text).not.toContain("lamp");
});

test("masking does not hide numbers in a group named like a credential", () => {
  const broken = '{"register": {"password": {"minLength": 8, "minNumbers": 2}},';
  expect(maskBroken(broken, false).text).toBe(broken);
});
