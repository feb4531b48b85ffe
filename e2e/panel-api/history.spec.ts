import { writeFile } from "node:fs/promises";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type {
  RevisionComparison,
  RevisionDetail,
  RevisionPage,
  UndoneValue,
} from "@/lib/shared/contract/history";
import { expect, stored, test } from "../support/instance";
import { expectNoLeak } from "../support/leaks";
import { operator, type Panel, startPanel } from "../support/panel";
import { sample, sampleSecrets } from "../support/sample";
import { PanelClient } from "../support/session";
import { PublicServer } from "@/testing/public-server";

const base = "/api/panel/config";

/*
 * Tests the versions of the file, and changes that another program undoes. Runs only with PostgreSQL, because
 * the tests depend on stored rows, and journeys test the same behavior with SQLite.
 */

let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ newDatabase }) => {
  panel = await startPanel({ config: sample, databaseUrl: await newDatabase() });
  client = await PanelClient.signIn(panel);
});
test.beforeEach(async () => {
  await panel.replaceConfig(sample);
  await client.fetch(`${base}/undone`, { method: "DELETE" });
});
test.afterAll(() => panel.dispose());

const read = () => client.json<ConfigSnapshot>(base);
const revisions = () => client.json<RevisionPage>(`${base}/revisions`);
const sendOn = (etag: string, method: string, path: string, body: unknown) =>
  client.send(method, `${base}${path}`, body, { "if-match": `"${etag}"` });

async function save(operations: unknown): Promise<ConfigSnapshot> {
  const response = await sendOn((await read()).etag, "PATCH", "", { operations });
  expect(response.status).toBe(200);
  return (await response.json()) as ConfigSnapshot;
}
const set = (path: string, value: unknown) => ({ op: "set", path, value });

test(
  "the history lists versions with redacted changes, and restores one key or a whole version",
  stored,
  async () => {
    await save([set("general.instanceName", "Lagoon"), set("security.captcha.secret", "a-newer-secret")]);
    await save([set("limits.user.maxBio", 7)]);
    const { revisions: kept, total, next } = await client.json<RevisionPage>(`${base}/revisions?limit=2`);
    expect(total).toBe(3);
    expect(kept.map(({ author }) => author)).toEqual([operator.username, operator.username]);
    expect(kept[1]?.changes).toEqual([
      { path: "general.instanceName", known: true, before: "Harbor", after: "Lagoon" },
      { path: "security.captcha.secret", known: true, secret: "replaced", before: null, after: null },
    ]);
    const rest = await client.json<RevisionPage>(`${base}/revisions?before=${next}`);
    expect(rest.revisions).toMatchObject([
      { author: "outside the panel", authorKind: "outside", changes: null },
    ]);
    const first = rest.revisions[0]?.id;

    const ofLimits = await client.json<RevisionPage>(
      `${base}/revisions?author=${operator.username}&section=limits&since=2020-01-01T00:00:00Z`,
    );
    expect(ofLimits.revisions.map(({ id }) => id)).toEqual([kept[0]?.id]);
    expect(ofLimits.authors).toEqual([operator.username, "outside the panel"]);
    for (const wrong of ["section=nothing", "since=yesterday", "limit=101"])
      expect((await client.fetch(`${base}/revisions?${wrong}`)).status, wrong).toBe(422);
    const comparison = `${base}/revisions/compare?from=${first}&to=${kept[0]?.id}`;
    const compared = await (await client.fetch(comparison)).text();
    expectNoLeak("a comparison", compared, [...sampleSecrets, "a-newer-secret"]);
    expect((JSON.parse(compared) as RevisionComparison).changes.map(({ path }) => path)).toEqual([
      "general.instanceName",
      "security.captcha.secret",
      "limits.user.maxBio",
    ]);
    expect((await client.fetch(`${base}/revisions/compare?from=${first}&to=999999`)).status).toBe(404);

    const text = await (await client.fetch(`${base}/revisions/${first}`)).text();
    expectNoLeak("a revision", text, sampleSecrets);
    expect((JSON.parse(text) as RevisionDetail).restores.map(({ path }) => path)).toEqual([
      "general.instanceName",
      "security.captcha.secret",
      "limits.user.maxBio",
    ]);

    const restore = `/revisions/${first}/restore`;
    expect((await client.send("POST", `${base}${restore}`, {})).status).toBe(428);
    const { etag } = await read();
    expect((await sendOn("0".repeat(64), "POST", restore, {})).status).toBe(412);
    const one = await sendOn(etag, "POST", restore, { paths: ["general.instanceName"] });
    expect(one.status).toBe(200);
    expect(one.headers.get("etag")).toBe(`"${((await one.json()) as ConfigSnapshot).etag}"`);
    expect(JSON.parse(await panel.readConfig())).toMatchObject({
      general: { instanceName: "Harbor" },
      limits: { user: { maxBio: 7 } },
    });
    expect((await sendOn((await read()).etag, "POST", restore, {})).status).toBe(200);
    expect(await panel.readConfig()).toBe(sample);
    expect((await revisions()).total).toBe(5);
    expect((await client.fetch(`${base}/revisions/999999`)).status).toBe(404);
  },
);

