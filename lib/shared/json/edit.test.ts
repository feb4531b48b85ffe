import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdits, type Edit, NotAGroup, TooMuch, verifyEdit, withoutRepeats } from "./edit";
import { maxDepth, readJson, readWithRepeats } from "./read";
import { type JsonObject, repeatedKeys } from "./tree";

const read = (text: string) => ({ text, root: readJson(text).root as JsonObject });
const edit = (text: string, ...edits: Edit[]): string => applyEdits(read(text), edits).text;
/** Like `read`, for a text with repeated keys. */
const readRepeated = (text: string) => ({ text, root: readWithRepeats(text).root as JsonObject });
const at = (path: string, value?: Edit["value"]): Edit => ({ segments: path.split("."), value });

describe("setting a key", () => {
  test.each<[string, string, Edit, string]>([
    ["replaces only the value's bytes", '{ "a" : 1.50 ,"b":2}', at("a", 3), '{ "a" : 3 ,"b":2}'],
    [
      "keeps the spelling of an equal value",
      '{"a": 1.50, "s": "\\u0041"}',
      at("a", 1.5),
      '{"a": 1.50, "s": "\\u0041"}',
    ],
    ["keeps the escapes of an equal text", '{"s": "\\u0041"}', at("s", "A"), '{"s": "\\u0041"}'],
    [
      "converts a number to text on request",
      '{"id": 1104236891374919680}',
      at("id", "1104236891374919680"),
      '{"id": "1104236891374919680"}',
    ],
    ["adds to a compact object", '{"a":1}', at("b", 2), '{"a":1,"b":2}'],
    ["adds in Python's style", '{"a": 1}', at("b", 2), '{"a": 1, "b": 2}'],
    ["adds to a padded object on one line", '{ "a": 1 }', at("b", 2), '{ "a": 1, "b": 2 }'],
    [
      "adds a separate line with tabs and CRLF",
      '{\r\n\t"a": 1\r\n}\r\n',
      at("b", 2),
      '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}\r\n',
    ],
    ["adds in comma-first style", '{ "a": 1\n, "b": 2\n}', at("c", 3), '{ "a": 1\n, "b": 2\n, "c": 3\n}'],
    [
      "creates missing groups",
      '{\n  "a": 1\n}',
      at("b.c.d", true),
      '{\n  "a": 1,\n  "b": {\n    "c": {\n      "d": true\n    }\n  }\n}',
    ],
    [
      "creates missing groups on one line",
      '{"a": {"b": 1}}',
      at("c.d", 2),
      '{"a": {"b": 1}, "c": { "d": 2 }}',
    ],
    ["fills the root of a new file", "{}\n", at("a.b", 1), '{\n    "a": {\n        "b": 1\n    }\n}\n'],
    ["fills an empty group", '{\n\t"a": {}\n}', at("a.b", 1), '{\n\t"a": {\n\t\t"b": 1\n\t}\n}'],
    ["turns null into a group", '{\n "a": null\n}', at("a.b", 1), '{\n "a": {\n  "b": 1\n }\n}'],
    ["writes non-BMP text unescaped", '{"a":1}', at("a", "⚓𝄞"), '{"a":"⚓𝄞"}'],
    ["finds keys that are written with escapes", '{"\\u0061": 1}', at("a", 2), '{"\\u0061": 2}'],
    ["leaves white space around the root", ' \n{"a":1}\n\n', at("a", 2), ' \n{"a":2}\n\n'],
    [
      "separates the key like the two keys before it",
      '{"a":1,\n"b":2, "c":3}',
      at("d", 4),
      '{"a":1,\n"b":2, "c":3, "d":4}',
    ],
    [
      "fills an empty group on one line if its parent is on one line",
      '{\n  "a": 1,\n  "b": {"c": {}}\n}',
      at("b.c.d", 2),
      '{\n  "a": 1,\n  "b": {"c": { "d": 2 }}\n}',
    ],
    [
      "fills an empty group in an element of a list like a group of the root",
      '{\n  "l": [{"g": {}}]\n}',
      { segments: ["l", 0, "g", "d"], value: 2 },
      '{\n  "l": [{"g": {\n    "d": 2\n  }}]\n}',
    ],
    ["replaces a value with a list", '{"a": 1}', at("a", [1, 2]), '{"a": [1, 2]}'],
    ["replaces a list with an object", '{"a": [1]}', at("a", { b: 2 }), '{"a": { "b": 2 }}'],
    [
      "writes integers beyond 2^53 exactly",
      '{"a": 1}',
      at("a", 9007199254740993n),
      '{"a": 9007199254740993}',
    ],
    [
      "indents like the first object on several lines",
      '{\n  "a": {\n      "b": 1\n  }\n}',
      at("c.d", 2),
      '{\n  "a": {\n      "b": 1\n  },\n  "c": {\n    "d": 2\n  }\n}',
    ],
    [
      "adds a key on the same line if only an inner object is on several lines",
      '{"a": {\n "b": 1\n}}',
      at("c.d", 2),
      '{"a": {\n "b": 1\n}, "c": { "d": 2 }}',
    ],
    [
      "writes an object on several lines if its key starts a line",
      '{\n  "a": 1, "b": 2\n}',
      at("a", { c: 3, d: [], e: {} }),
      '{\n  "a": {\n    "c": 3,\n    "d": [],\n    "e": {}\n  }, "b": 2\n}',
    ],
    [
      "writes an object on one line if its key is in the middle of a line",
      '{\n  "a": 1, "b": 2\n}',
      at("b", { c: 3 }),
      '{\n  "a": 1, "b": { "c": 3 }\n}',
    ],
    [
      "writes an object in an object on one line if its key is in the middle of a line",
      '{\n  "a": 1, "b": 2\n}',
      at("b", { c: { d: 3 } }),
      '{\n  "a": 1, "b": { "c": { "d": 3 } }\n}',
    ],
    [
      "writes an object on one line if the file has none on several lines",
      '{"a": 1,\n"b": 2}',
      at("b", { c: 3 }),
      '{"a": 1,\n"b": { "c": 3 }}',
    ],
    [
      "fills an empty group on one line if only the next group is on several lines",
      '{"a": {}, "b": {\n  "c": 1\n}}',
      at("a.x", 1),
      '{"a": { "x": 1 }, "b": {\n  "c": 1\n}}',
    ],
    [
      "indents by the difference between the first lines of an indented object",
      '{"a": 1,\n\t"b": {\n\t  "c": 1\n\t}\n}',
      at("b.c", { d: 2 }),
      '{"a": 1,\n\t"b": {\n\t  "c": {\n\t    "d": 2\n\t  }\n\t}\n}',
    ],
    [
      "ends lines like the first line of the file",
      '{\n "a": {},\r\n "b": 1\r\n}',
      at("a.c", 2),
      '{\n "a": {\n  "c": 2\n },\r\n "b": 1\r\n}',
    ],
    [
      "writes an object on one line if its key is on the first line",
      '{"a": 1,\n"b": 2}',
      at("a", { c: 3 }),
      '{"a": { "c": 3 },\n"b": 2}',
    ],
    [
      "adds lines without indentation if the file has none",
      '{\n"a": 1}',
      at("b.c", 2),
      '{\n"a": 1,\n"b": {\n"c": 2\n}}',
    ],
  ])("%s", (_, text, change, wanted) => expect(edit(text, change)).toBe(wanted));

  test("refuses a path through a value that is not an object", () => {
    expect(() => edit('{"limits":"abc"}', at("limits.user", 1))).toThrow(NotAGroup);
    expect(() => edit('{"a":{"b":1}}', at("a.b.c.d", 1))).toThrow(
      expect.objectContaining({ segments: ["a", "b"] }),
    );
  });

  test("nests at most as deep as a file may", () => {
    const nestedTo = (depth: number) => `{"a":1,"b":${'{"b":'.repeat(depth - 1)}1${"}".repeat(depth - 1)}}`;
    const deepest = (value: Edit["value"]) =>
      edit(nestedTo(maxDepth - 1), { segments: Array<string>(maxDepth - 1).fill("b"), value });
    expect(readJson(deepest({})).problems).toEqual([]);
    expect(() => deepest([{}])).toThrow(TooMuch);
    const below = (length: number) => edit("{}", { segments: Array<string>(length).fill("b"), value: 1 });
    expect(readJson(below(maxDepth)).problems).toEqual([]);
    const problem = { code: "too-deep", container: "object", atEnd: false };
    for (const length of [maxDepth + 1, 100_000])
      expect(() => below(length)).toThrow(
        expect.objectContaining({ problem: expect.objectContaining(problem) }),
      );
  });
});

