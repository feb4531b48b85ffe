import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { operatorToken, RunningInstance } from "@/testing/running-instance";
import {
  box,
  enter,
  expectAccessibleInBothThemes,
  goToSection,
  open,
  row,
  statePill,
} from "../support/browser";
import { freePort } from "../support/free-port";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import { operator, type Panel, startPanel } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

/*
 * Tests monitoring, pending settings, applies and rollbacks with an instance that runs in a separate process.
 */

test.describe.configure({ mode: "serial" });

// Time in which the instance must become healthy after an apply. Just long enough for a start, because every
// rollback in these tests waits this long.
const healthSeconds = "5";
const metricsToken = "a-token-for-metrics-of-a-test";
const secret = "what the webhook's receiver knows, too";

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

/** Polls every 50 ms, because comparing received messages is cheap. */
const soon = { timeout: 70_000, intervals: [50] };

let folder: string;
let instance: RunningInstance;
let panel: Panel;
let env: Record<string, string>;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "instance-admin-"));
  const configPath = join(folder, "config.json");
  const port = await freePort();
  writeFileSync(configPath, JSON.stringify(RunningInstance.addresses(port)), { mode: 0o600 });
  instance = await RunningInstance.at(port, { configPath });
  await instance.restart();
  await instance.said("listening");
  webhook.listen(0, "127.0.0.1");
  await once(webhook, "listening");
  env = {
    CONFIG_PATH: configPath,
    INSTANCE_API_URL: instance.apiUrl,
    INSTANCE_OPERATOR_TOKEN: operatorToken,
    INSTANCE_RELOAD: `command:${JSON.stringify([...instance.restartCommand, "Restarting chat.service"])}`,
    INSTANCE_HEALTH_TIMEOUT: healthSeconds,
    WATCH_INTERVAL: "1",
    METRICS_TOKEN: metricsToken,
    NOTIFY_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hooks/s3cret-token`,
    NOTIFY_SECRET: secret,
    TRUSTED_PROXIES: "loopback",
  };
  panel = await startPanel({ folder, env });
});
test.afterAll(async () => {
  await panel.stop();
  await instance.stop();
  webhook.close();
  await rm(folder, { recursive: true });
});

const pill = (page: Page) => statePill(page).filter({ hasText: /to apply/ });
const apply = (page: Page) => page.getByRole("region", { name: "Apply", exact: true });

async function confirm(page: Page, words: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words }).click();
}

async function runsWith(): Promise<Record<string, unknown>> {
  const answer = await fetch(`${instance.apiUrl}/v9/policies/instance`);
  return (await answer.json()) as Record<string, unknown>;
}

test("an outage is the headline of the open page, and is over everywhere with the recovery", async ({
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
  const part = (name: string) => page.getByRole("listitem", { name, exact: true });
  const status = page.getByLabel("Status", { exact: true });
  await expect(part("API")).toContainText("Up");
  await expect(part("Gateway")).toContainText("Up");
  await expect(status).toContainText(/^Up100% since .+ \((less than a minute|\d min)\)/);
  await expect(page).toHaveTitle("Overview · Started Once");
  await expect(part("CDN")).toContainText(/\d+ ms/);
  await expect(page.locator("[data-slot=plot] canvas")).toBeVisible();
  expect(await loadedPlots()).toBe(1);
  await expect(part("API")).toContainText("100%");
  await expectAccessibleInBothThemes(page, "the overview while watched");

  await instance.end();
  const head = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Started Once/ });
  await expect(status).toContainText(/^Down since \d\d:\d\d.*API, Gateway, CDN · No service is listening/);
  await expect(status).toHaveAttribute("role", "alert");
  await expect(status.getByRole("link", { name: "Restart the instance…" })).toBeVisible();
  await expect(part("API")).toContainText("Down");
  await expect(head).toHaveAccessibleName(/, Down$/);
  await expect(statePill(page)).toHaveText(/^Down/);
  await expect(page).toHaveTitle("Down · Started Once");
  await expectAccessibleInBothThemes(page, "the overview during an outage");
  await page.getByRole("link", { name: "Audit" }).first().click();
  await expect(page).toHaveTitle("Down · Audit · Started Once");
  await page.getByRole("link", { name: "Overview" }).first().click();

  await instance.restart();
  await expect(status).toContainText(/^Up/);
  await expect(part("API")).toContainText("Up");
  await expect(head).toHaveAccessibleName(/, Up$/);
  await expect(statePill(page)).not.toContainText("Down");
  await expect(page).toHaveTitle("Overview · Started Once");
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("All parts respond")).toBeVisible();

  // The range cannot be chosen yet, because all measurements fit into the shortest range.
  await expect(page.getByRole("group", { name: "Range" })).toHaveCount(0);
  await page.getByRole("link", { name: "Deliveries and events" }).click();
  await page.getByRole("button", { name: "Test Webhook" }).click();
  await expect(
    page.getByText("The webhook accepted the notification with status 204.").first(),
  ).toBeVisible();
  // The message contains the outage and the recovery, because both occurred within a minute.
  const [first] = received;
  expect(first?.event).toBe("several");
  expect(first?.content).toMatch(
    /^Started Once: API has been down since .+\nGateway has been down since .+\nCDN has been down since /,
  );
  expect(panel.output()).not.toMatch(/s3cret-token|what the webhook's receiver/);
});

test("setup: a saved value is undone, and a sign-in comes from a new address", async () => {
  const client = await sessionIn(panel);
  const before = await panel.readConfig();
  const { etag } = await client.json<ConfigSnapshot>("/api/panel/config");
  const operations = [{ op: "set", path: "general.instanceName", value: "Harbor" }];
  await client.send("PATCH", "/api/panel/config", { operations }, { "if-match": `"${etag}"` });
  await panel.replaceConfig(before);

  const headers = { "x-forwarded-for": "203.0.113.9", "user-agent": "Lynx/2.9" };
  for (let nth = 0; nth < 2; nth += 1) await PanelClient.signIn(panel, operator, headers);
});

test("the panel API returns all measurements of the instance in one response", async () => {
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
  expect(await client.json("/api/panel/instance/account")).toEqual({ offersSignIn: false });
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

test("an apply loads saved changes, and rolls back a value that breaks the instance", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/general`);
  await test.step("a change is applied", async () => {
    await expect(pill(page)).toHaveCount(0);
    await box(page, "general.instanceName").fill("Harbor");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await expect(pill(page)).toContainText("1 to apply");
    await expect(row(page, "general.instanceName").getByText("The instance uses Started Once")).toBeVisible();
    await expect(page.getByRole("link", { name: /General.*1 to apply/ }).first()).toBeVisible();

    // This is the first of several saves that are applied together.
    await box(page, "general.frontPage").fill("https://chat.example.org");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await expect(page.getByRole("dialog", { name: "Apply 2 changes?" })).toBeVisible();
    expect((await runsWith()).instanceName).toBe("Started Once");
    await confirm(page, /Apply 2 changes/);
    const last = page.getByRole("region", { name: "Last apply" });
    await expect(last.getByRole("status")).toHaveText("Applied");
    await expect(pill(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Everything is in effect" })).toBeVisible();
    expect(await runsWith()).toMatchObject({ instanceName: "Harbor", frontPage: "https://chat.example.org" });
    await expect(
      page.getByText(
        /^Version \d+, saved by keeper .* (Verified as a client|Reported by the instance) at \d\d:\d\d\.$/,
      ),
    ).toBeVisible();
    await expectAccessibleInBothThemes(page, "/running after an apply");
    await last.getByRole("link", { name: "Open this apply" }).click();
    await expect(page.getByText("Restarting chat.service")).toBeVisible();
  });

  await test.step("a bad value is rolled back and stays as an unsaved change", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
    await goToSection(page, "general");
    const before = readFileSync(panel.configPath, "utf8");
    await box(page, "general.instanceDescription").fill("This will crash");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await confirm(page, /Apply 1 change/);
    await expect(apply(page).getByText(/rolls back in \d+\ss/)).toBeVisible();
    await expectAccessibleInBothThemes(page, "/running while it is waited for");
    await expect(apply(page).getByRole("status").first()).toHaveText("Rolled back", {
      timeout: 40_000,
    });
    await expect(apply(page).getByText("The instance was not healthy after 5 seconds")).toBeVisible();
    await expect(apply(page).getByText("This will crash")).toBeVisible();
    expect(readFileSync(panel.configPath, "utf8")).toBe(before);
    expect(await runsWith()).toMatchObject({ instanceDescription: "An instance that was started once." });
    await expect(apply(page).getByText("1 unsaved change: fix the problem")).toBeVisible();
    await expectAccessibleInBothThemes(page, "/running after a rollback");
    await apply(page).getByRole("link", { name: "Instance description" }).click();
    await expect(box(page, "general.instanceDescription")).toHaveValue("This will crash");
    const client = await sessionIn(panel);
    expect(await (await client.fetch("/audit")).text()).toContain("Rolled back an apply");
  });

  await test.step("“Keep it anyway” ends the countdown", async () => {
    await box(page, "general.instanceDescription").fill("There is no cdn");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await confirm(page, /Apply 1 change/);
    await page.getByRole("button", { name: "Keep it anyway" }).click();
    await expect(apply(page).getByRole("status").first()).toHaveText("Kept unconfirmed");
    // The API reports the new setting, although the instance does not become healthy.
    const running = () => runsWith().catch(() => ({}));
    await expect.poll(running).toMatchObject({ instanceDescription: "There is no cdn" });
  });
});

