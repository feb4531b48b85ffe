import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  maxKeys,
  maxNumberLength,
  maxValues,
  parseJson,
  readJson,
  readTolerantly,
  readWithRepeats,
} from "./read";
import { type JsonNode, type JsonObject, type JsonProblem, nodeAt, sliceOf, valueOf } from "./tree";

const fixture = readFileSync("e2e/fixtures/branded-partial.json", "utf8");
const fragments = fc.constantFrom(
  ..."{}[],:".split(""),
  '"a"',
  '"b',
  "1",
  "-",
  ".5",
  "true",
  "nul",
  " ",
  "\n",
  "\\",
  '"',
  "// x\n",
  "/*",
  "/",
  "'",
  "#",
  "\u00a0",
);
const nonsense = fc.array(fragments, { maxLength: 14 }).map((parts) => parts.join(""));

/** Whether every node is within its parent, and siblings do not overlap. */
function isOrderly(node: JsonNode, from: number, to: number): boolean {
  if (node.start < from || node.end > to || node.start > node.end) return false;
  const children =
    node.type === "object" ? node.members.map(({ value }) => value) : node.type === "array" ? node.items : [];
  return children.every((child, index) => isOrderly(child, children[index - 1]?.end ?? node.start, node.end));
}

describe("the tolerant reader", () => {
  test("returns the same result as the strict reader for valid text", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { root } = readJson(text);
        if (root) expect(readTolerantly(text)).toEqual({ root, problems: [] });
      }),
    );
  });

  test("finishes for any text, and reports the strict reader's first problem", () => {
    fc.assert(
      fc.property(fc.oneof(nonsense, fc.string()), (text) => {
        const [strict, tolerant] = [readJson(text), readTolerantly(text)];
        expect(tolerant.problems.length > 0).toBe(strict.root === null);
        if (tolerant.root) expect(isOrderly(tolerant.root, 0, text.length)).toBe(true);
        const [first] = strict.problems;
        if (first) expect(tolerant.problems).toContainEqual(first);
      }),
      { numRuns: 2_000 },
    );
  });

  test("returns an object and problems for a text that was cut off anywhere", () => {
    for (let end = 1; end < fixture.trimEnd().length; end += 7) {
      const text = fixture.slice(0, end);
      const { root, problems } = readTolerantly(text);
      expect(problems.length).toBeGreaterThan(0);
      expect(root?.type).toBe("object");
    }
  });

  test.each<[string, string, (string | number)[], string]>([
    ["a missing comma", '{ "a": 1 "b": { "c": 2 } }', ["b", "c"], "2"],
    ["a missing value", '{ "a": , "b": [1, , 3] }', ["b", 1], "3"],
    ["a key without a value", '{ "a": { "b" }, "c": 3 }', ["c"], "3"],
    ["a word that is not a value", '{ "a": fals, "b": 2 }', ["b"], "2"],
    ["a text without its closing quote", '{\n "a": "x,\n "b": 2\n}', ["b"], "2"],
    ["a bracket that is not closed", '{ "a": { "b": [1, 2 }, "c": 3 }', ["c"], "3"],
    ["an unmatched closing bracket", '{ "a": 1 ], "b": 2 }', ["b"], "2"],
    ["comments", '{ // one\n "a": /* two */ 1, # three\n "b": 2 }', ["b"], "2"],
    ["an invalid escape in a key", '{ "a\\x": 2 }', ["a\\x"], "2"],
    ["an invalid escape", '{ "a": "\\x", "b": 2 }', ["b"], "2"],
  ])("continues after %s", (_, text, path, found) => {
    const { root, problems } = readTolerantly(text);
    expect(problems.length).toBeGreaterThan(0);
    const node = root && nodeAt(root, path);
    expect(node && sliceOf(text, node)).toBe(found);
  });

  test("stops at the nesting limit", () => {
    const { root, problems } = readTolerantly("[".repeat(200_000));
    expect(problems.map(({ code, start, end }) => [code, start, end])).toEqual([["too-deep", 200, 201]]);
    expect(root).toMatchObject({ start: 0, end: 200_000, items: [{ start: 1, end: 200_000 }] });
  });
});