describe("unsetting a key", () => {
  const lines = '{\n  "a": 1,\n  "b": 2, "c": 3,\n  "d": 4\n}';
  test.each<[string, string, Edit, string]>([
    ["removes the member on the first line", lines, at("a"), '{\n  "b": 2, "c": 3,\n  "d": 4\n}'],
    ["removes a member in the middle of a line", lines, at("c"), '{\n  "a": 1,\n  "b": 2,\n  "d": 4\n}'],
    ["removes the member on the last line", lines, at("d"), '{\n  "a": 1,\n  "b": 2, "c": 3\n}'],
    ["removes the only member", '{ "a": 1 }', at("a"), "{}"],
    ["changes nothing if the key is missing", '{"a":1}', at("b.c"), '{"a":1}'],
    ["changes nothing below a value that is not an object", '{"a":1}', at("a.b"), '{"a":1}'],
    ["changes nothing below null", '{"a":null}', at("a.b"), '{"a":null}'],
  ])("%s", (_, text, change, wanted) => expect(edit(text, change)).toBe(wanted));
});

describe("setting a list", () => {
  const inline = '{"l": ["a",  "b", "c"]}';
  const tall = '{\n  "l": [\n    "a",\n    "b"\n  ]\n}';
  const regions =
    '{\n  "r": [\n    { "id": "x", "vip": false, "note": "1.0" },\n    { "id": "y", "vip": true, "n": 1.50 }\n  ]\n}';
  test.each<[string, string, Edit, string]>([
    ["appends", inline, at("l", ["a", "b", "c", "d"]), '{"l": ["a",  "b", "c",  "d"]}'],
    ["removes an element in the middle", inline, at("l", ["a", "c"]), '{"l": ["a",  "c"]}'],
    ["empties", inline, at("l", []), '{"l": []}'],
    ["empties a list on several lines", tall, at("l", []), '{\n  "l": []\n}'],
    ["changes the order of neighbors", inline, at("l", ["b", "a", "c"]), '{"l": ["b",  "a",  "c"]}'],
    ["adds in front of a changed order", inline, at("l", ["z", "b", "a"]), '{"l": ["z",  "b",  "a"]}'],
    [
      "adds in front of elements that were apart",
      '{"l": ["a", "b", "c", "d"]}',
      at("l", ["z", "a", "d"]),
      '{"l": ["z", "a", "d"]}',
    ],
    [
      "changes an object after a text",
      '{"l": ["a", {"id": "x", "n": 1}]}',
      at("l", ["a", { id: "x", n: 2 }]),
      '{"l": ["a", {"id": "x", "n": 2}]}',
    ],
    [
      "keeps the white space between elements that stay neighbors",
      '{"r": [{"id":1},  {"id":2}, {"id":3,"n":1}]}',
      at("r", [{ id: 1 }, { id: 2 }, { id: 3, n: 2 }]),
      '{"r": [{"id":1},  {"id":2}, {"id":3,"n":2}]}',
    ],
    [
      "writes an element without the members that an exact value lacks",
      '{"r": [{"id":"x","n":1}]}',
      { ...at("r", [{ id: "x" }]), isExact: true },
      '{"r": [{ "id": "x" }]}',
    ],
    [
      "keeps the bytes of an element that an exact value extends",
      '{"r": [{"id":"x","n":1.50}]}',
      { ...at("r", [{ id: "x", n: 1.5, m: 2 }]), isExact: true },
      '{"r": [{"id":"x","n":1.50, "m":2}]}',
    ],
    [
      "writes the first object on one line if the list is on one line",
      '{\n  "r": ["a"]\n}',
      at("r", ["a", { id: "y" }]),
      '{\n  "r": ["a", { "id": "y" }]\n}',
    ],
    [
      "writes a new element like the first object with members, on several lines",
      '{\n  "r": [\n    {},\n    {\n      "id": "x"\n    }\n  ]\n}',
      at("r", [{}, { id: "x" }, { id: "y" }]),
      '{\n  "r": [\n    {},\n    {\n      "id": "x"\n    },\n    {\n      "id": "y"\n    }\n  ]\n}',
    ],
    [
      "writes a new element like the first object rather than a text",
      '{\n  "r": [\n    "a",\n    { "id": "x" }\n  ]\n}',
      at("r", ["a", { id: "x" }, { id: "y" }]),
      '{\n  "r": [\n    "a",\n    { "id": "x" },\n    { "id": "y" }\n  ]\n}',
    ],
    [
      "appends an element on a new line",
      tall,
      at("l", ["a", "b", "c"]),
      '{\n  "l": [\n    "a",\n    "b",\n    "c"\n  ]\n}',
    ],
    [
      "fills an empty list on several lines if the file has such lists",
      '{\n  "l": []\n}',
      at("l", ["a"]),
      '{\n  "l": [\n    "a"\n  ]\n}',
    ],
    [
      "fills an empty list on one line if the file has such lists",
      '{\n  "k": ["z"],\n  "l": []\n}',
      at("l", ["a", "b"]),
      '{\n  "k": ["z"],\n  "l": ["a", "b"]\n}',
    ],
    [
      "keeps the bytes and the unknown keys of elements",
      regions,
      at("r", [
        { id: "y", vip: true },
        { id: "x", vip: true },
      ]),
      '{\n  "r": [\n    { "id": "y", "vip": true, "n": 1.50 },\n    { "id": "x", "vip": true, "note": "1.0" }\n  ]\n}',
    ],
    [
      "writes a new element in the style of the others",
      regions,
      at("r", [
        { id: "x", vip: false },
        { id: "z", vip: false },
      ]),
      '{\n  "r": [\n    { "id": "x", "vip": false, "note": "1.0" },\n    { "id": "z", "vip": false }\n  ]\n}',
    ],
    [
      "writes a new element on several lines like the others",
      '{\n  "r": [\n    {\n      "id": "x"\n    }\n  ]\n}',
      at("r", [{ id: "x" }, { id: "y" }]),
      '{\n  "r": [\n    {\n      "id": "x"\n    },\n    {\n      "id": "y"\n    }\n  ]\n}',
    ],
    [
      "writes a new element on one line if the list is on one line",
      '{\n  "r": [{"id": "x"}]\n}',
      at("r", [{ id: "x" }, { id: "y" }]),
      '{\n  "r": [{"id": "x"}, { "id": "y" }]\n}',
    ],
    [
      "writes a new element like the first element with members",
      '{\n  "r": [\n    {},\n    { "id": "x" }\n  ]\n}',
      at("r", [{}, { id: "x" }, { id: "y" }]),
      '{\n  "r": [\n    {},\n    { "id": "x" },\n    { "id": "y" }\n  ]\n}',
    ],
    [
      "adds a member on a new line to an element on several lines",
      '{\n  "r": [\n    {\n      "id": "x", "n": 1\n    }\n  ]\n}',
      at("r", [{ id: "x", vip: true }]),
      '{\n  "r": [\n    {\n      "id": "x", "n": 1,\n      "vip": true\n    }\n  ]\n}',
    ],
    ["fills an element without members", '{"r":[{}]}', at("r", [{ id: "x" }]), '{"r":[{"id":"x"}]}'],
    [
      "adds a member to an element",
      '{"r":[{"id":"x"}]}',
      at("r", [{ id: "x", vip: true }]),
      '{"r":[{"id":"x","vip":true}]}',
    ],
  ])("%s", (_, text, change, wanted) => expect(edit(text, change)).toBe(wanted));
});

