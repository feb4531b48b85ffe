import { describe, expect, it } from "vitest";
import { hiddenRefusal, hiddenWarning, trimmedText } from "./hidden-characters";

describe("hidden characters in a line of text", () => {
  it.each([" a ", "\r\na\n", "\u00a0a\u00a0", "\ufeffa\u200b", "\u2060 a\t"])(
    "are removed at both ends of %j",
    (text) => {
      expect(trimmedText(text)).toBe("a");
    },
  );

  it.each([
    ["a\u200bb", "a zero-width space at position 2"],
    ["ab\ufeffc", "a byte order mark at position 3"],
    ["a\nb", "a line break at position 2"],
    ["a\u202eb", "the invisible control character U+202E at position 2"],
    ["👩b\0", "a NUL character at position 3"],
  ])("are refused with name and position in %j", (text, words) => {
    expect(hiddenRefusal(text)).toContain(words);
  });

  it.each([
    ["My\u00a0Harbor", "a no-break space at position 3"],
    ["“key”", "the curly quote “ at position 1"],
  ])("may be meant, and are named in %j", (text, words) => {
    expect([hiddenRefusal(text), hiddenWarning(text)]).toEqual([undefined, expect.stringContaining(words)]);
  });

  it.each(["👩‍🚀 Station", "می‌خواهم", "Harbor"])("in %j are none, because joiners shape the text", (text) => {
    expect([hiddenRefusal(text), hiddenWarning(text)]).toEqual([undefined, undefined]);
  });
});
