import { byOperator } from "@/lib/shared/author";
import { expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { previewOperations, saveOperations } from "./save-operations";
import { describe } from "./describe";
import { exportFile, previewImport } from "./import-export";
import { describeVersion, listVersions } from "./history";
import { undoneValues } from "./undone";
import { readAndRecord } from "./open-file";

const proxy = "cdn.imageProxyServerUrl";
const text = JSON.stringify({
  cdn: { imageProxyServerUrl: "http://imagor:proxy-0454@127.0.0.1:8000" },
  regions: {
    available: [
      {
        id: "north",
        name: "North",
        endpoint: "h:1",
        vip: false,
        custom: false,
        deprecated: false,
        authToken: "region-0455",
      },
    ],
  },
  general: { frontPage: ["http://u:list-0456@h"] },
  mine: { API_KEY: "key-0457", peers: [{ pass: "pass-0458" }], maxTokens: 12 },
});
const secret = /045[4-8]/;
const said = (value: unknown) => JSON.stringify(value);

async function opened() {
  const file = await testFile();
  file.write(text);
  const save = async (path: string, value: unknown) =>
    saveOperations(file.config, {
      baseEtag: (await readAndRecord(file.config)).etag,
      author: byOperator("ada"),
      operations: [{ op: "set", path, value }],
    });
  return { ...file, save, read: () => JSON.parse(file.read()) as Record<string, Record<string, unknown>> };
}

test("no response about the file contains a credential, and saving a hidden value preserves it", async () => {
  const { config, save, read } = await opened();
  const document = await describe(config, await readAndRecord(config));
  expect(said(document)).not.toMatch(secret);
  expect(document.values).toMatchObject({
    cdn: { imageProxyServerUrl: "http://imagor:•••@127.0.0.1:8000" },
    regions: { available: [{ id: "north", authToken: "•••" }] },
  });
  await save(proxy, "http://imagor:•••@127.0.0.1:8001");
  await save("regions.available", [{ id: "south", name: "South", endpoint: "h:1", authToken: "•••" }]);
  expect(read()).toMatchObject({
    cdn: { imageProxyServerUrl: "http://imagor:proxy-0454@127.0.0.1:8001" },
    regions: { available: [{ id: "south", authToken: "region-0455" }] },
  });
  await save(proxy, "http://imagor:typed@127.0.0.1:8001");
  const { revisions } = await listVersions(config, { limit: 10 });
  expect(said(revisions)).not.toMatch(/045[4-8]|typed/);
  expect(revisions[0]?.changes).toEqual([
    { path: proxy, known: true, secret: "replaced", before: null, after: null },
  ]);
  for (const { id } of revisions)
    expect(said(await describeVersion(config, id))).not.toMatch(/045[4-8]|typed/);
  await expect(save("cdn.endpointPublic", "https://u:•••@cdn.example")).rejects.toMatchObject({
    problems: [{ path: "cdn.endpointPublic" }],
  });
});

test("previews and exports contain no credential, and importing the export changes nothing", async () => {
  const { config } = await opened();
  const operation = { op: "set", path: proxy, value: "http://imagor:•••@other:8000" } as const;
  expect(said(await previewOperations(config, await readAndRecord(config), [operation]))).not.toMatch(secret);
  const current = await readAndRecord(config);
  const copy = exportFile(config, current, { secrets: false }).bytes.toString();
  expect(copy).not.toMatch(secret);
  expect(copy).toContain('"maxTokens":12');
  const wanted = JSON.parse(copy) as { general?: unknown };
  delete wanted.general;
  for (const mode of ["merge", "replace"] as const) {
    const { operations } = await previewImport(config, current, said(wanted), mode);
    expect(operations.filter(({ path }) => path !== "general.frontPage")).toEqual([]);
  }
});

test("an undone value that contains a secret is reported without any part of the value", async () => {
  const { config, save, write } = await opened();
  await save(proxy, "http://imagor:newer@127.0.0.1:8000");
  write(text);
  await readAndRecord(config);
  const undone = await undoneValues(config);
  expect(undone).toMatchObject([{ path: proxy, secret: true, saved: null, now: null }]);
  const { problems } = await describe(config, await readAndRecord(config));
  expect(said(problems)).not.toMatch(/0454|newer|•••/);
});
