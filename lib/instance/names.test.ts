import { expect, test } from "vitest";
import { normaliseName } from "./names";

test.each([
  ["  Harbor master ", "Harbor master"],
  ["Cafe\u0301", "Café"],
  ["a\u202Eb\u200Bc\u2066d\uFEFF", "abcd"],
  ["line\nbreak\u0000\u007f", "linebreak"],
  ["lone\uD800half", "lonehalf"],
  ["\u200b padded \u200b", "padded"],
  ["日本語", "日本語"],
])("%j is stored as %j", (given, stored) => expect(normaliseName(given, 32)).toBe(stored));

test.each(["", "   ", "\u200b\u2060", "\u3164", "x".repeat(33)])("%j is refused at its field", (given) => {
  expect(() => normaliseName(given, 32)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      problems: [
        { path: "name", code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 32 in length." },
      ],
    }),
  );
});

test("characters are counted, not code units", () => {
  expect(normaliseName("🦑".repeat(32), 32)).toHaveLength(64);
  expect(() => normaliseName("🦑".repeat(33), 32)).toThrow();
});
