import { expect, it } from "vitest";
import { waysOf } from "./pattern-cost";

it.each<[string, number, string]>([
  ["^[a-z]+-[a-z]+$", 1, "repetitions between which a character is required"],
  ["^a*b*$", 1, "repetitions of different characters"],
  ["^aa*$", 1, "a character before a repetition"],
  ["^a*ba*$", 1, "a required character that the repetitions do not have"],
  ["^[ab]*a[ab]*$", 11, "a required character that the repetitions have"],
  ["^a*b?a*$", 11, "a character that may be missing"],
  ["^a*a*$", 11, "the same repetition twice"],
  ["^a*a*a*$", 66, "the same repetition three times"],
  ["^a*aa*a*$", 66, "a required character, which adds no way"],
  ["^\\u0416*\\u0417*$", 11, "characters that are not among the samples"],
  ["a*", 11, "a beginning anywhere in the text"],
  ["^(?:a|b)$", 1, "alternatives that begin differently"],
  ["^(?:a|ab|b)$", 2, "alternatives of which two begin alike"],
  ["^(?:a?|b)$", 2, "an alternative that may be empty"],
  ["^(?:(?:a|b))$", 1, "alternatives in a group within a group"],
  ["^(?:a|b)?$", 2, "alternatives that may be missing"],
  ["^a*(?:b)a*$", 1, "a required group"],
  ["^a*(?:b)?a*$", 22, "a group that may be missing"],
  ["^(?:b)?a*$", 11, "a group that may be missing, and a repetition"],
  ["^a*(?:b|c)a*$", 11, "alternatives, of which neither is required"],
  ["^a*(?:c|(?:b))a*$", 22, "a group as an alternative"],
  ["^(?:ab)+(?:ab)+$", 10, "a repeated group without repetitions"],
  ["^(a+)+$", Infinity, "a repeated group with a repetition"],
  ["^(?:(?:a+))+$", Infinity, "a repeated group with a group with a repetition"],
  ["^(?:a|b)+$", Infinity, "repeated alternatives"],
  ["^(?:a|b){20}$", Infinity, "more repetitions than characters"],
  ["^(?=a*)a*$", 1, "a repetition after a look-ahead"],
  ["^a*(?=ba*)", 11, "a repetition before a look-ahead"],
  [`^${"(a)".repeat(200)}$`, 1, "200 groups that add no step"],
  [`^${"a".repeat(200)}$`, 1, "200 steps"],
  [`^${"a".repeat(201)}$`, Infinity, "201 steps"],
])("%s tries each of ten characters in %d ways: %s", (source, ways) => {
  expect(waysOf(source, 10)).toBe(ways);
});

it("a beginning anywhere counts even in a text of one character", () => {
  expect(waysOf("a*", 1)).toBe(2);
});