test("raw text with hidden values can be saved, and an error names its line", stored, async () => {
  const raw = await client.json<{ etag: string; text: string }>(`${base}/raw`);
  expectNoLeak("the raw text", raw.text, sampleSecrets);
  const broken = await sendOn(raw.etag, "PUT", "/raw", { text: raw.text.replace('"Harbor",', '"Harbor"') });
  expect(broken.status).toBe(422);
  expect(await broken.json()).toMatchObject({ places: [{ severity: "error", line: 5 }] });
  expect(await panel.readConfig()).toBe(sample);

  const stray = await sendOn(raw.etag, "PUT", "/raw", {
    text: raw.text.replace("«secret 1»", "«secret 99»"),
  });
  expect(stray.status).toBe(422);
  expect(await stray.json()).toMatchObject({ places: [{ path: "x-notes.owner" }] });
  expect(await panel.readConfig()).toBe(sample);

  const saved = await sendOn(raw.etag, "PUT", "/raw", { text: raw.text.replace('"Harbor"', '"Lagoon"') });
  expect(saved.status).toBe(200);
  expect(await panel.readConfig()).toBe(sample.replace('"Harbor"', '"Lagoon"'));

  await writeFile(panel.configPath, sample.replace('"Harbor",', '"Harbor"'));
  const fixed = await client.json<{ etag: string; text: string; state: string }>(`${base}/raw`);
  expect(fixed.state).toBe("broken");
  const text = fixed.text.replace('"Harbor"', '"Harbor",');
  expect((await sendOn(fixed.etag, "PUT", "/raw", { text })).status).toBe(200);
  expect(await panel.readConfig()).toBe(sample);
});

test("the panel lists saved values that another program has undone", stored, async () => {
  const undone = () => client.json<UndoneValue[]>(`${base}/undone`);
  await save([set("general.instanceName", "Lagoon")]);
  await writeFile(panel.configPath, sample);
  expect(await undone()).toMatchObject([{ path: "general.instanceName", saved: "Lagoon", now: "Harbor" }]);
  expect((await client.send("POST", `${base}/undone`, {})).status).toBe(428);
  const restored = await sendOn((await read()).etag, "POST", "/undone", {});
  expect(restored.status).toBe(200);
  expect(await panel.readConfig()).toBe(sample.replace('"Harbor"', '"Lagoon"'));
  expect(await undone()).toEqual([]);

  await writeFile(panel.configPath, sample);
  expect(await undone()).toHaveLength(1);
  expect(await client.json(`${base}/undone`, { method: "DELETE" })).toEqual({
    dismissed: ["general.instanceName"],
  });
  expect(await undone()).toEqual([]);

  // `PublicServer` handles the file as the public open-source server does: until its restart, it may rewrite
  // the file from memory. Such a rewrite also undoes changes to unrecognized keys.
  await writeFile(
    panel.configPath,
    JSON.stringify({ ...(JSON.parse(sample) as object), beacon: { light: 1 } }),
  );
  const server = PublicServer.start(panel.configPath);
  const kept = await sendOn((await read()).etag, "PUT", "/other", { path: "beacon", text: '{"light": 2}' });
  expect(kept.status).toBe(200);
  server.rewrite();
  expect(await undone()).toMatchObject([{ path: "beacon.light", known: false, saved: 2, now: 1 }]);
  const again = await sendOn((await read()).etag, "POST", "/undone", { paths: ["beacon.light"] });
  expect(again.status).toBe(200);
  server.restart();
  expect(await undone()).toEqual([]);
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ beacon: { light: 2 } });
});
