import fc from "fast-check";
import { describe as suite, expect, test } from "vitest";
import { valueOf } from "@/lib/shared/json/tree";
import { maxKeys, maxValues } from "@/lib/shared/json/read";
import { maxBytes, Version } from "./version";

const problemOf = (content: string | Buffer) => {
  const parsed = Version.parse(Buffer.from(content));
  if (parsed.usable) throw new Error("It was taken as usable.");
  return parsed.problems[0]!;
};
const value = (content: string | Buffer) => {
  const parsed = Version.parse(Buffer.from(content));
  if (!parsed.usable) throw new Error(JSON.stringify(parsed.problems));
  return valueOf(parsed.text, parsed.root);
};

suite("the parser refuses", () => {
  test.each<[string, string | Buffer, number | undefined, number | undefined, RegExp]>([
    ["an empty file", "", 1, 1, /is empty/],
    ["white space only", " \n\n", 1, 1, /is empty/],
    ["a cut-off text", '{\n "a": "b', 2, 9, /is cut off/],
    ["a cut-off escape", '{"a": "\\u12', 1, 12, /is cut off/],
    ["a cut-off word", '{"a": tru', 1, 10, /is cut off/],
    ["a cut-off number", '{"a": -', 1, 8, /is cut off/],
    ["a cut-off object", '{"a": 1', 1, 8, /is cut off/],
    ["a comment", '{\n  // note\n  "a": 1}', 2, 3, /comment/],
    ["a comment at the end", '{"a": 1} // x', 1, 10, /comment/],
    ["a trailing comma", '{"a": [1, 2,],\n"b": 1}', 1, 12, /Remove this comma/],
    ["a trailing comma in an object", '{"a": 1,}', 1, 8, /Remove this comma/],
    ["a missing comma", '{"a": 1\n "b": 2}', 2, 2, /comma/],
    ["a missing colon", '{"a" 1}', 1, 6, /colon/],
    ["an unquoted key", "{a: 1}", 1, 2, /Keys need double quotes/],
    ["single quotes", "{'a': 1}", 1, 2, /double quotes/],
    ["__proto__", '{"x": {"__proto__": 1}}', 1, 8, /__proto__/],
    ["a control character", '{"a": "b\u0001"}', 1, 9, /u0001/],
    ["a text that spans two lines", '{"a": "b\n"}', 1, 9, /closing double quote/],
    ["an invalid escape", '{"a": "\\x"}', 1, 8, /escape/],
    ["a number with a leading zero", '{"a": 012}', 1, 7, /number/],
    ["NaN", '{"a": NaN}', 1, 7, /no NaN/],
    ["a broken word", '{"a": harbor}', 1, 7, /strings need double quotes/],
    ["two documents", "{}\n{}", 2, 1, /second JSON document/],
    ["text after the end", "{}\n]", 2, 1, /after the end/],
    ["a list at the root", " [1]", 1, 2, /must be a JSON object/],
    ["a text at the root", '"x"', 1, 1, /must be a JSON object/],
    [
      "invalid UTF-8",
      Buffer.concat([Buffer.from('{\n "a": "é'), Buffer.from([0xff]), Buffer.from('"}')]),
      2,
      9,
      /not UTF-8/,
    ],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le"), 1, 1, /UTF-16/],
    ["one byte of nonsense", Buffer.from([0xff]), 1, 1, /not UTF-8/],
  ])("%s, and reports the location", (_, content, line, column, message) => {
    const problem = problemOf(content);
    expect(problem.message).toMatch(message);
    expect([problem.line, problem.column]).toEqual([line, column]);
  });

  test.each([
    ["[", 10_000],
    ['{"a":', 10_000],
    ["[", 2_000_000],
  ])("%s nested to %d levels, without exhausting the stack", (opener, depth) => {
    expect(problemOf(`{"x":${opener.repeat(depth)}`).message).toMatch(/nested deeper than 200 levels/);
  });

  test("files above 4 MiB, without parsing the text", () => {
    const text = (bytes: number) => Buffer.from(`{}${" ".repeat(bytes - 2)}`);
    expect(problemOf(text(maxBytes + 1)).message).toMatch(/reads at most 4194304/);
    expect(Version.parse(text(maxBytes)).usable).toBe(true);
  });

  test.each([
    ["keys", maxKeys, (count: number) => Array.from({ length: count }, (_, nth) => `"k${nth}":0`).join()],
    // The list and the whole file also count as values.
    ["values", maxValues - 2, (count: number) => `"list":[${"0,".repeat(count - 1)}0]`],
  ])("too many %s, and reports where the limit is exceeded", (what, most, members) => {
    const text = (count: number) => Buffer.from(`{${members(count)}}`);
    expect(Version.parse(text(most)).usable).toBe(true);
    const { message, line, column } = problemOf(text(most + 1));
    expect(message).toContain(
      `more than ${(what === "keys" ? maxKeys : maxValues).toLocaleString("en")} ${what}`,
    );
    expect([line, column]).toEqual([1, text(most).length + 1 - (what === "keys" ? 0 : 1)]);
  });
});