test("after being killed during an apply, the panel resumes the apply when it restarts", async () => {
  const client = await sessionIn(panel);
  const saved = await client.saveSetting("general.instanceDescription", "All is calm");
  const { etag } = (await saved.json()) as { etag: string };
  const starts = instance.starts;
  const asked = await client.send(
    "POST",
    "/api/panel/running/apply",
    { password: operator.password },
    { "if-match": `"${etag}"` },
  );
  expect(asked.status).toBe(200);
  await panel.stop("SIGKILL");
  panel = await startPanel({ folder, env });
  const next = await sessionIn(panel);
  const state = async () => (await next.json<RunningReport>("/api/panel/running")).apply?.state;
  await expect.poll(state, { timeout: 40_000 }).toBe("confirmed");
  expect(instance.starts).toBeGreaterThan(starts);
  expect(await runsWith()).toMatchObject({ instanceDescription: "All is calm" });
});

test("each event is reported once, and events within the same minute share one message", async () => {
  const notices = (words: string) => received.flatMap(({ content }) => content.split(words).slice(1));
  // The panel may delay the message about the last event by up to a minute.
  await expect
    .poll(() => notices("and the panel restored the last version that worked"), soon)
    .toHaveLength(1);
  expect(notices("1 saved value: general.instanceName.")).toHaveLength(1);
  expect(notices("keeper signed in to the panel from a new address: 203.0.113.9")).toHaveLength(1);
  for (const part of ["API", "Gateway"]) {
    // The panel has reported one outage and one recovery. It does not report restarts of the instance during applies.
    expect(notices(`${part} has been down since`)).toHaveLength(1);
    expect(notices(`${part} is up again`)).toHaveLength(1);
  }
  expect(received.every(({ signature }) => /^sha256=[\da-f]{64}$/.test(signature ?? ""))).toBe(true);
});

test("no page and no log line contains a secret", async () => {
  const client = await sessionIn(panel);
  const secret = "a signing secret that nobody may see";
  const config = JSON.parse(readFileSync(panel.configPath, "utf8")) as { security: Record<string, unknown> };
  config.security.jwtSecret = secret;
  await panel.replaceConfig(JSON.stringify(config, null, 4));
  const report = async () => (await client.fetch("/api/panel/running")).text();
  await expect.poll(report).toMatch(/"path":"security.jwtSecret","state":"pending",[^}]*"secret":true/);
  expectNoLeak("/api/panel/running", await report(), [secret, operatorToken]);
  expectNoLeak("the log", panel.output(), [secret, operatorToken]);
});
