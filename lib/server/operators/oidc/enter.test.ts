import { expect, test } from "vitest";
import { nameFrom, numbered } from "./enter";

test.each([
  [{ preferred_username: "ada", name: "Ada Lovelace", email: "a@x.org" }, "ada"],
  [{ preferred_username: "x", name: "Ada Lovelace", email: "al@x.org" }, "Ada Lovelace"],
  [{ preferred_username: ["ada"], email: "ada.l@x.org" }, "ada.l"],
  [{ name: "panel", email: { address: "ada@x.org" } }, "operator"],
  [{}, "operator"],
])("a person with the claims %j gets the name %s", (claims, expected) =>
  expect(nameFrom({ sub: "1", ...claims })).toBe(expected),
);

test("a number keeps a name within 32 characters, and letters and words whole", () => {
  expect(numbered("a".repeat(32), 99_999)).toBe(`${"a".repeat(26)} 99999`);
  expect(numbered(`${"a".repeat(25)} bcd`, 2)).toBe(`${"a".repeat(25)} 2`);
  // A letter that takes two characters.
  expect(numbered(`${"a".repeat(25)}\u{20000}`, 2)).toBe(`${"a".repeat(25)} 2`);
  expect(numbered(`${"a".repeat(24)}\u{20000}`, 2)).toBe(`${"a".repeat(24)}\u{20000} 2`);
});
