import { describe, expect, it } from "vitest";
import { matchLists } from "./match-lists";

describe("elements of a new list", () => {
  it.each([
    ["equal elements, in any order of keys", [{ b: 2, a: [1] }, "x"], ["x", { a: [1], b: 2 }], [1, 0]],
    ["the first of repeated elements", ["b", "a", "a", "a"], ["a", "b", "a"], [1, 0, 2, undefined]],
    ["repeated elements, each once", ["x", "x", "x"], ["x", "y", "x"], [0, 2, undefined]],
    [
      "an element only once, even if the list is in another order",
      ["b", "a", "b"],
      ["a", "b"],
      [1, 0, undefined],
    ],
    ["an equal element rather than the same id", [{ id: 1 }], [{ id: 1, a: 1 }, { id: 1 }], [1]],
    ["changed objects by their id", [{ id: "7", name: "new" }], [{ id: "8" }, { id: "7" }], [1]],
    ["no object by an id of another type", [{ id: "7", a: 1 }], [{ id: 7 }], [undefined]],
    ["no objects without an id", [{ a: 1 }, { a: 1, id: undefined }], [{ a: 2 }], [undefined, undefined]],
    [
      "an object without an id, next to one with an unknown id",
      [{ id: 1 }, { a: 1 }],
      [{ a: 2 }],
      [undefined, undefined],
    ],
    ["numbers that no double can hold", [Infinity], [10n ** 350n], [0]],
    [
      "repeated long integers, each once",
      [2n ** 60n + 1n, 2n ** 60n + 1n],
      [2n ** 60n, 2n ** 60n + 1n],
      [1, undefined],
    ],
    ["numbers by their value", [-0, 2 ** 60], [2n ** 60n, 0], [1, 0]],
    ["long integers only exactly", [2n ** 60n + 1n], [2n ** 60n, 2n ** 60n + 1n], [1]],
    ["nothing in an empty list", [1, null], [], [undefined, undefined]],
  ])("match %s", (_, items, old, matches) => {
    expect(matchLists(items, old)).toEqual(matches);
  });

  it("match old elements whose secrets were hidden", () => {
    const old = [
      { id: 1, key: "secret" },
      { id: 2, key: "secret" },
    ];
    const shown = [
      { id: 1, key: "…" },
      { id: 2, key: "…" },
    ];
    expect(
      matchLists(
        [
          { id: 2, key: "…" },
          { id: 1, key: "new" },
        ],
        old,
        shown,
      ),
    ).toEqual([1, 0]);
  });

  it("are compared with only a few old elements each, even in long lists", () => {
    let compared = 0;
    const counted = (value: number) => ({
      get value() {
        compared += 1;
        return value;
      },
    });
    const list = (offset: number) => Array.from({ length: 1_000 }, (_, index) => counted(index + offset));
    matchLists(list(0), list(500));
    expect(compared).toBeLessThan(10_000);
  });
});
