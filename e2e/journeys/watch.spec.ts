import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { operatorToken, RunningInstance } from "@/testing/running-instance";
import { enter, expectAccessibleInBothThemes, open } from "../support/browser";
import { freePort } from "../support/free-port";
import { expect, test } from "../support/journey";
import { operator, type Panel, startPanel } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

const metricsToken = "a-token-for-metrics-of-a-test";
const secret = "what the webhook's receiver knows, too";

/** What the webhook was sent. */
const received: { content: string; event: string; signature: string | undefined }[] = [];
const webhook = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const signature = request.headers["x-instance-admin-signature"]?.toString();
    received.push({ ...(JSON.parse(body) as { content: string; event: string }), signature });
    response.writeHead(204).end();
  });
});

/** To look whether the webhook was sent something costs nothing. */
const soon = { timeout: 40_000, intervals: [50] };

let folder: string;
let instance: RunningInstance;
let panel: Panel;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "watch-"));
  const configPath = join(folder, "config.json");
  const port = await freePort();
  await writeFile(configPath, JSON.stringify(RunningInstance.addresses(port)));
  instance = await RunningInstance.at(port, { configPath });
  await instance.restart();
  await instance.said("listening");
  webhook.listen(0, "127.0.0.1");
  await once(webhook, "listening");
  panel = await startPanel({
    env: {
      CONFIG_PATH: configPath,
      INSTANCE_API_URL: instance.apiUrl,
      INSTANCE_OPERATOR_TOKEN: operatorToken,
      WATCH_INTERVAL: "1",
      METRICS_TOKEN: metricsToken,
      NOTIFY_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hooks/s3cret-token`,
      NOTIFY_SECRET: secret,
    },
  });
});
test.afterAll(async () => {
  await panel.dispose();
  await instance.stop();
  webhook.close();
  await rm(folder, { recursive: true });
});

test("an instance goes down and comes back before one's eyes, and those who should know are told; other pages load no plot", async ({
  page,
  context,
}) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  const loadedPlots = async () => {
    const sources = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()));
    return sources.filter((source) => source.includes("u-hz")).length;
  };
  await enter(context, panel);
  await open(page, `${panel.url}/settings/api`);
  expect(await loadedPlots()).toBe(0);
  await page.getByRole("link", { name: "Overview" }).first().click();
  const tile = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(tile("API").getByText("Up", { exact: true })).toBeVisible();
  await expect(tile("Gateway").getByText("Up", { exact: true })).toBeVisible();
  await expect(tile("CDN")).toContainText(/\d+ ms/);
  await expect(page.locator("[data-slot=plot] canvas")).toBeVisible();
  expect(await loadedPlots()).toBe(1);
  await expect(page.getByText(/API is steady at \d+ ms|API answers in/)).toBeVisible();
  await expectAccessibleInBothThemes(page, "the overview while watched");

  await instance.end();
  await expect(tile("API").getByText("Down", { exact: true })).toBeVisible();
  await expect(tile("API")).toContainText("Nothing runs on this port");
  await expect(page.getByText(/Nothing has answered since \d\d:\d\d/)).toBeVisible();

  await instance.restart();
  await expect(tile("API").getByText("Up", { exact: true })).toBeVisible();
  await expect(page.getByText(/Nothing answered from \d\d:\d\d to \d\d:\d\d/)).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Everything answers")).toBeVisible();

  await page.getByRole("button", { name: /^30 d/ }).click();
  await expect(page.getByRole("button", { name: /^30 d/ })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Send test notification" }).click();
  await expect(page.getByText("The webhook took it, with status 204.")).toBeVisible();
  await expect.poll(() => received.filter(({ event }) => event.startsWith("instance-")).length, soon).toBe(6);
  const told = received.filter(({ event }) => event.startsWith("instance-")).map(({ event }) => event);
  expect(told).toEqual([...Array(3).fill("instance-down"), ...Array(3).fill("instance-up")]);
  expect(received.every(({ signature }) => /^sha256=[\da-f]{64}$/.test(signature ?? ""))).toBe(true);
  expect(panel.output()).not.toMatch(/s3cret-token|what the webhook's receiver/);
});

test("values undone outside and sign-ins from elsewhere are told, once", async () => {
  const told = (event: string) => received.filter((one) => one.event === event).map(({ content }) => content);
  const client = await sessionIn(panel);
  const before = await panel.readConfig();
  const { etag } = await client.json<ConfigSnapshot>("/api/panel/config");
  const operations = [{ op: "set", path: "general.instanceName", value: "Harbor" }];
  await client.send("PATCH", "/api/panel/config", { operations }, { "if-match": `"${etag}"` });
  await panel.replaceConfig(before);
  await expect.poll(() => told("values-undone"), soon).toHaveLength(1);
  expect(told("values-undone")[0]).toContain("1 saved value: general.instanceName.");

  const file = JSON.parse(before) as { security: object };
  const security = { ...file.security, forwardedFor: "X-Forwarded-For", trustedProxies: "loopback" };
  await panel.replaceConfig(JSON.stringify({ ...file, security }));
  const headers = { "x-forwarded-for": "203.0.113.9", "user-agent": "Lynx/2.9" };
  for (let nth = 0; nth < 2; nth += 1) await PanelClient.signIn(panel, operator, headers);
  await expect.poll(() => told("new-address"), soon).toHaveLength(1);
  expect(told("new-address")[0]).toContain("keeper signed in to the panel from a new address: 203.0.113.9");
  await panel.replaceConfig(before);
  expect(told("values-undone")).toHaveLength(1);
});

test("one request has all of it, metrics too; a backup is told", async () => {
  const client = await sessionIn(panel);
  const backup = spawnSync(process.execPath, ["scripts/backup.mjs", join(folder, "backup")], {
    env: { ...process.env, DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath },
  });
  expect(backup.status).toBe(0);
  const answer = await client.json<WatchAnswer>("/api/panel/watch?range=7d");
  expect(answer).toMatchObject({
    range: "7d",
    isLocal: false,
    notifies: true,
    backup: { folder: join(folder, "backup") },
  });
  expect(answer.parts.map(({ name, isUp }) => [name, isUp])).toEqual([
    ["api", true],
    ["gateway", true],
    ["cdn", true],
  ]);
  expect(answer.counts.list.map(({ name }) => name)).toEqual(["users", "guilds", "messages"]);
  expect(answer.times.api).toHaveLength(answer.line.count);
  expect((await client.fetch("/api/panel/watch?range=1y")).status).toBe(422);
  expect(JSON.stringify(answer)).not.toContain("s3cret-token");

  const metrics = await fetch(`${panel.url}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const text = await metrics.text();
  for (const line of [
    'instance_admin_instance_up{part="gateway"} 1',
    /instance_admin_instance_response_seconds\{part="api"\} 0\.\d+/,
    /instance_admin_instance_count\{of="users"\} \d+/,
    /instance_admin_instance_backup_timestamp_seconds 1\.?\d+/,
  ])
    expect(text).toMatch(line);
});
