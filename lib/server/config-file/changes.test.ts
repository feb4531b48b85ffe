import { expect, it } from "vitest";
import { browserValue, changesAt, isHiddenBetween, listedChanges, mostListed, shortened } from "./changes";
import { Version } from "./version";

function versionOf(document: object): Version {
  const version = Version.parse(Buffer.from(JSON.stringify(document)), "neutral");
  if (!version.usable) throw new Error("The file is usable.");
  return version;
}

const keys = (count: number) =>
  versionOf({ mine: Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth])) });

it("lists a number of changes, and says how many more there are", () => {
  const none = versionOf({});
  expect(listedChanges(none, keys(mostListed))).not.toHaveProperty("more");
  const { changes, more } = listedChanges(none, keys(mostListed + 2));
  expect([changes.length, more]).toEqual([mostListed, 2]);
  expect(changes[0]).toEqual({ path: "mine.k0", known: false, before: null, after: 0 });
});

it("shows 4,000 characters of a value", () => {
  const text = "x".repeat(4_000);
  expect(shortened(text)).toBe(text);
  expect(shortened(`${text}y`)).toBe(`${text}…`);
  expect(shortened(undefined)).toBeUndefined();
  // As JSON, one entry has 1,000 characters, and so three of them are shown.
  const entry = "y".repeat(998);
  expect(shortened([entry, entry, entry])).toEqual([entry, entry, entry]);
  expect(shortened([entry, entry, entry, entry, entry])).toEqual([entry, entry, entry, "… 2 more"]);
});

it("shows numbers beyond a double's precision as text", () => {
  const large = 12345678901234567890n;
  expect(browserValue("mine", { a: [large, 1], b: 2 })).toEqual({ a: [`${large}`, 1], b: 2 });
  expect(browserValue("mine", undefined)).toBeNull();
});

it("hides a text of an unrecognized key, before or after the change, and an unchanged secret unless it is new", () => {
  expect(isHiddenBetween("mine.a", "text", 1)).toBe(true);
  expect(isHiddenBetween("mine.a", 1, "text")).toBe(true);
  expect(isHiddenBetween("mine.a", 1, 2)).toBe(false);
  const one = versionOf({ mine: { a: 1 } });
  const found = (isNew?: () => boolean) => changesAt(["mine.a"], one, one, isNew);
  expect(found()).toEqual([{ path: "mine.a", known: false, before: 1, after: 1 }]);
  expect(found(() => true)).toEqual([
    { path: "mine.a", known: false, secret: "replaced", before: null, after: null },
  ]);
  const other = versionOf({ mine: { a: 2 } });
  expect(changesAt(["mine.a"], one, other, () => true)).toEqual([
    { path: "mine.a", known: false, before: 1, after: 2 },
  ]);
});
