import { expect, it } from "vitest";
import { Version } from "@/lib/server/config-file";
import { mergeBack } from "./merge";

function reading(text: string): Version {
  const parsed = Version.parse(Buffer.from(text), "branded");
  if (!parsed.usable) throw new Error("The test's text is no file.");
  return parsed;
}

const before = '{"general":{"instanceName":"A"},"own":{"left":1}}';
const applied = '{"general":{"instanceName":"B","frontPage":"https://b.example"},"own":{"left":2,"right":3}}';

const merged = (now: string, choice: "newer" | "older" = "newer", [from, to] = [before, applied]) => {
  const { file, ...rest } = mergeBack(
    { before: reading(from), applied: reading(to), now: reading(now) },
    choice,
  );
  return { text: file.text, ...rest };
};

it("a rollback changes only the settings and unrecognized keys that the apply changed", () => {
  const now =
    '{ "general": { "instanceName": "B",  "frontPage": "https://b.example", "tosPage": "https://c.example" },\n  "own": { "left": 2, "right": 3, "other": [1,  2] } }';
  expect(merged(now)).toEqual({
    text: '{ "general": { "instanceName": "A", "tosPage": "https://c.example" },\n  "own": { "left": 1, "other": [1,  2] } }',
    putBack: ["general.instanceName", "general.frontPage", "own.left", "own.right"],
    contested: [],
  });
});

it("a rollback keeps values that were changed after the apply, unless the older values are chosen", () => {
  const now = applied.replace('"B"', '"C"').replace('"left":2', '"left":9');
  const contested = ["general.instanceName", "own.left"];
  expect(merged(now)).toMatchObject({
    text: '{"general":{"instanceName":"C"},"own":{"left":9}}',
    contested,
  });
  expect(merged(now, "older")).toMatchObject({ text: before, contested });
});

it("a rollback removes a new setting in each of its spellings", () => {
  const to = '{"rabbitmq":{"host":"amqp://a.example"},"broker":{"host":"amqp://a.example"}}';
  expect(merged(to, "newer", ["{}", to]).text).toBe('{"rabbitmq":{},"broker":{}}');
});

it("a rollback ignores values that were already restored", () => {
  expect(merged(before)).toEqual({ text: before, putBack: [], contested: [] });
});

it.each([
  ['{"own":{"left":1}}', '{"own":5}'],
  ['{"own":5}', '{"own":{"left":1}}'],
])("a rollback replaces an object by a value with its name, and a value by an object: %s", (from, to) => {
  expect(JSON.parse(merged(to, "newer", [from, to]).text)).toEqual(JSON.parse(from));
});
