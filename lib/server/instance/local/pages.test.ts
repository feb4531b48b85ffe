import { expect, test } from "vitest";
import { cleanSearch, nameCursor, timeCursor } from "./pages";

const invalid = expect.objectContaining({ code: "invalid-input" });

test("a search has at most 100 characters, without NUL and spaces around it", () => {
  expect(cleanSearch()).toBe("");
  expect(cleanSearch("  ha\0rbor \0 ")).toBe("harbor");
  expect(cleanSearch(`${"x".repeat(100)}y`)).toBe("x".repeat(100));
});

test("a position in a list by name has an id of up to 20 digits, and a name of up to 3,979 characters", () => {
  expect(nameCursor("12.a.b\nc")).toEqual(["a.b\nc", "12"]);
  expect(nameCursor("12.")).toEqual(["", "12"]);
  const id = "1".repeat(20);
  expect(nameCursor(`${id}.${"x".repeat(3_979)}`)[0]).toHaveLength(3_979);
  for (const text of ["", "12", ".a", "x12.a", `1${id}.a`, "12.a\0", `${id}.${"x".repeat(3_980)}`])
    expect(() => nameCursor(text), text).toThrow(invalid);
});

test("a position in a list by time has a time of up to 15 digits, and an id", () => {
  expect(timeCursor("1700.12")).toEqual([1_700, "12"]);
  expect(timeCursor(`${"9".repeat(15)}.${"1".repeat(20)}`)).toEqual([999_999_999_999_999, "1".repeat(20)]);
  for (const text of ["", "12", "x1.2", "1.2x", `${"9".repeat(16)}.1`, `1.${"1".repeat(21)}`])
    expect(() => timeCursor(text), text).toThrow(invalid);
});
