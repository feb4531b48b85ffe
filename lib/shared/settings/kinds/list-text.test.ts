import { describe, expect, it } from "vitest";
import { specified } from "../registry";
import { z } from "../zod";
import { readListText } from "./list-text";

const field = specified.fieldAt("register.email.domains");
if (field?.kind !== "string-list") throw new Error("The domain list is not a list.");
const schema = field.itemSchema(z);
const read = (text: string) =>
  readListText(text.split("\n"), (item) => schema.safeParse(item).error?.issues[0]?.message);

describe("a list as text", () => {
  it("has an entry per line, without blank lines and blanks around entries", () => {
    expect(read("a.example\n\n  b.example \r\n")).toEqual({ items: ["a.example", "b.example"], marks: [] });
  });

  it("marks repeats, for which letter case and punycode do not count", () => {
    const { items, marks } = read("mail.example\nMail.Example\nbüro.example\nxn--bro-hoa.example");
    expect(items).toEqual(["mail.example", "büro.example"]);
    expect(marks).toEqual([
      { line: 2, kind: "duplicate", text: "Same as line 1" },
      { line: 4, kind: "duplicate", text: "Same as line 3" },
    ]);
  });

  it.each([
    ["@throwaway.example", "Remove the “@”"],
    ["spam mail.example", "Remove the space"],
    ['"mail.example",', "Remove the quotes"],
    ["a.example, b.example", "Put each entry on its own line"],
    [
      "mail\u00a0.example",
      "This contains a no-break space at position 5. Remove it, or type the text again.",
    ],
    [
      "mail\u200b.example",
      "This contains a zero-width space at position 5. Remove it, or type the text again.",
    ],
    ["mail", "Enter a domain without @, http:// or a path, such as example.org."],
  ])("marks %s with what to do", (line, text) => {
    expect(read(`a.example\n${line}`)).toEqual({
      items: ["a.example", line],
      marks: [{ line: 2, kind: "invalid", text }],
    });
  });
});
