import fc from "fast-check";
import { expect, test } from "vitest";
import { locate } from "./location";

/** Returns the location of the cursor `|` in the text, and the text of the token there. */
function at(textWithBar: string) {
  const text = textWithBar.replace("|", "");
  const { path, isKey, token } = locate(text, textWithBar.indexOf("|"));
  return [path.join("."), isKey ? "key" : "value", token && text.slice(token.start, token.end)];
}

test.each<[string, string, "key" | "value", string | null]>([
  ["|{}", "", "value", null],
  ["{|}", "", "key", null],
  ['{ "a|b": 1 }', "ab", "key", '"ab"'],
  ['{ |"ab": 1 }', "ab", "key", '"ab"'],
  ['{ |"a:b": 1 }', "a:b", "key", '"a:b"'],
  ['{ "ab"|: 1 }', "ab", "key", '"ab"'],
  ['{ "ab":| 1 }', "ab", "value", null],
  ['{ "ab": 1| }', "ab", "value", "1"],
  ['{ "ab": 1 | }', "ab", "value", null],
  ['{ "ab": 1,| }', "", "key", null],
  ['{ "a": { "b": fal| } }', "a.b", "value", "fal"],
  ['{ "a": { "b": "x|', "a.b", "value", '"x'],
  ['{ "a": { "b|', "a.b", "key", '"b'],
  ['{ "a": { "b": 1 }|, "c": 2 }', "a", "value", null],
  ['{ "a": [1, { "id": | }] }', "a.1.id", "value", null],
  ['{ "a": [1, 2], "c": | }', "c", "value", null],
  ['{ "a": { "b": 1 // why, {\n, |', "a.", "key", null],
  ['{ "\\u0061": | }', "a", "value", null],
  ["1, |", "", "value", null],
  ["1, 2, |", "", "value", null],
  ["[|", "0", "value", null],
  ["{ // wh|y", "", "key", null],
  ['{ "a\\"\\q": |', 'a\\"\\q', "value", null],
])("locates the cursor in %s", (text, path, kind, token) => expect(at(text)).toEqual([path, kind, token]));

test("returns a location for any text and offset", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 20 }), (text, offset) => {
      const { token } = locate(text, Math.min(offset, text.length));
      if (token) expect(token.start <= offset && token.end <= text.length).toBe(true);
    }),
  );
});
