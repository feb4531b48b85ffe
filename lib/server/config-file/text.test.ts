import { expect, test } from "vitest";
import { readJson } from "@/lib/shared/json/read";
import { decode, decodeLeniently, wordsFor } from "./text";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const mark = [0xef, 0xbb, 0xbf];

test("only the first byte order mark is not part of the text", () => {
  expect(decode(bytes(mark, mark, "a"))).toEqual({ text: "\ufeffa", bom: true });
  expect(decode(bytes("a", mark))).toEqual({ text: "a\ufeff", bom: false });
  expect(decodeLeniently(bytes(mark, "a", mark, "b"))).toBe("a\ufeffb");
});

test.each([
  ["little-endian UTF-16", bytes([0xff, 0xfe]), "The file is UTF-16.", 1, 1],
  ["big-endian UTF-16", bytes([0xfe, 0xff, 0, 0x61]), "The file is UTF-16.", 1, 1],
  ["one byte", bytes([0xff]), "The file is not UTF-8 text.", 1, 1],
  ["an invalid byte", bytes("ab\n c", [0xff], "d"), "The file is not UTF-8 text.", 2, 3],
  ["a character that is cut off", bytes("ab", [0xc3]), "The file is not UTF-8 text.", 1, 3],
  ["a second mark before it", bytes(mark, mark, "a", [0xff]), "The file is not UTF-8 text.", 1, 3],
])("%s is reported with its place", (_, content, message, line, column) => {
  expect(decode(content)).toEqual({
    problem: { severity: "error", message: `${message} Save it as UTF-8.`, line, column },
  });
});

test.each<[string, number[], string]>([
  ["little-endian UTF-16 without a mark", [0x61, 0], "a"],
  ["big-endian UTF-16 without a mark", [0, 0x61], "a"],
  ["big-endian UTF-16 of a Latin-1 letter", [0, 0xff], "ÿ"],
  ["little-endian UTF-16 with a mark", [0xff, 0xfe, 0x61, 0], "a"],
  ["big-endian UTF-16 with a mark", [0xfe, 0xff, 0x61, 0x62], "慢"],
  ["two bytes of text", [0x61, 0x62], "ab"],
  ["two zeros", [0, 0], "\0\0"],
  ["one zero", [0], "\0"],
  ["little-endian UTF-16 of the lowest control character", [1, 0], "\u0001"],
])("%s is decoded", (_, content, text) => {
  expect(decodeLeniently(Buffer.from(content))).toBe(text);
});

test.each([
  ["[1 2]", "A comma or “]” is missing here."],
  ['{"a": 1 "b": 2}', "A comma or “}” is missing here."],
  ["[1,]", "Remove this comma: nothing follows it in its list."],
  ['{"a": 1,}', "Remove this comma: nothing follows it in its object."],
  ["{'a': 1}", "Strings need double quotes in JSON."],
  ['{"a": 1\n# x\n}', /comment/i],
  ["{,}", "A key in double quotes is missing here."],
  ["{a: 1}", "Keys need double quotes in JSON."],
  [`[${"1".repeat(401)}]`, "This number has more than 400 characters. Shorten it."],
  ['{"a": 1, "a": 2}', "The key “a” appears twice in the same object. Remove one."],
])("%j is described", (text, message) => {
  const [problem] = readJson(text).problems;
  expect(wordsFor(text, problem!).message).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
});
