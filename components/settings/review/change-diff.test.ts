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
  it("names only the entries that moved, and where to", () => {
    expect(listDiff(["a", "b", "c", "d"], ["a", "d", "b", "c"])).toEqual([
      { kind: "moved", text: "d moved before b" },
    ]);
    expect(listDiff(["a", "b", "c"], ["b", "c", "a"])).toEqual([
      { kind: "moved", text: "a moved to the end" },
    ]);
    expect(listDiff(["a", "b"], ["a", "b"])).toEqual([]);
  });
  it("names the keys that changed in an item with the same id", () => {
    expect(listDiff([eu, us], [{ ...eu, endpoint: "10.0.0.9:3004", vip: true }, us])).toEqual([
      { kind: "changed", text: "Europe (eu): endpoint 10.0.0.1:3004 → 10.0.0.9:3004, vip false → true" },
    ]);
  });
  it("names up to five moved entries, and counts more", () => {
    const order = (text: string) => listDiff([..."abcdefghijklm"], [...text]).map((one) => one.text);
    expect(order("bacdefghijklm")).toHaveLength(1);
    expect(order("badcfehgjiklm")).toHaveLength(5);
    expect(order("badcfehgjilkm")).toEqual(["6 entries moved"]);
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
