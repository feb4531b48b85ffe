import { expect, it } from "vitest";
import { parsedJson, sameJson, showPath } from "./value";

it.each([
  [["a", "b-c", "d_1"], "a.b-c.d_1"],
  [["a", "x.y", "b"], 'a["x.y"].b'],
  [["x y"], '["x y"]'],
  [["a", ""], 'a[""]'],
  [["a", " b"], 'a[" b"]'],
])("the path %j is shown as %s", (segments, shown) => {
  expect(showPath(segments)).toBe(shown);
});

it.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [1], false],
  [[], {}, false],
  [0, -0, true],
  [1n, 1, true],
  [1, "1", false],
])("%o and %o are the same JSON: %s", (a, b, isSame) => {
  expect([sameJson(a, b), sameJson(b, a)]).toEqual([isSame, isSame]);
});

it("text that is not JSON has no value", () => {
  expect([parsedJson("[1]"), parsedJson("[1")]).toEqual([[1], undefined]);
});
