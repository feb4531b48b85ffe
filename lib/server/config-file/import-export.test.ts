import { expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { byOperator } from "@/lib/shared/author";
import { exportFile, previewImport, withSecretReferences } from "./import-export";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";

test("an export of the database of an early instance shows what becomes what", async () => {
  const { config, write } = await testFile();
  write('{"general": {"instanceName": "Old"}}');
  const rows = [
    { key: "general_instanceName", value: '"Harbor"' },
    { key: "limits_rate_enabled", value: "true" },
    { key: "kafka_brokers", value: '"10.0.0.1"' },
  ];
  const preview = await previewImport(config, await readAndRecord(config), JSON.stringify(rows));
  expect(preview.problems).toEqual([]);
  expect(preview.changes).toMatchObject([
    { path: "general.instanceName", before: "Old", after: "Harbor" },
    { path: "limits.rate.enabled", before: null, after: true },
  ]);
  expect(preview.ignored).toEqual(["kafka"]);
});

test("an import of an export without secrets keeps every hidden text in a list", async () => {
  const { config, write, read } = await testFile();
  const text = `{"general": {"instanceName": "One"}, "regions": {"available": [{"id": "eu", "name": "Europe",
    "endpoint": "192.0.2.1:1", "vip": false, "custom": false, "deprecated": false, "key": "k0", "size": null,
    "tags": ["a", ["b"]], "auth": {"token": "t0ken", "port": 1, "next": {"token": "t1"}}}]}}`;
  write(text);
  const current = await readAndRecord(config);
  const exported = String(exportFile(config, current, { secrets: false }).bytes);
  expect(exported).not.toMatch(/"a"|"b"|t0ken|t1|k0/);
  for (const mode of ["merge", "replace"] as const)
    expect((await previewImport(config, current, exported, mode)).operations, mode).toEqual([]);

  const edited = exported.replace("Europe", "Europa").replace('"port": 1', '"port": 2');
  const { operations } = await previewImport(config, current, edited);
  await saveOperations(config, { baseEtag: current.etag, author: byOperator("ada"), operations });
  expect(JSON.parse(read())).toEqual(
    JSON.parse(text.replace("Europe", "Europa").replace('"port": 1', '"port": 2')),
  );
});

test("a file on one line is laid out for comparison with the spelling of its keys and values", async () => {
  const { config, write } = await testFile();
  write('{"general":{"instanceId":1104236891374919681,"\\u0061":1.50},"l":[{},[],[1,{"b":2}]],"s":"hidden"}');
  const { version } = await readAndRecord(config);
  expect(withSecretReferences(version!)).toBe(`{
  "general": {
    "instanceId": 1104236891374919681,
    "\\u0061": 1.50
  },
  "l": [
    {},
    [],
    [
      1,
      {
        "b": 2
      }
    ]
  ],
  "s": "secret:s"
}
`);
});
