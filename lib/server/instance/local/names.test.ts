import { expect, test } from "vitest";
import { normalizeName, normalizeText } from "./names";

test.each([
  ["  Harbor master ", "Harbor master"],
  ["Cafe\u0301", "Café"],
  ["b\u200Bc\u2060d", "bcd"],
  ["line\nbreak\u007f", "linebreak"],
  ["\u200b padded \u200b", "padded"],
  ["日本語", "日本語"],
  ["👩\u200d🚀 Station", "👩\u200d🚀 Station"],
  ["👩🏽\u200d🚀", "👩🏽\u200d🚀"],
  ["❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["क्\u200dष", "क्\u200dष"],
  ["a\u200db\u200cc", "abc"],
  ["می\u200c", "می"],
  ["\u200d🚀", "🚀"],
  ["👩\u200d\u200d🚀", "👩🚀"],
])("stores the name %j as %j", (given, stored) => expect(normalizeName(given, 32)).toBe(stored));

test.each(["", "   ", "\u200b\u2060", "\u3164", "x".repeat(33)])(
  "refuses the name %j, and reports the field",
  (given) => {
    expect(() => normalizeName(given, 32)).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        problems: [
          { path: "name", code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 32 in length." },
        ],
      }),
    );
  },
);

test("a very long name is refused before normalization, which would take hours", () => {
  expect(() => normalizeName("\u0344\u0323".repeat(2_000_000), 32)).toThrow("Invalid");
});

test.each(["a\u202eb", "\u2066a", "a\u200f", "a\u061c", "a\ufeff", "a\u0000b"])(
  "refuses the name %j, which contains a deceptive invisible character",
  (given) => {
    expect(() => normalizeName(given, 32)).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        problems: [expect.objectContaining({ path: "name", code: "BASE_TYPE_INVALID" })],
      }),
    );
  },
);

test("the maximum length of a name counts characters instead of code units", () => {
  expect(normalizeName("🦑".repeat(32), 32)).toHaveLength(64);
  expect(() => normalizeName("🦑".repeat(33), 32)).toThrow();
});

test("a text keeps its line breaks, loses other invisible characters, and may be empty", () => {
  expect(normalizeText("  one\n\u200btwo\tthree ", 400, "description")).toBe("one\ntwothree");
  expect(normalizeText("", 400, "description")).toBe("");
});

test("the maximum length of a text counts characters, and at most eight code units for each", () => {
  const refused = (given: string) =>
    expect(() => normalizeText(given, 4, "description")).toThrow(
      expect.objectContaining({
        problems: [
          {
            path: "description",
            code: "BASE_TYPE_BAD_LENGTH",
            message: "Must be 4 or fewer in length.",
          },
        ],
      }),
    );
  expect(normalizeText("🦑🦑🦑🦑", 4, "description")).toBe("🦑🦑🦑🦑");
  refused("🦑🦑🦑🦑🦑");
  // Invisible characters count for the limit before normalizing.
  expect(normalizeText(`${"\u200b".repeat(31)}a`, 4, "description")).toBe("a");
  refused(`${"\u200b".repeat(32)}a`);
  expect(normalizeName(`${"\u200b".repeat(31)}a`, 4)).toBe("a");
  expect(() => normalizeName(`${"\u200b".repeat(32)}a`, 4)).toThrow();
});

test.each(["a\u202eb", "\u2066a", "a\ufeff", "a\u0000b", "a\ud800"])(
  "refuses the text %j, which contains a deceptive character",
  (given) => {
    expect(() => normalizeText(given, 400, "description")).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ path: "description", code: "BASE_TYPE_INVALID" })],
      }),
    );
  },
);
