import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changeOf, namedSurvivors } from "./survivors.mjs";

const source = [
  "function f(rows) {",
  "  if (rows.length > 0) return;",
  "  return {",
  "    a: 1,",
  "  };",
  "}",
];

test.each([
  [
    { start: { line: 2, column: 7 }, end: { line: 2, column: 22 } },
    "true",
    "if («rows.length > 0») return; ⇒ true",
  ],
  [{ start: { line: 3, column: 10 }, end: { line: 5, column: 4 } }, "{}", "return «{ …» ⇒ {}"],
])("a change is named by its line of the source", (location, replacement, expected) =>
  expect(changeOf(source, { location, replacement })).toBe(expected),
);

test.each(Object.entries(namedSurvivors()))(
  "%s contains all lines of its explained survivors",
  (file, reasons) => {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim());
    for (const { why, changes } of reasons) {
      expect(why).toMatch(/^(?:equivalent|work|elsewhere|untested): \S/);
      for (const change of changes) {
        const changed = change.slice(0, change.lastIndexOf(" ⇒ "));
        const begins = changed.endsWith("…»");
        const line = changed.replace(/ ?…»$/, "").replace("«", "").replace("»", "");
        expect(
          lines.some((one) => (begins ? one.replace(/\s+/g, " ").startsWith(line) : one === line)),
          change,
        ).toBe(true);
      }
    }
  },
);
