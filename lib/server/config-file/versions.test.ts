import { expect, it } from "vitest";
import { Lru } from "./versions";

function scene() {
  const lru = new Lru<string>({ entries: 3, weight: 10 });
  const add = (key: string, weight = 0) => lru.set(key, key.toUpperCase(), weight);
  const kept = () => ["a", "b", "c", "d"].filter((key) => lru.get(key) !== undefined).join("");
  return { lru, add, kept };
}

it("holds a number of entries, and drops the one that was not used for the longest time", () => {
  const { lru, add, kept } = scene();
  expect(add("a")).toBe("A");
  for (const key of ["b", "c"]) add(key);
  expect(kept()).toBe("abc");
  expect(lru.get("a")).toBe("A");
  add("d");
  expect(kept()).toBe("acd");
});

it("holds entries up to a weight, but the newest one in any case", () => {
  const { add, kept } = scene();
  add("a", 6);
  add("b", 4);
  expect(kept()).toBe("ab");
  add("c", 1);
  expect(kept()).toBe("bc");
  // An entry that replaces another one does not add to its weight.
  add("c", 6);
  expect(kept()).toBe("bc");
  add("d", 11);
  expect(kept()).toBe("d");
  add("a", 1);
  expect(kept()).toBe("a");
  add("b", 9);
  expect(kept()).toBe("ab");
});
