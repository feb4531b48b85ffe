import { describe, expect, test } from "vitest";
import { applyEdits, TooMuch } from "./edit";
import { maxKeys, maxValues, readJson } from "./read";
import type { JsonObject } from "./tree";
import type { JsonValue } from "./value";

const set = (text: string, key: string, value: JsonValue) =>
  applyEdits({ text, root: readJson(text).root as JsonObject }, [{ segments: [key], value }]).text;

describe("an edited text", () => {
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;

  test(`has at most ${maxKeys} keys`, () => {
    expect(readJson(set(keys(maxKeys - 1), "a", 1)).problems).toEqual([]);
    expect(() => set(keys(maxKeys), "a", 1)).toThrow(TooMuch);
  });

  test(`has at most ${maxValues} values`, () => {
    // The object and the list are values, too.
    const most = Array<number>(maxValues - 2).fill(0);
    expect(readJson(set('{"l":1}', "l", most)).problems).toEqual([]);
    expect(() => set('{"l":1}', "l", [...most, 0])).toThrow(TooMuch);
  });
});