describe("a key in a list element", () => {
  const regions = '{"r": [ {"id":"x", "n": 1.50},  {"id": "y"} ], "o": 1}';
  const member = (index: number, value?: Edit["value"]): Edit => ({ segments: ["r", index, "n"], value });
  test.each<[string, Edit, string]>([
    ["is set", member(0, 2), regions.replace("1.50", "2")],
    ["is added", member(1, 2), regions.replace('"y"', '"y", "n": 2')],
    ["is removed", member(0), regions.replace(', "n": 1.50', "")],
    ["stays absent", member(1), regions],
    ["counts as removed if the element is missing", member(2), regions],
  ])("%s", (_, change, wanted) => expect(edit(regions, change)).toBe(wanted));

  test("cannot be set if the element is missing", () => {
    expect(() => edit(regions, member(2, 1))).toThrow(NotAGroup);
    expect(() => edit("{}", member(0, 1))).toThrow(NotAGroup);
  });
});

test("edits to an instance's file change only the edited values", () => {
  const text = readFileSync("e2e/fixtures/branded-partial.json", "utf8");
  const edited = edit(
    text,
    at("general.instanceName", "Pier"),
    at("limits.rate.ip.count", 501),
    at("email.mailgun.domain"),
  );
  expect(edited).toBe(
    text
      .replace('"Harbor"', '"Pier"')
      .replace('"count": 500', '"count": 501')
      .replace(', "domain": "mg.harbor.example.org"', ""),
  );
});

