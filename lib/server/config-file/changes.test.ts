import { expect, it } from "vitest";
import {
  browserValue,
  changesAt,
  consequencesOf,
  isHiddenBetween,
  listedChanges,
  mostListed,
  shortened,
  withListSummary,
} from "./changes";
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

it("counts the entries of a list if the list is long before or after the change", () => {
  const list = (count: number) => Array.from({ length: count }, (_, nth) => `mail${nth}.example`);
  const path = "register.email.domains";
  const change = (before: unknown, after: unknown) =>
    withListSummary({ path, known: true, before, after } as Parameters<typeof withListSummary>[0]);
  const short = change(list(1), list(199));
  expect([short.after, short.list]).toEqual([list(199), undefined]);
  const longer = change(list(1), list(200));
  expect([longer.before, longer.after]).toMatchObject([list(1), { counted: 200 }]);
  expect(longer.list?.counts).toEqual({ added: 199, removed: 0, moved: 0 });
  for (const [before, after] of [
    [null, list(200)],
    [list(200), null],
  ])
    expect(change(before, after).list?.counts).toEqual(
      before === null ? { added: 200, removed: 0, moved: 0 } : { added: 0, removed: 200, moved: 0 },
    );
});

it("names the consequences of replacing a secret only for secrets with consequences", () => {
  const consequences = (secrets: object, next: object) => consequencesOf(versionOf(secrets), versionOf(next));
  const signing = (jwtSecret: string) => ({ security: { jwtSecret } });
  expect(consequences(signing("one"), signing("two"))).toMatchObject([{ path: "security.jwtSecret" }]);
  const mail = (password: string) => ({ email: { smtp: { password } } });
  expect(consequences(mail("one"), mail("two"))).toEqual([]);
});

it("shows numbers beyond a double's precision as text", () => {
  const large = 12345678901234567890n;
  expect(browserValue("mine", { a: [large, 1], b: 2 })).toEqual({ a: [`${large}`, 1], b: 2 });
  expect(browserValue("mine", undefined)).toBeNull();
  expect(browserValue("general.frontPage", ["x", large])).toEqual(["x", `${large}`]);
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
