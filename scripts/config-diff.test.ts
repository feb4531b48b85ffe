import { expect, it } from "vitest";
import { Version } from "@/lib/server/config-file";
import { fileDifferences, patchDifferences } from "./config-diff";
import { patchIn } from "./config-input";

function versionOf(text: string): Version {
  const version = Version.parse(Buffer.from(text));
  if (!version.usable) throw new Error("The text is not valid.");
  return version;
}
const patchOf = (patch: object) => patchIn(Buffer.from(`\uFEFF${JSON.stringify(patch)}`), "The patch")!;
const differences = (patch: object, text: string) => {
  const { changes, repairs } = patchDifferences(patchOf({ operations: [], ...patch }), versionOf(text));
  return [...changes, ...repairs].map(({ path }) => path);
};

it.each([
  [{ path: "mine", text: "2" }, true],
  [{ path: "mine", text: '{"a": [1]}' }, false],
  [{ path: "mine", text: null }, true],
  [{ path: "other", text: null }, false],
  [{ path: "other", text: "1" }, true],
])("a patch with the key %j differs: %j", (key, isDifferent) => {
  expect(differences({ keys: [key] }, '{"mine": {"a": [1.0]}}')).toEqual(isDifferent ? [key.path] : []);
});

it("texts of unrecognized keys are compared, but not printed", () => {
  const patch = patchOf({ operations: [], keys: [{ path: "mine", text: '{"a": "new"}' }] });
  const changesIn = (text: string) => patchDifferences(patch, versionOf(text)).changes;
  expect(changesIn('{"mine": {"a": "new"}}')).toEqual([]);
  expect(JSON.stringify(changesIn('{"mine": {"a": "old"}}'))).toMatch(/^\[{"path":"mine"(?!.*(old|new))/);
});

it.each([
  [{ kind: "move", path: "general.instanceNmae" }, true],
  [{ kind: "remove", path: "general.instanceNmae" }, true],
  [{ kind: "remove", path: "limits" }, true],
  [{ kind: "remove", path: "general" }, false],
  [{ kind: "keep-last", path: "register" }, true],
  [{ kind: "keep-last", path: "general" }, false],
])("a patch with the repair %j differs: %j", (repair, isDifferent) => {
  const text = '{"general": {"instanceNmae": "A"}, "limits": 1, "register": {}, "register": {}}';
  expect(differences({ repairs: [repair] }, text)).toEqual(isDifferent ? [repair.path] : []);
});

it("a marker in the panel's file is not compared with the text or null in another file", () => {
  const fileWith = (address: string, tags: string, name = "Europe") =>
    versionOf(`{"cdn": {"imageProxyServerUrl": ${address}}, "regions": {"available": [{"id": "eu", "name": "${name}",
      "endpoint": "192.0.2.1:1", "vip": false, "custom": false, "deprecated": false, "tags": [${tags}]}]}}`);
  const panel = fileWith('"«secret 1»"', '"«secret 2»", 1');
  for (const wanted of [fileWith("null", "null, 1"), fileWith('"https://a:b@c.example"', '"x", 1')])
    expect(fileDifferences(panel, wanted, false)).toMatchObject({ changes: [], notCompared: 2 });
  const paths = (wanted: Version) => fileDifferences(panel, wanted, false).changes.map(({ path }) => path);
  expect(paths(fileWith("null", "null, 2"))).toEqual(["regions.available"]);
  expect(paths(fileWith("null", "null, 1, 1"))).toEqual(["regions.available"]);
  expect(paths(fileWith("null", "null, 1", "Europa"))).toEqual(["regions.available"]);
  expect(fileDifferences(panel, fileWith("null", "null, 1"), true).changes).toHaveLength(2);
  expect(fileDifferences(versionOf("{}"), versionOf('{"mine": "x"}'), false).changes).toHaveLength(1);
});