/** `verifyEdit` must notice every mistake of the editing code, so these tests make the mistakes. */
describe("the check of an edit", () => {
  const element = (value?: Edit["value"]): Edit => ({ segments: ["l", 0, "a"], value });
  const check = (before: string, after: string, edits: Edit[]) => () =>
    verifyEdit(readRepeated(before), readRepeated(after), edits);

  test.each<[string, string, string, Edit[], string]>([
    ["bytes before the root", ' {"a":1}', '{"a":1}', [], "the root"],
    ["bytes after the root", '{"a":1}\n', '{"a":1}', [], "the root"],
    ["another value", '{"a":1,"b":2}', '{"a":5,"b":3}', [at("a", 5)], "b"],
    ["the spelling of a number", '{"a":1.50}', '{"a":1.5}', [], "a"],
    ["the spelling of a key", '{"\\u0061":1}', '{"a":1}', [], "a"],
    ["the order of keys", '{"a":1,"b":2}', '{"b":2,"a":1}', [], "the root"],
    ["an added key", '{"a":1}', '{"a":5,"b":2}', [at("a", 5)], "b"],
    ["a key added in front", '{"a":1}', '{"b":2,"a":1}', [at("b", 2)], "the root"],
    ["a removed key", '{"a":1,"b":2}', '{"a":5}', [at("a", 5)], "b"],
    ["a key that was removed instead of set", '{"a":1,"b":2}', '{"b":2}', [at("a", 5)], "a"],
    ["an edit that was not made", '{"a":1}', '{"a":1}', [at("a", 5)], "a"],
    ["a removal that was not made", '{"a":1}', '{"a":1}', [at("a")], "a"],
    ["a different value than requested", '{"a":1}', '{"a":4}', [at("a", 5)], "a"],
    ["a shorter list than requested", '{"a":1}', '{"a":[1]}', [at("a", [1, 2])], "a"],
    ["a longer list than requested", '{"a":1}', '{"a":[1,2]}', [at("a", [1])], "a"],
    ["no list although one was requested", '{"a":1}', '{"a":{"0":1}}', [at("a", [1])], "a"],
    ["an object without a requested key", '{"a":1}', '{"a":{}}', [at("a", { b: 2 })], "a"],
    ["a key next to the edited key", '{"g":{"a":1,"b":2}}', '{"g":{"a":5,"b":3}}', [at("g.a", 5)], "g.b"],
    ["a value that became a group", '{"g":1}', '{"g":{"a":5}}', [at("g.a", 5)], "g"],
    ["a group that became a value", '{"g":{"a":1}}', '{"g":1}', [at("g.a")], "g"],
    ["a group in place of null although no edit is in it", '{"g":null}', '{"g":{"a":5}}', [], "g"],
    ["white space in a list", '{"l":[1, 2]}', '{"l":[1,2]}', [], "l"],
    ["another key of the same name", '{"a":1,"a":2}', '{"a":7,"a":5}', [at("a", 5)], "a"],
    [
      "a removal from another group of the same name",
      '{"g":{"a":1},"g":{"a":2}}',
      '{"g":{},"g":{}}',
      [at("g.a")],
      "g",
    ],
    ["an empty group in place of null", '{"g":null}', '{"g":{}}', [at("g.a")], "g"],
    ["a further key in place of null", '{"g":null}', '{"g":{"a":5,"b":2}}', [at("g.a", 5)], "g.b"],
    ["a further key in a new group", "{}", '{"g":{"a":5,"b":2}}', [at("g.a", 5)], "g.b"],
    [
      "a key of a new group that was not removed",
      "{}",
      '{"g":{"a":5,"b":2}}',
      [at("g.a", 5), at("g.b")],
      "g.b",
    ],
    ["a further key in a nested new group", "{}", '{"g":{"h":{"a":5,"b":2}}}', [at("g.h.a", 5)], "g.h.b"],
    ["another element", '{"l":[{"a":1},{"a":2}]}', '{"l":[{"a":5},{"a":3}]}', [element(5)], "l.1"],
    ["another key of the element", '{"l":[{"a":1,"b":2}]}', '{"l":[{"a":5,"b":3}]}', [element(5)], "l.0.b"],
    ["a removed element", '{"l":[{"a":1},{"a":2}]}', '{"l":[{"a":5}]}', [element(5)], "l"],
    ["a list that became an object", '{"l":[{"a":1}]}', '{"l":{"0":{"a":5}}}', [element(5)], "l"],
  ])("detects a mistake: %s", (_, before, after, edits, place) =>
    expect(check(before, after, edits)).toThrow(
      new Error(`The edit would have changed more than requested, at ${place}.`),
    ),
  );

  test.each<[string, string, string, Edit[]]>([
    ["an unchanged text", ' {"a":1.50}\n', ' {"a":1.50}\n', []],
    ["the requested values", '{"a":1,"b":{"c":2}}', '{"a":5,"b":{"c":6}}', [at("a", 5), at("b.c", 6)]],
    ["the requested removal", '{"a":1,"b":2}', '{"b":2}', [at("a")]],
    ["a removal that was not necessary", '{"b":2}', '{"b":2}', [at("a"), at("b.c")]],
    ["new groups", '{"g":null}', '{"g":{"a":5},"h":{"i":{"a":6}}}', [at("g.a", 5), at("h.i.a", 6)]],
    [
      "keys of elements that the value lacks",
      '{"l":[{"id":"x","n":1}]}',
      '{"l":[{"id":"x","n":1}]}',
      [at("l", [{ id: "x" }])],
    ],
    ["the requested key of an element", '{"l":[{"a":1},2]}', '{"l":[{"a":5},2]}', [element(5)]],
  ])("accepts %s", (_, before, after, edits) => expect(check(before, after, edits)).not.toThrow());
});

