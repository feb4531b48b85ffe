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

test("an import takes texts for hidden ones only if they are null and their element has them", async () => {
  const { config, write } = await testFile();
  const region = (id: string, more: object) => ({ id, name: id, endpoint: "h:1", vip: false, ...more });
  const text = (...regions: object[]) => JSON.stringify({ regions: { available: regions } });
  write(text(region("eu", { custom: false, deprecated: false, key: "k0" }), region("us", { key: 5 })));
  const current = await readAndRecord(config);
  const imported = text(region("eu", { key: "new" }), region("us", { key: null }));
  const { operations } = await previewImport(config, current, imported);
  expect(operations).toMatchObject([
    {
      value: [
        { id: "eu", key: "new" },
        { id: "us", key: null },
      ],
    },
  ]);
});

test("an import contains a value that equals the default if the file has another one", async () => {
  const { config, write } = await testFile();
  write('{"limits": {"user": {"maxBio": 7}}}');
  const current = await readAndRecord(config);
  const text = (maxBio: number) => JSON.stringify({ limits: { user: { maxBio, maxGuilds: 1048576 } } });
  const { operations } = await previewImport(config, current, text(190));
  expect(operations).toEqual([{ op: "set", path: "limits.user.maxBio", value: 190 }]);
  expect((await previewImport(config, current, text(7))).operations).toEqual([]);
});

test("an import leaves out settings that have not changed since an earlier text", async () => {
  const { config, write } = await testFile();
  write('{"limits": {"user": {"maxBio": 7, "maxGuilds": 8}}}');
  const current = await readAndRecord(config);
  const text = (maxBio: number, maxGuilds: number) =>
    JSON.stringify({ limits: { user: { maxBio, maxGuilds } } });
  const { operations } = await previewImport(config, current, text(9, 10), "merge", text(9, 8));
  expect(operations).toEqual([{ op: "set", path: "limits.user.maxGuilds", value: 10 }]);
});

test("an import with an invalid value lists the changes, but contains no operations", async () => {
  const { config, write } = await testFile();
  write("{}");
  const text = '{"limits": {"user": {"maxBio": "many", "maxGuilds": 3}}}';
  const preview = await previewImport(config, await readAndRecord(config), text);
  expect(preview).toMatchObject({ operations: [], problems: [{ path: "limits.user.maxBio" }] });
  expect(preview.changes).toContainEqual(
    expect.objectContaining({ path: "limits.user.maxGuilds", before: null, after: 3 }),
  );
});

test("an export without secrets has a name of its own", async () => {
  const { config, write, again, folder } = await testFile();
  write("{}");
  const name = async (file: typeof config) =>
    exportFile(file, await readAndRecord(config), { secrets: false }).filename;
  expect(await name(config)).toBe("config.without-secrets.json");
  expect(await name(again({ path: `${folder}/instance` }))).toBe("instance.without-secrets.json");
});

test("a file on one line is laid out for comparison with the spelling of its keys and values", async () => {
  const { config, write } = await testFile();
  write(
    '{"general":{"instanceId":1104236891374919681,"\\u0061":1.50},"l":[{},[],[1,{"b":2}]],"s":"hidden"}\n',
  );
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
