import { describe, expect, it } from "vitest";
import { listDiff } from "./change-diff";

const eu = { id: "eu", name: "Europe", endpoint: "10.0.0.1:3004", vip: false };
const us = { id: "us", name: "", endpoint: "10.0.0.2:3004", vip: false };

describe("the difference between two lists", () => {
  it("lists added and removed items", () => {
    expect(listDiff(["a", "b"], ["b", "c"])).toEqual([
      { kind: "removed", text: "a" },
      { kind: "added", text: "c" },
    ]);
  });
  it("treats a list with a single empty string as empty", () => {
    expect(listDiff([""], ["a"])).toEqual([{ kind: "added", text: "a" }]);
    expect(listDiff([""], [])).toEqual([]);
  });
  it("reports a new order of the same items", () => {
    expect(listDiff(["a", "b"], ["b", "a"])).toEqual([{ kind: "moved", text: "New order: b, a" }]);
    expect(listDiff(["a", "b"], ["a", "b"])).toEqual([]);
  });
  it("names the keys that changed in an item with the same id", () => {
    expect(listDiff([eu, us], [{ ...eu, endpoint: "10.0.0.9:3004", vip: true }, us])).toEqual([
      { kind: "changed", text: "Europe (eu): endpoint 10.0.0.1:3004 → 10.0.0.9:3004, vip false → true" },
    ]);
  });
  it("names an item by its display name and id", () => {
    expect(listDiff([], [eu, us]).map((one) => one.text)).toEqual(["Europe (eu)", "us"]);
  });
  it("does not report a new order if an item was only renamed", () => {
    expect(listDiff([eu, us], [{ ...eu, name: "Old world" }, us]).map((one) => one.kind)).toEqual([
      "changed",
    ]);
  });
});
