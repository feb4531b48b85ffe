import { expect, test } from "vitest";
import { newUsernameSchema, usernameSchema } from "./username";

const isAccepted = (name: string) => newUsernameSchema.safeParse(name).success;

test.each([
  "mara",
  "Jon Snow",
  "élodie",
  "данила",
  "Ωμέγα",
  "山田 taro",
  "김하나",
  "o.k-1_2",
  "ab",
  "admin",
  "ROOT",
  "yıldız",
  "a".repeat(32),
])("a new operator can have the name %j", (name) => {
  expect(isAccepted(name)).toBe(true);
});

test.each([
  ["shorter than 2 characters", "a"],
  ["longer than 32 characters", "a".repeat(33)],
  ["the panel's own name", "system"],
  ["the panel's name in a different case", "SYSTEM"],
  ["the panel's name in full-width letters", "ｓｙｓｔｅｍ"],
  ["the panel's name with other separators", "outside_the.panel"],
  ["the name for unknown people", "Somebody"],
  ["the name for commands", "Command-Line"],
  ["a Cyrillic letter among Latin ones", "m\u0430ra"],
  ["a Greek letter among Latin ones", "ma\u03bfra"],
  ["a Tifinagh letter among Latin ones", "mara \u2d4f"],
  ["a dotless i in admin", "adm\u0131n"],
  ["an accent in admin", "\u00e1dmin"],
  ["small l for I in ADMIN", "ADMlN"],
  ["Cyrillic letters that look like root", "\u0433\u043e\u043e\u0442"],
  ["Hebrew among Arabic letters", "\u05d0\u0628\u062a"],
  ["two spaces, which look like one", "jon  snow"],
  ["an invisible letter", "mara\u3164"],
  ["a zero-width space", "ma\u200bra"],
])("a new operator cannot have this kind of name: %s", (_, name) => {
  expect(isAccepted(name)).toBe(false);
});

test("a name that new operators can no longer have still works at sign-in", () => {
  for (const name of ["system", "m\u0430ra"]) expect(usernameSchema.safeParse(name).success).toBe(true);
});
