import { expect, it } from "vitest";
import { causeOf } from "./cause";
import { readJson } from "./read";

function causeIn(text: string): string | undefined {
  const [problem] = readJson(text).problems;
  return problem && causeOf(text, problem);
}

it.each([
  ["{ “a”: 1 }", /curly quote/],
  ['{ "a": !secret mail_password }', /^!secret is a YAML tag/],
  ['{ "a": !!str x }', /^!!str is a YAML tag/],
  ['{ "a": ${MAX} }', /template/],
  ['{ "a": $MAX }', /template/],
  ['{ "a": <%= max %> }', /template/],
  ['{ "a": {{ limits.max | int }} }', /template/],
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
  ["name: Harbor\n", /YAML/],
  ["# why\n#\n\n  name: Harbor\n", /YAML/],
  [`# ${"why ".repeat(100)}\nname: Harbor\n`, /YAML/],
  ['{\n=======\n  "a": 2\n}', /unfinished merge/],
  ["{\r\n>>>>>>>\r\n}", /unfinished merge/],
  ["{\n||||||| base\n}", /unfinished merge/],
  ['{ "aLongerKey": NaN }', /no NaN/],
  ["\n <html></html>", /web page/],
  ['\n{ "a": 1 }\n{ "a": 2 }\n', /second JSON document/],
  ["<!DOCTYPE html><html></html>", /web page/],
  ['{ "a": 1 }\n{ "a": 2 }', /second JSON document/],
  ['{ "a": 1 } [2]', /second JSON document/],
])("the cause of the error in %j is named", (text, words) => {
  expect(causeIn(text)).toMatch(words);
});

it.each([
  '{ "a": 1 "b": 2 }',
  '{{ "a": 1 }}',
  '{ "a": { b } }',
  '{ "a": $ }',
  '{ "a": ! }',
  "{ 'a': 1 }",
  '{ "a": 012 }',
  '{ "a": 1, }',
  '{"a": tru',
  '{"a": {"b": 1} {"c": 2}}',
  '{"a": {"b": 1} {"c": 2}\n}',
  '{"a": [1]\n"b": 2 {"c": 3}}',
  '{\n"a": [\n{"b": 1}\n{"c": 2}\n]\n}',
  '{"a": 1}\n}',
  '{ "a": x\n=======\n}',
  '{ "a": @ !x }',
  '{ "a": @, "b": "–5" }',
  '{ "a": @ $x }',
  '{ "a": @ {{ x }} }',
  '{ "a": "<html>" x }',
  '{ "a": <<<<<<< x }',
  "{\n=a\n}",
  "{\n>a\n}",
  "{\n|a\n}",
  "{\n=======a\n}",
  '{ "a": @None }',
  '{ "a": @NaN }',
  '{ "a": @ b: 1 }',
])("no cause is guessed in %j", (text) => {
  expect(causeIn(text)).toBeUndefined();
});