suite("the parser accepts", () => {
  test("a byte order mark, and leaves it out of the text", () => {
    const parsed = Version.parse(Buffer.from('\ufeff{"a": 1}'));
    expect(parsed.usable && [parsed.bom, parsed.text]).toEqual([true, '{"a": 1}']);
  });

  test("whole numbers beyond 2^53, without rounding", () => {
    expect(
      value('{"a": 98765432109876543210, "b": 9007199254740991, "c": 1.50, "d": -9007199254740993}'),
    ).toEqual({
      a: 98765432109876543210n,
      b: 9007199254740991,
      c: 1.5,
      d: -9007199254740993n,
    });
  });

  test("files of nearly 4 MiB", () => {
    const big = Object.fromEntries(
      Array.from({ length: 19_000 }, (_, index) => [
        `key ${index}`,
        [index, "a text of some length here", "x".repeat(140), null],
      ]),
    );
    const text = JSON.stringify(big, null, 1);
    expect(text.length).toBeGreaterThan(0.9 * maxBytes);
    expect(value(text)).toEqual(big);
  });

  test("exactly what JSON.parse accepts, except forbidden keys and deep nesting", () => {
    const fragments = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-",
      ".5",
      "true",
      "nul",
      " ",
      "\n",
      "\\",
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(fragments, { maxLength: 12 }).map((list) => list.join("")),
        ),
        (inner) => {
          const text = `{"x":${inner}}`;
          let expected: unknown;
          try {
            expected = JSON.parse(text);
          } catch {
            expected = undefined;
          }
          const parsed = Version.parse(Buffer.from(text));
          if (!parsed.usable) {
            const refused = parsed.problems.every(({ message }) => /__proto__|deeper/.test(message));
            expect(expected === undefined || refused).toBe(true);
          } else {
            const read = JSON.stringify(valueOf(parsed.text, parsed.root), (_, item: unknown) =>
              typeof item === "bigint" ? Number(item) : item,
            );
            expect(read).toBe(JSON.stringify(expected));
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

suite("a version", () => {
  const versionOf = (content: string | object) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const parsed = Version.parse(Buffer.from(text));
    if (!parsed.usable) throw new Error(text);
    return parsed;
  };

  test("can grow to 4 MiB, and the refusal of more is a problem of the whole file", () => {
    const nearly = versionOf(`{"a": 1}${" ".repeat(maxBytes - 9)}`);
    const grown = (value: number) => nearly.edited([{ segments: ["a"], value }]);
    expect(grown(22).bytes).toHaveLength(maxBytes);
    expect(() => grown(333)).toThrow(
      expect.objectContaining({
        code: "invalid-settings",
        problems: [{ path: "", message: expect.stringContaining("4194304") }],
      }),
    );
  });

  test("states which settings are set, and only for secrets whether they are set or unset", () => {
    const { facts } = versionOf({ general: { instanceName: "A" }, email: { smtp: { password: "secret" } } });
    expect(facts.set).toEqual(["general.instanceName", "email.smtp.password"]);
    expect(facts.secrets).toMatchObject({ "email.smtp.password": "set", "security.jwtSecret": "unset" });
    expect(facts.secrets).not.toHaveProperty(["general.instanceName"]);
  });

  test.each([
    [{}, undefined],
    [{ general: {} }, undefined],
    [{ general: null }, undefined],
    [{ general: "odd" }, "odd"],
  ])("with %j has the value %j for the group", (content, expected) => {
    expect(versionOf(content).rawOf("general")).toBe(expected);
  });

  test("lists the leaves of unrecognized keys, of which an empty object is one", () => {
    const { unrecognized } = versionOf({ odd: { a: 1, b: {}, c: { d: [] } } });
    expect([...unrecognized].map(([path, { value: leaf }]) => [path, leaf])).toEqual([
      ["odd.a", 1],
      ["odd.b", {}],
      ["odd.c.d", []],
    ]);
  });

  test.each([
    ["one spelling", { rabbitmq: {}, sentry: {} }, []],
    ["the neutral spelling", { broker: {} }, []],
    ["two spellings", { rabbitmq: {}, errorTracking: {} }, ["mixed-spelling"]],
  ])("with keys in %s reports %j", (_, content, codes) => {
    expect(versionOf(content).problems.map(({ code }) => code)).toEqual(codes);
  });
});
