import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { expect, test } from "../support/instance";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";
import { sample, sampleSecrets } from "../support/sample";
import type { PanelClient } from "../support/session";

/* Tests the routes for the whole file: schema, downloads, imports and unrecognized keys. */

const base = "/api/panel/config";

let panel: Panel;
let client: PanelClient;
test.beforeEach(async ({ panelWith }) => {
  ({ panel, client } = await panelWith(sample));
});

test("returns the schema in the file's naming, and includes secrets in a download only on request", async () => {
  const response = await client.fetch(`${base}/schema`);
  expect(response.headers.get("content-type")).toBe("application/schema+json");
  const { properties } = (await response.json()) as { properties: Record<string, { properties: object }> };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(["rabbitmq", "sentry", "general"]));
  expect(properties).not.toHaveProperty("broker");
  expect(properties.email?.properties).toMatchObject({
    provider: { enum: expect.arrayContaining(["mailgun"]) as unknown },
  });

  const plain = await client.fetch(`${base}/export`);
  expect(plain.headers.get("content-disposition")).toContain("config.without-secrets.json");
  const text = await plain.text();
  expectNoLeak("an export", text, sampleSecrets);
  expect(JSON.parse(text)).toMatchObject({ general: { instanceName: "Harbor" }, rabbitmq: { host: null } });
  expect(await (await client.fetch(`${base}/export?secrets=1`)).text(), "a link gets none").toBe(text);
  const whole = await client.send("POST", `${base}/export`, { secrets: true });
  expect(whole.headers.get("cache-control")).toBe("no-store");
  expect(await whole.text()).toBe(sample);
});

test("saves unrecognized keys and settings as one version with one note", async () => {
  const withKey = sample.replace(/^\{/, '{\n    "lighthouse": { "range": 12 },');
  await panel.replaceConfig(withKey);
  const { etag } = await client.json<ConfigSnapshot>(base);
  const save = (body: unknown) => client.send("PATCH", base, body, { "if-match": `"${etag}"` });
  const keys = [{ path: "lighthouse", text: '{ "range": 14 }' }];
  const cut = { operations: [], keys: [{ path: "lighthouse", text: '{ "range": ' }] };
  const refused = await save(cut);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ problems: [{ path: "lighthouse" }] });
  const body = {
    operations: [{ op: "set", path: "general.instanceName", value: "Lagoon" }],
    keys,
    note: "Further out",
  };
  expect((await save(body)).status).toBe(200);
  expect(await panel.readConfig()).toBe(
    withKey.replace('"range": 12', '"range": 14').replace('"Harbor"', '"Lagoon"'),
  );
  const { revisions: kept } = await client.json<RevisionPage>(`${base}/revisions`);
  expect(kept[0]).toMatchObject({
    note: "Further out",
    changes: [{ path: "general.instanceName" }, { path: "lighthouse.range", known: false }],
  });
});

test("previews an import without changing the file", async () => {
  const preview = await client.send("POST", `${base}/import`, {
    text: '{ "general": { "instanceName": "Imported" }, "rabbitmq": { "host": "amqp://a:b@c" }, "mine": 1 }',
  });
  expect(preview.status).toBe(200);
  const { operations, changes, ignored } = (await preview.json()) as ImportPreview;
  expect(operations.map(({ path }) => path)).toEqual(["general.instanceName", "broker.host"]);
  expect(changes).toMatchObject([
    { after: "Imported" },
    { path: "broker.host", secret: "replaced", after: null },
  ]);
  expect(ignored).toEqual(["mine"]);
  expect(await panel.readConfig()).toBe(sample);
});

test("creates a file only if no file exists", async () => {
  expect((await client.send("POST", `${base}/file`, {})).status).toBeGreaterThanOrEqual(400);
  expect(await panel.readConfig()).toBe(sample);
});
