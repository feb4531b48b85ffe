import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSchema } from "@/lib/shared/settings/json-schema";
import { mergeTexts, renumberMarkers } from "./merge-texts";
import { checkAgainst, schemaAt } from "./schema-check";
import { checkText } from "./text-problems";

describe("checkText", () => {
  const places = (text: string) =>
    checkText(text).problems.map(({ from, to, message }) => [text.slice(from, to), message]);

  it("accepts JSON with an object at its root", () => {
    expect(checkText('{ "a": [1, null, "x"] }\n').problems).toEqual([]);
  });

  it("reports the position of an error, and what is wrong there", () => {
    expect(places('{ "a": 1 // why\n}')[0]).toEqual([
      "// why",
      "JSON does not allow comments: remove this one.",
    ]);
    expect(places('{ "a": 1, }')[0]?.[1]).toMatch(/remove the previous comma/);
    expect(places('{ "a": 1 "b": 2 }')[0]?.[1]).toBe("Comma missing between two entries.");
    expect(places('{ "a": { "b": 1, "b": 2 } }')).toEqual([
      ['"b"', "Key “b” appears twice in this object: the instance uses the last one."],
    ]);
    const unquoted = "Not valid JSON: keys need double quotes.";
    expect(places("{ foo: true }")).toEqual([["foo", unquoted]]);
    expect(places(`{ 'oops": 1 }`)[0]?.[1]).toBe(unquoted);
    expect(places('{ "a": 1, : 2 }')[0]?.[1]).toMatch(/^Key missing/);
    expect(places('{ "a": "x')[0]?.[1]).toMatch(/^String not closed/);
    expect(places("[1]")[0]?.[1]).toMatch(/must be an object/);
    expect(places("")).toHaveLength(1);
  });

  it("reports a text that is nested too deeply for the browser", () => {
    expect(checkText("[".repeat(200_000)).problems.length).toBeGreaterThan(0);
  });
});

describe("the schema in the editor", () => {
  const schema = jsonSchema();
  const faults = (value: unknown) => {
    const text = JSON.stringify(value);
    const { root } = checkText(text);
    return root
      ? checkAgainst(schema, text, root).map(({ from, to, message }) => `${text.slice(from, to)} ${message}`)
      : [];
  };

  it("covers keys, groups and list elements, but not unknown keys", () => {
    expect(schemaAt(schema, ["limits", "user", "maxBio"])?.type).toEqual(["integer", "null"]);
    expect(schemaAt(schema, ["regions", "available", 0, "vip"])?.type).toBeDefined();
    expect(schemaAt(schema, ["limits", "constructor"])).toBeUndefined();
    expect(schemaAt(schema, ["limits", "nothing", "at", "all"])).toBeUndefined();
  });

  it("warns about invalid values, but not about unknown keys, null or hidden secrets", () => {
    expect(faults({ limits: { user: { maxBio: "many" } } })).toEqual(['"many" Enter a whole number.']);
    expect(faults({ limits: { user: { maxBio: -1 } } })[0]).toContain("0 or more");
    expect(faults({ email: { provider: "pigeon" } })[0]).toContain("Choose one of");
    expect(faults({ general: { tosPage: "somewhere" } })[0]).toContain("form");
    expect(faults({ limits: [] })).toEqual(["[] Enter an object."]);
    expect(faults({ limits: null, extra: { any: 1 }, security: { jwtSecret: "«secret 1»" } })).toEqual([]);
  });
});

describe("renumberMarkers", () => {
  const from = '{ "a": "«secret 1»", "b": { "c": "«secret 2»" } }';

  it("renumbers each secret's marker to match the newer version", () => {
    const to = '{ "new": "«secret 1»", "b": { "c": "«secret 2»" }, "a": "«secret 3»" }';
    expect(renumberMarkers('{ "a": "«secret 1»", "b": { "c": "«secret 2»" }, "x": 1 }', from, to)).toBe(
      '{ "a": "«secret 3»", "b": { "c": "«secret 2»" }, "x": 1 }',
    );
  });

  it("unsets a key whose secret no longer exists, and renumbers moved markers", () => {
    expect(renumberMarkers('{ "a": "«secret 1»" }', from, '{ "b": { "c": "«secret 1»" } }')).toBe(
      '{ "a": null }',
    );
    expect(renumberMarkers('{ "z": "«secret 2»" }', from, '{ "b": { "c": "«secret 1»" } }')).toBe(
      '{ "z": "«secret 1»" }',
    );
  });
});

describe("mergeTexts", () => {
  const base = "a\nb\nc\nd\ne\nf\ng";

  it("combines the changes of both sides if the changes do not overlap", () => {
    expect(mergeTexts(base, "a\nB\nc\nd\ne\nf\ng", "a\nb\nc\nd\ne\nF\ng")).toEqual({
      text: "a\nB\nc\nd\ne\nF\ng",
      conflicts: 0,
    });
    expect(mergeTexts(base, "a\nb1\nb2\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\nf\ng")).toEqual({
      text: "a\nb1\nb2\nb\nc\nd\nf\ng",
      conflicts: 0,
    });
    expect(mergeTexts(base, "a\nb\nc\nd\nE\nf\ng", "0\na\nb\nc\nd\ne\nf\ng\nh")).toEqual({
      text: "0\na\nb\nc\nd\nE\nf\ng\nh",
      conflicts: 0,
    });
    expect(mergeTexts(base, base, "x")).toEqual({ text: "x", conflicts: 0 });
    expect(mergeTexts(base, "x\nb\nc\nd\ne\nf\ng", base)).toEqual({
      text: "x\nb\nc\nd\ne\nf\ng",
      conflicts: 0,
    });
  });

  it("uses the lines of `mine` and counts a conflict if the changes to a line differ", () => {
    expect(mergeTexts(base, "a\nb\nmine\nd\ne\nf\ng", "a\nb\ntheirs\nd\ne\nF\ng")).toEqual({
      text: "a\nb\nmine\nd\ne\nF\ng",
      conflicts: 1,
    });
    expect(mergeTexts(base, "a\nb\nX\nd\ne\nf\ng", "a\nb\nX\nd\ne\nf\ng")).toEqual({
      text: "a\nb\nX\nd\ne\nf\ng",
      conflicts: 0,
    });
  });

  it("returns the changed text if only one side changed, or both sides identically", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(mergeTexts(before, before, after)).toEqual({ text: after, conflicts: 0 });
        expect(mergeTexts(before, after, before)).toEqual({ text: after, conflicts: 0 });
        expect(mergeTexts(before, after, after)).toEqual({ text: after, conflicts: 0 });
      }),
    );
  });
});
