import { expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { previewImport } from "./import-export";
import { readAndRecord } from "./open-file";

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
