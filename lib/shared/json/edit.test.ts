import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdits, type Edit, NotAGroup } from "./edit";
import { readJson } from "./read";
import type { JsonObject } from "./tree";

function edit(text: string, ...edits: Edit[]): string {
  const { root } = readJson(text);
  return applyEdits({ text, root: root as JsonObject }, edits).text;
}
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
  ])("%s", (_, text, change, wanted) => expect(edit(text, change)).toBe(wanted));

  test("refuses a path through a value that is not an object", () => {
    expect(() => edit('{"limits":"abc"}', at("limits.user", 1))).toThrow(NotAGroup);
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

test("edits to a file that uses the branded naming change only the edited values", () => {
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
