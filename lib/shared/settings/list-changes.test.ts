import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listChanges, summarize } from "./list-changes";

const region = (id: string, name = id) => ({ id, name });

describe("the changes between two lists", () => {
  it("match objects by id, and report the pairs that differ", () => {
    const from = [region("eu"), region("us")];
    const changes = listChanges(from, [region("us", "America"), region("asia")]);
    expect(changes).toEqual({
      added: [region("asia")],
      removed: [region("eu")],
      changed: [[region("us"), region("us", "America")]],
      moved: [],
    });
  });

  it.each([
    [["a", "b", "a"], ["b", "a"], { added: [], removed: [], moved: [] }],
    [["a", "b", "a"], ["b"], { added: [], removed: ["a", "a"], moved: [] }],
    [["a", "b"], ["a", "a", "c", "c"], { added: ["c", "c"], removed: ["b"], moved: [] }],
    [["a", "b", "c"], ["c", "b", "b"], { added: [], removed: ["a"], moved: [{ item: "c", before: "b" }] }],
  ])("compare a list with repeated entries: %j and %j", (from, to, changes) => {
    expect(listChanges(from, to)).toEqual({ changed: [], ...changes });
  });

  it("report one move if one of many entries moved, up or down", () => {
    const names = Array.from({ length: 200 }, (_, index) => `region-${index + 1}`);
    const up = [...names.slice(0, 3), "region-5", "region-4", ...names.slice(5)];
    expect(listChanges(names, up).moved).toHaveLength(1);
    expect(listChanges(["4", "5"], ["5", "4"]).moved).toEqual([{ item: "5", before: "4" }]);
    expect(listChanges(["a", "b", "c"], ["b", "c", "a"]).moved).toEqual([{ item: "a", before: undefined }]);
  });

  it("leave a list without a move if entries are only added and removed", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.func(fc.boolean()), (list, isKept) => {
        const kept = list.filter((item) => isKept(item));
        const { added, removed, moved } = listChanges(list, kept);
        expect([added, moved]).toEqual([[], []]);
        expect(removed).toHaveLength(list.length - kept.length);
      }),
    );
  });

  it("explain a new order with no more moves than entries, and keep the others in order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), (list) => {
        const sorted = list.toSorted((a, b) => a - b);
        const moved = new Set(listChanges(list, sorted).moved.map(({ item }) => item));
        const rest = (items: readonly number[]) => items.filter((item) => !moved.has(item));
        expect(rest(list)).toEqual(rest(sorted));
      }),
    );
  });
});

it("a summary counts all entries, and names the first in alphabetical order", () => {
  expect(summarize(["x", "a"], ["a", "d", "c", "b"], 2)).toEqual({
    added: ["b", "c"],
    removed: ["x"],
    counts: { added: 3, removed: 1, moved: 0 },
  });
});

it("a summary says which entries moved or changed, and counts more than five moves", () => {
  const regions = Array.from({ length: 200 }, (_, at) => region(`r${at + 1}`, `Region ${at + 1}`));
  const moved = [...regions.slice(0, 3), regions[4], regions[3], ...regions.slice(5)];
  expect(summarize(regions, moved, 9).details).toEqual(["Region 5 (r5) moved before Region 4 (r4)"]);
  expect(summarize(regions, regions.with(0, region("r1", "East")), 9).details).toEqual([
    "Region 1 (r1): name Region 1 → East",
  ]);
  const renamed = regions.map(({ id }) => region(id, "East"));
  expect(summarize(regions, renamed, 2).details).toEqual([
    "Region 1 (r1): name Region 1 → East",
    "Region 2 (r2): name Region 2 → East",
    "198 more entries changed",
  ]);
  expect(summarize(regions, renamed, 200).details).toHaveLength(200);
  expect(summarize(regions, regions.toReversed(), 9).details).toBeUndefined();
});