describe("parseJson", () => {
  test("parses every JSON value as JSON.parse does", () => {
    const asNumbers = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? Number(part) : part)),
      );
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes("__proto__"));
        expect(asNumbers(parseJson(text))).toEqual(asNumbers(JSON.parse(text)));
      }),
    );
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"deep":[{"x":1,"x":1}]}',
    '{"__proto__":{}}',
    '{"a":{"__proto__":1}}',
    '{"\\u005f_proto__":1}',
    "",
    "{",
    "{a:1}",
    "[1,]",
    "// comment\n1",
    "NaN",
  ])("refuses %j", (text) => expect(() => parseJson(text)).toThrow(SyntaxError));

  test("names the first problem and its place", () => {
    expect(() => parseJson("[1,]")).toThrow(new SyntaxError("trailing-comma at 2"));
  });

  test("refuses nesting that is deep enough to exhaust the stack", () => {
    expect(() => parseJson(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toThrow(SyntaxError);
  });

  test("preserves all digits of a 64-bit number", () => {
    expect(parseJson('{"permissions": 18446744073709551615}')).toEqual({
      permissions: 18446744073709551615n,
    });
    expect(parseJson("[8, -0, 1e3, 0.5]")).toEqual([8, -0, 1000, 0.5]);
  });

  test.each([
    ["short", []],
    ["long", Array<string>(200).fill("18446744073709551615")],
    ["mixed", Array<string>(199).fill('"x"')],
  ])("preserves all digits in a %s list", (_, entries) => {
    const list = parseJson(`[${[...entries, "18446744073709551615"].join()}]`);
    expect(list).toHaveLength(entries.length + 1);
    expect(list).toHaveProperty([entries.length], 18446744073709551615n);
  });

  test("does not interpret brackets, colons and quotes inside strings", () => {
    expect(parseJson('{ "a:]" : "x\\"},{[" , "b":"" }')).toEqual({ "a:]": 'x"},{[', b: "" });
  });
});

test.each([
  ["1", maxNumberLength, null],
  ["1", maxNumberLength + 1, "long-number"],
  ["-1.5e", maxNumberLength + 1, "long-number"],
])("a number that starts with %s and has %i characters: %s", (start, length, code) => {
  const text = `[${start.padEnd(length, "0")}]`;
  expect(readJson(text).problems[0]?.code ?? null).toBe(code);
  expect(readTolerantly(text).problems[0]?.code ?? null).toBe(code);
});

describe("a text with a long list of an earlier text", () => {
  const list = Array.from({ length: 200 }, (_, nth) => `entry "${nth}"`);
  const read = (text: string) => ({ text, root: readJson(text).root as JsonObject });
  const textOf = (value: unknown) => JSON.stringify({ a: { list: value }, b: 1 }, null, 2);
  const earlier = read(textOf(list));

  test.each([
    ["moved", `{"longer": "text before",${textOf(list).slice(1)}`],
    ["in another place", JSON.stringify({ other: list, list }, null, 2)],
    ["with one entry changed", textOf(list.with(7, "other"))],
    ["with one entry more", textOf([...list, "more"])],
    ["with one entry less", textOf(list.slice(1))],
  ])("is read like a new text: %s", (_, text) => {
    const again = readWithRepeats(text, earlier);
    expect(again).toEqual(readJson(text));
    expect(valueOf(text, again.root!)).toEqual(JSON.parse(text));
    // A text may be read from a text that shares the list itself.
    expect(readWithRepeats(textOf(list), { text, root: again.root as JsonObject })).toEqual(
      readJson(textOf(list)),
    );
  });

  test("shares the list's value", () => {
    const later = readWithRepeats(`{"c": 1,${textOf(list).slice(1)}`, earlier);
    const before = nodeAt(earlier.root, ["a", "list"])!;
    const after = nodeAt(later.root!, ["a", "list"])!;
    expect(valueOf(earlier.text, before)).toBe(valueOf("", after));
  });

  test("shares only the ten longest lists", () => {
    const lists = Array.from({ length: 12 }, (_, nth) => [
      `l${nth}`,
      Array.from({ length: 200 + ((nth * 5) % 12) }, (_, at) => `e${at}`),
    ]);
    const before = read(JSON.stringify(Object.fromEntries(lists)));
    const after = readWithRepeats(` ${before.text}`, before);
    const shared = lists.flatMap(([name, entries]) => {
      const value = (text: string, root: JsonNode) => valueOf(text, nodeAt(root, [String(name)])!);
      return value(before.text, before.root) === value(` ${before.text}`, after.root!)
        ? [entries?.length]
        : [];
    });
    expect(shared.toSorted()).toEqual([202, 203, 204, 205, 206, 207, 208, 209, 210, 211]);
  });

  test("counts the list's entries", () => {
    const filled = (count: number) => `{"rest": [${"1,".repeat(count - 1)}1],${textOf(list).slice(1)}`;
    const others = 5 + list.length;
    expect(readWithRepeats(filled(maxValues - others), earlier).problems).toEqual([]);
    expect(readWithRepeats(filled(maxValues - others + 1), earlier).problems[0]?.code).toBe(
      "too-many-values",
    );
  });
});

