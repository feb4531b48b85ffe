import { describe, expect, it } from "vitest";
import { itemsOf, itemTypeOf, kindOf, listText, numberFault } from "./value-kind";

describe("kindOf", () => {
  it.each([
    ["true", "switch"],
    ["12", "number"],
    ['"pier"', "text"],
    ['["a", "b"]', "list"],
    ["[1, 2]", "list"],
    ["[]", "list"],
    ['["a", 1]', "json"],
    ["[{}]", "json"],
    ["{}", "json"],
    ["null", "json"],
    ["{ cut", "json"],
  ])("returns the control for %s: %s", (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe("a list", () => {
  it("keeps its exact original text if no item has changed", () => {
    for (const text of [
      "[12345678901234567890, 1.50]",
      '["say \\"hi\\"", "a\\nb"]',
      '[\n    "a",\n    "b"\n]',
      "[]",
    ]) {
      expect(listText(itemsOf(text), itemTypeOf(text)!, text)).toBe(text);
    }
  });
});

it("numbers are distinguished from other text", () => {
  for (const typed of ["0", "-3", "0.5", "1e3", " 12 "]) expect(numberFault(typed)).toBeUndefined();
  for (const typed of ["", "1,5", "012", "true", "0x1"]) expect(numberFault(typed)).toMatch(/Enter a number/);
});
