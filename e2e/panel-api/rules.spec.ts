import { chmod, stat, writeFile } from "node:fs/promises";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { expect, test } from "../support/instance";
import type { Panel } from "../support/panel";
import type { PanelClient } from "../support/session";

/*
 * Tests that the rules between settings apply to every kind of save, but never prevent restoring an earlier
 * version.
 */

const base = "/api/panel/config";
const keys = { jwtSecret: "j".repeat(40), requestSignature: "r".repeat(40) };
const captcha = { enabled: true, service: "hcaptcha", sitekey: "harbor-key", secret: "harbor-secret" };
const fileWith = (parts: object) => JSON.stringify({ general: { instanceId: "1" }, ...parts }, null, 2);
const complete = fileWith({ security: { ...keys, captcha } });
const incomplete = fileWith({ security: { ...keys, captcha: { ...captcha, secret: null } } });

let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ panelWith }) => {
  ({ panel, client } = await panelWith(complete));
});

const read = () => client.json<ConfigSnapshot>(base);
const set = (path: string, value: unknown) => ({ op: "set", path, value });
const clearSecret = { op: "unset", path: "security.captcha.secret" };

async function send(method: string, path: string, body: unknown) {
  const { etag } = await read();
  return client.send(method, `${base}${path}`, body, { "if-match": `"${etag}"` });
}

async function put(text: string): Promise<ConfigSnapshot> {
  await writeFile(panel.configPath, text);
  return read();
}

async function expectRefused(response: Response, path: string, rule: string): Promise<void> {
  expect(response.status).toBe(422);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const body = (await response.json()) as { code: string; detail: string; problems: object[] };
  expect(body).toMatchObject({ code: "invalid-settings", problems: [{ path, code: rule }] });
  expect(body.detail).toMatch(/Nothing was saved\.$/);
  expect(JSON.stringify(body)).not.toContain("harbor-secret");
}

test("a change that causes a contradiction is refused, and other changes are accepted", async () => {
  await put(complete);
  const refused = await send("PATCH", "", { operations: [clearSecret, set("general.instanceName", "Pier")] });
  await expectRefused(refused, "security.captcha.enabled", "captcha-incomplete");
  expect(await panel.readConfig()).toBe(complete);

  await put(incomplete);
  expect((await send("PATCH", "", { operations: [set("general.instanceName", "Pier")] })).status).toBe(200);
  const worse = await send("PATCH", "", { operations: [set("regions.default", "nowhere")] });
  await expectRefused(worse, "regions.default", "default-region-unavailable");
  const whole = await send("PUT", "/raw", { text: '{ "api": { "defaultVersion": "3" } }' });
  await expectRefused(whole, "api.defaultVersion", "default-version-inactive");
});

test("the preview of an import shows contradictions, and the import is refused", async () => {
  await put(fileWith({ security: keys }));
  const preview = await client.send("POST", `${base}/import`, { text: incomplete });
  const { operations, contradictions } = (await preview.json()) as ImportPreview;
  expect(contradictions).toMatchObject([{ path: "security.captcha.enabled", severity: "error" }]);
  const refused = await send("PATCH", "", { operations });
  await expectRefused(refused, "security.captcha.enabled", "captcha-incomplete");
  const completed = [...operations, set("security.captcha.secret", "harbor-secret")];
  expect((await send("PATCH", "", { operations: completed })).status).toBe(200);
});

test("one request undoes a save and restores secrets, and the audit log records the undo", async () => {
  const before = await put(incomplete);
  const saved = await send("PATCH", "", {
    operations: [set("security.captcha.secret", "another"), set("general.instanceName", "Pier")],
  });
  const { etag } = (await saved.json()) as ConfigSnapshot;
  const undo = (to: unknown, ifMatch = etag) =>
    client.send("POST", `${base}/undo`, { to }, { "if-match": `"${ifMatch}"` });
  expect((await client.send("POST", `${base}/undo`, { to: before.etag })).status).toBe(428);
  expect((await undo("not an etag")).status).toBe(422);
  expect((await undo("0".repeat(64))).status).toBe(404);
  expect((await undo(before.etag)).status).toBe(200);
  expect(await panel.readConfig()).toBe(incomplete);
  // The undo is refused, because the file has changed since the save.
  expect((await undo(before.etag)).status).toBe(412);
  const { revisions } = await client.json<RevisionPage>(`${base}/revisions?limit=1`);
  expect(revisions[0]?.note).toMatch(/^Undone. Restored version \d+$/);
  expect(await (await client.fetch("/audit")).text()).toContain("Undid a save");
});

test("contradictions prevent the restore of a single key, but not of a whole version", async () => {
  await put(complete);
  const { revisions } = await client.json<RevisionPage>(`${base}/revisions?limit=1`);
  const restore = `/revisions/${revisions[0]?.id}/restore`;
  const off = [set("security.captcha.enabled", false), clearSecret];
  expect((await send("PATCH", "", { operations: off })).status).toBe(200);
  const half = await send("POST", restore, { paths: ["security.captcha.enabled"] });
  await expectRefused(half, "security.captcha.enabled", "captcha-incomplete");
  const paths = ["security.captcha.enabled", "security.captcha.secret"];
  expect((await send("POST", restore, { paths })).status).toBe(200);

  await put(incomplete);
  const old = (await client.json<RevisionPage>(`${base}/revisions?limit=1`)).revisions[0]?.id;
  await put(complete);
  expect((await send("POST", `/revisions/${old}/restore`, {})).status).toBe(200);
  expect(await panel.readConfig()).toBe(incomplete);
});

test("the panel can prevent other system users from reading the configuration file", async () => {
  await put(complete);
  await chmod(panel.configPath, 0o644);
  const closes = ({ fix }: ConfigSnapshot["problems"][number]) =>
    fix !== undefined && "action" in fix && fix.action === "close-file";
  const open = (await read()).problems.filter(closes);
  expect(open).toMatchObject([{ severity: "warning", fix: { action: "close-file" } }]);
  const plain = await client.fetch(`${base}/permissions`, { method: "POST", body: "{}" });
  expect([plain.status, (await stat(panel.configPath)).mode & 0o777]).toEqual([415, 0o644]);
  const response = await client.send("POST", `${base}/permissions`, {});
  expect(response.status).toBe(200);
  expect(((await response.json()) as ConfigSnapshot).problems.some(closes)).toBe(false);
  expect((await stat(panel.configPath)).mode & 0o777).toBe(0o640);
  expect(await panel.readConfig()).toBe(complete);
  expect((await fetch(`${panel.url}${base}/permissions`, { method: "POST" })).status).toBe(401);
});
