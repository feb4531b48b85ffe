import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./parse";

test("parses every JSON value as JSON.parse does", () => {
  const asNumbers = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? Number(part) : part)));
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

test("refuses nesting that is deep enough to exhaust the stack", () => {
  expect(() => parseJson(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toThrow(SyntaxError);
});

test("preserves all digits of a 64-bit number", () => {
  expect(parseJson('{"permissions": 18446744073709551615}')).toEqual({
    permissions: 18446744073709551615n,
  });
  expect(parseJson("[8, -0, 1e3, 0.5]")).toEqual([8, -0, 1000, 0.5]);
});

test("does not interpret brackets, colons and quotes inside strings", () => {
  expect(parseJson('{ "a:]" : "x\\"},{[" , "b":"" }')).toEqual({ "a:]": 'x"},{[', b: "" });
});