describe("repeated keys", () => {
  const read = readRepeated;
  const edit = (text: string, ...edits: Edit[]): string => applyEdits(read(text), edits).text;
  const notes = '{"//": "one", "g": {"//": 1, "a": 1, "//": 2}, "//": "two"}';

  test("are left as they are by an edit of another key", () => {
    expect(edit(notes, at("g.a", 2))).toBe(notes.replace('"a": 1', '"a": 2'));
  });

  test("take an edit at the last place, which counts", () => {
    expect(edit('{"a": 1, "b": 0, "a": 2}', at("a", 3))).toBe('{"a": 1, "b": 0, "a": 3}');
    expect(edit('{"g": {"a": 1}, "g": {"a": 2}}', at("g.a", 3))).toBe('{"g": {"a": 1}, "g": {"a": 3}}');
  });

  test("are all removed together, so that no earlier value takes effect", () => {
    expect(edit('{"a": 1, "b": 0, "a": 2}', at("a"))).toBe('{"b": 0}');
  });

  test("are found with their group, outermost first", () => {
    expect(repeatedKeys(read(notes).root).map(({ segments }) => segments)).toEqual([["//"], ["g", "//"]]);
  });

  test("can be reduced to the last one without any other change", () => {
    const text = '{\n  "a": 1,\n  "b": {"x": 1},\n  "a": 2, "a": 3\n}';
    const [repeated] = repeatedKeys(read(text).root);
    expect(withoutRepeats(read(text), repeated!).text).toBe('{\n  "b": {"x": 1}, "a": 3\n}');
  });

  test.each([
    ['{\n    "a": 1,\n      "a": 2,\n  "a": 3\n}', '{\n    "a": 3\n}'],
    ['{"a":1,\n"a":2, "b":1,"a":3 , "a": 4}', '{"b":1 , "a": 4}'],
  ])("are reduced to the last one with any white space between them: %j", (text, reduced) => {
    const [repeated] = repeatedKeys(read(text).root);
    expect(withoutRepeats(read(text), repeated!).text).toBe(reduced);
  });

  test("are not removed if the last one has another name", () => {
    const { text, root } = read('{"a":1,"b":2}');
    expect(() =>
      withoutRepeats({ text, root }, { segments: ["a"], group: root, members: root.members }),
    ).toThrow(new Error("The edit would have changed more than requested, at the root."));
  });

  test("in an element stay as they are when another element changes", () => {
    const text = '{"l": [{"id": "x", "n": "old", "n": "new"}, {"id": "y", "n": 1}]}';
    const value = [
      { id: "x", n: "new" },
      { id: "y", n: 2 },
    ];
    expect(edit(text, at("l", value))).toBe(text.replace('"n": 1', '"n": 2'));
    value[0]!.n = "newer";
    expect(edit(text, at("l", value))).toBe(text.replace("new", "newer").replace('"n": 1', '"n": 2'));
  });
});

test("a number that no double can hold stays one", () => {
  expect(edit('{"a":1}', at("b", [Infinity, -Infinity]))).toBe('{"a":1,"b":[1e999,-1e999]}');
});
