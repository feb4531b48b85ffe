import { expect, it } from "vitest";
import { causeOf } from "./cause";
import { readJson } from "./read";

const causeIn = (text: string): string | undefined => causeOf(text, readJson(text).problems[0]?.start ?? 0);

it.each([
  ["{ “a”: 1 }", /curly quote/],
  ['{ "a": ‘x’ }', /curly quote/],
  ['{ "a": True }', /Write true/],
  ['{ "a": None }', /Write null/],
  ['{ "a": NaN }', /no NaN/],
  ['{ "a": -Infinity }', /no NaN and no Infinity/],
  ['{\u00a0"a": 1 }', /special space/],
  ['{ "a": –5 }', /not a minus sign/],
  ['{\n<<<<<<< ours\n  "a": 1\n=======\n  "a": 2\n>>>>>>> theirs\n}', /unfinished merge/],
  ["general:\n  instanceName: Harbor\n", /YAML/],
  ["---\ngeneral: {}\n", /YAML/],
  ["<!DOCTYPE html><html></html>", /web page/],
  ['{ "a": 1 }\n{ "a": 2 }', /second JSON document/],
])("the cause of the error in %j is named", (text, words) => {
  expect(causeIn(text)).toMatch(words);
});

it.each([
  '{ "a": 1 "b": 2 }',
  "{ 'a': 1 }",
  '{ "a": 012 }',
  '{ "a": 1, }',
  '{"a": tru',
  '{"a": {"b": 1} {"c": 2}}',
])("no cause is guessed in %j", (text) => {
  expect(causeIn(text)).toBeUndefined();
});