/** Each problem with its place, and an exclamation mark if it is the end of a text that is cut off. */
test.each([
  ["[]"],
  ["{}"],
  ["[1,]", "trailing-comma 2-3"],
  ["[1,,2]", "missing-value 3-4"],
  ["[,1]", "missing-value 1-2"],
  ['{"a": , "b": 2}', "missing-value 6-7"],
  ['{"a": 1 ]}', "unclosed 8-9"],
  ["{:1}", "missing-key 1-2"],
  ["[ // x\n1 /* y */]", "comment 2-6", "comment 9-16"],
  ["[1/* x */]", "comment 2-9"],
  ["[1] // x", "comment 4-8"],
  ["[1] t", "after-end 4-5"],
  ["[truex, 1]", "invalid-value 1-6"],
  ['["\\n\\x"]', "invalid-escape 4-6"],
  ['["\\x123\\n"]', "invalid-escape 2-4"],
  ['["b c\\x"]', "invalid-escape 5-7"],
  ['["b\tc"]', "control-character 3-4"],
  ['["b c\\x\td"]', "invalid-escape 5-7", "control-character 7-8"],
  ['["a\\u12"]', "invalid-escape 3-5"],
  ['["a b', "unclosed-string 1-5!", "unclosed 5-5!"],
  ['["a\\', "unclosed-string 1-4!", "unclosed 4-4!"],
  ['["a\\u12', "unclosed-string 1-7!", "unclosed 7-7!"],
  ['["a\\q', "invalid-escape 3-5", "unclosed-string 1-5!", "unclosed 5-5!"],
  ["[1", "unclosed 2-2!"],
  ["[tr", "invalid-value 1-3!", "unclosed 3-3!"],
  ["", "missing-value 0-0!"],
  ["[1] x", "after-end 4-5"],
  ["{a: 1}", "unquoted-key 1-2"],
  ["{,}", "missing-key 1-2", "trailing-comma 1-2"],
  ["[-]", "invalid-value 1-2"],
  ["[01]", "invalid-number 1-3"],
  ["[1x]", "invalid-number 1-3"],
  ["[x1]", "invalid-value 1-3"],
  ['{"a":: 1}', "missing-value 5-6", "missing-comma 7-8", "unquoted-key 7-8"],
])("%j has its problems at these places", (text, ...places) => {
  const words = ({ code, start, end, atEnd }: JsonProblem) => `${code} ${start}-${end}${atEnd ? "!" : ""}`;
  expect(readTolerantly(text).problems.map(words)).toEqual(places);
  expect(readJson(text).problems.map(words)).toEqual(places.slice(0, 1));
});

test.each([
  ["[1,]", "array"],
  ['[{"a": 1,}]', "object"],
  ['{"a": [[1,]]}', "array"],
  ["[1] x", undefined],
])("the problem of %j is in the innermost container", (text, container) => {
  expect(readJson(text).problems[0]).toMatchObject({ container });
});

test("a key without its closing quote is named as far as it goes", () => {
  expect(readTolerantly('{"ab').problems).toContainEqual(
    expect.objectContaining({ code: "missing-colon", key: "ab" }),
  );
});

test("only the first problems are listed", () => {
  expect(readTolerantly(`[${"x,".repeat(150)}1]`).problems).toHaveLength(100);
  expect(readJson(`{${'"a":1,'.repeat(30)}"b":1}`).problems).toHaveLength(20);
});

test(`a text has at most ${maxKeys} keys`, () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`;
  expect(readJson(keys(maxKeys)).problems).toEqual([]);
  expect(readJson(keys(maxKeys + 1)).problems[0]?.code).toBe("too-many-keys");
});

test.each([["a\rb"], ["a\nb"]])("a string ends at the end of its line: %j", (content) => {
  const [first] = readTolerantly(`["${content}"]`).problems;
  expect(first).toMatchObject({ code: "unclosed-string", start: 1, end: 3, atEnd: false });
});
