import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { sample, sampleSecrets } from "@/e2e/support/sample";
import { openTestPanel } from "@/testing/test-panel";

/* The configuration file in these tests uses branded names, such as `rabbitmq` instead of `broker`. */

const panel = openTestPanel();
beforeEach(() => panel.write(sample));
const fileText = () => readFileSync(panel.configPath, "utf8");
const textOf = (body: unknown) => new TextDecoder().decode(body as Uint8Array);

test("the JSON Schema uses the names of keys and options that the file uses", async () => {
  const schema = await panel.get("configSchema");
  const properties = schema.properties as Record<string, { properties?: object }>;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(["rabbitmq", "sentry", "general"]));
  expect(properties).not.toHaveProperty("broker");
  expect(properties.email?.properties).toMatchObject({
    provider: { enum: expect.arrayContaining(["mailgun"]) as unknown },
  });
});

test("includes secrets in a download only on request", async () => {
  const plain = await panel.ask("exportConfig");
  expect(plain.headers["content-disposition"]).toContain("config.without-secrets.json");
  const text = textOf(plain.body);
  for (const secret of sampleSecrets) expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({ general: { instanceName: "Harbor" }, rabbitmq: { host: null } });
  const link = await panel.ask("exportConfig", { query: { secrets: "1" } });
  expect(textOf(link.body), "a link returns no secrets").toBe(text);
  const whole = await panel.ask("exportWithSecrets", { body: { secrets: true } });
  expect(whole.headers["cache-control"]).toBe("no-store");
  expect(textOf(whole.body)).toBe(sample);
});

test("saves unrecognized keys and settings as one version with one note", async () => {
  const withKey = sample.replace(/^\{/, '{\n    "lighthouse": { "range": 12 },');
  await panel.write(withKey);
  const cut = { operations: [], keys: [{ path: "lighthouse", text: '{ "range": ' }] };
  expect(await panel.ask("saveConfig", { body: cut })).toMatchObject({
    status: 422,
    body: { problems: [{ path: "lighthouse" }] },
  });
  await panel.get("saveConfig", {
    body: {
      operations: [{ op: "set", path: "general.instanceName", value: "Lagoon" }],
      keys: [{ path: "lighthouse", text: '{ "range": 14 }' }],
      note: "Further out",
    },
  });
  expect(fileText()).toBe(withKey.replace('"range": 12', '"range": 14').replace('"Harbor"', '"Lagoon"'));
  const { revisions } = await panel.get("listRevisions");
  expect(revisions[0]).toMatchObject({
    note: "Further out",
    changes: [{ path: "general.instanceName" }, { path: "lighthouse.range", known: false }],
  });
});

test("previews an import without changing the file", async () => {
  const text =
    '{ "general": { "instanceName": "Imported" }, "rabbitmq": { "host": "amqp://a:b@c" }, "mine": 1 }';
  const { operations, changes, ignored } = await panel.get("previewImport", { body: { text } });
  expect(operations.map(({ path }) => path)).toEqual(["general.instanceName", "broker.host"]);
  expect(changes).toMatchObject([
    { after: "Imported" },
    { path: "broker.host", secret: "replaced", after: null },
  ]);
  expect(ignored).toEqual(["mine"]);
  expect(fileText()).toBe(sample);
});

test("creates a file only if no file exists", async () => {
  expect((await panel.ask("createConfigFile", { body: {} })).status).toBeGreaterThanOrEqual(400);
  expect(fileText()).toBe(sample);
});
