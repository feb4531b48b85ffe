import { expect, test } from "vitest";
import { holdsCredential } from "@/lib/shared/settings/credentials";
import { looseCredentials } from "./loose-credentials";
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

/** `‹›` surrounds what is hidden as a secret, and `⟪⟫` what is hidden as a text of an unrecognized key. */
test.each([
  'jwtSecret: "‹one›"\nx',
  'jwt\\u0053ecret: "‹one›"',
  'jwtSecret: ‹one›\n"general": 2',
  'jwtSecret: ‹-one›\n"general": 2',
  "jwtSecret: ‹'one'›\r\"general\": 2",
  "jwtSecret: ‹12›\n}",
  "jwtSecret: true, 1",
  "jwtSecret:",
  'jwtSecret: ,"x"',
  'jwtSecret: "‹one" two›\n"lamp": 1',
  'jwtSecret: "‹one", x›',
  'jwtSecret: ‹[1]\n"lamp": 2›',
  'jwtSecret: ‹{"x": 1}\n"lamp": 2›',
  'password: {"minLength": 8, ‹"v": "lamp"}›\n"general": 1',
  'password: "‹lamp›"}\n"general": 1',
  '"jwtSecret"‹ "one two"›\n"general"',
  'jwtSecret‹ "one two"›',
  'jwtSecret‹ "one›',
  "jwtSecret‹ one'›\nx",
  "jwtSecret‹ one'›",
  "jwtSecret one two\n",
  'jwtSecret , "x',
  'jwtSecret.example "x"',
  `jwtSecret‹ ${"x".repeat(198)}"›`,
  `jwtSecret ${"x".repeat(199)}"`,
  `jwtSecret‹ "${"x".repeat(9_998)}›y`,
  "pier:⟪lamp⟫",
  'pier: [⟪1, "a"]⟫\n"lamp": 1',
  '{"general": {"instanceName": "Harbor"\n "frontPage": "f"',
  `{"general": {"instanceName": "Harbor lamp: three boats", "frontPage": "https://chat.example/${"x".repeat(99)}"`,
])("hides exactly the marked parts of %j", (marked) => {
  const shown = looseCredentials(marked.replace(/[‹›⟪⟫]/g, ""));
  let text = marked.replace(/[‹›⟪⟫]/g, "");
  for (const { start, end, hidden } of shown.toReversed()) {
    const [open, close] = hidden === "secret" ? "‹›" : "⟪⟫";
    text = `${text.slice(0, start)}${open}${text.slice(start, end)}${close}${text.slice(end)}`;
  }
  expect(text).toBe(marked);
});

test("masking does not hide numbers in a group named like a credential", () => {
  const broken = '{"register": {"password": {"minLength": 8, "minNumbers": 2}},';
  expect(maskBroken(broken, false).text).toBe(broken);
});
