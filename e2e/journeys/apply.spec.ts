import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { operatorToken, RunningInstance } from "@/testing/running-instance";
import { box, enter, expectAccessibleInBothThemes, open, row } from "../support/browser";
import { freePort } from "../support/free-port";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import { operator, type Panel, startPanel } from "../support/panel";
import { sessionIn } from "../support/session";

/* What the running instance has not read of the file, applying it, and the way back; beside a real process. */

test.describe.configure({ mode: "serial" });

// Long enough to start in, and no longer, as the roll-back waits for it.
const healthSeconds = "5";
let instance: RunningInstance;
let panel: Panel;
let env: Record<string, string>;

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "instance-admin-"));
  const configPath = join(folder, "config.json");
  const port = await freePort();
  writeFileSync(configPath, JSON.stringify(RunningInstance.addresses(port)), { mode: 0o600 });
  instance = await RunningInstance.at(port, { configPath });
  await instance.restart();
  await instance.said("listening");
  env = {
    CONFIG_PATH: configPath,
    INSTANCE_API_URL: instance.apiUrl,
    INSTANCE_OPERATOR_TOKEN: operatorToken,
    INSTANCE_RELOAD: `command:${JSON.stringify([...instance.restartCommand, "Restarting chat.service"])}`,
    INSTANCE_HEALTH_TIMEOUT: healthSeconds,
  };
  panel = await startPanel({ folder, env });
});
test.afterAll(async () => {
  await panel.dispose();
  await instance.stop();
});

const pill = (page: Page) => page.getByRole("banner").getByRole("link", { name: /restart pending/ });
const application = (page: Page) => page.getByRole("region", { name: "Application of the file" });

async function confirm(page: Page, words: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill(operator.password);
  await dialog.getByRole("button", { name: words }).click();
}

async function runsWith(): Promise<Record<string, unknown>> {
  const answer = await fetch(`${instance.apiUrl}/v9/policies/instance`);
  return (await answer.json()) as Record<string, unknown>;
}

test("a change is pending, is applied with its save, and then is not pending any more", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/general`);
  await expect(pill(page)).toHaveCount(0);
  await box(page, "general.instanceName").fill("Harbor");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(pill(page)).toContainText("1 restart pending");
  await expect(row(page, "general.instanceName").getByText("Runs with Started Once")).toBeVisible();
  await expect(page.getByRole("link", { name: /General.*1 restart pending/ }).first()).toBeVisible();

  // Several saves are applied together.
  await box(page, "general.frontPage").fill("https://chat.example.org");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await expect(page.getByRole("dialog", { name: "Apply 2 changes?" })).toBeVisible();
  await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill("not the password");
  await page.getByRole("dialog").getByRole("button", { name: "Apply 2 changes" }).click();
  await expect(page.getByRole("dialog").getByText("This is not your current password.")).toBeVisible();
  expect((await runsWith()).instanceName).toBe("Started Once");
  await confirm(page, /Apply 2 changes/);
  await expect(application(page).getByRole("status").first()).toHaveText("Applied");
  await expect(application(page).getByText("Restarting chat.service")).toBeVisible();
  await expect(pill(page)).toHaveCount(0);
  await expect(page.getByText("The instance runs with what the file says.")).toBeVisible();
  expect(await runsWith()).toMatchObject({ instanceName: "Harbor", frontPage: "https://chat.example.org" });
  await expectAccessibleInBothThemes(page, "/running after an application");
});

test("a bad value is rolled back, byte for byte, and stays as an unsaved change", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/general`);
  const before = readFileSync(panel.configPath, "utf8");
  await box(page, "general.instanceDescription").fill("This will crash");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await confirm(page, /Apply 1 change/);
  await expect(application(page).getByText(/rolls back in \d+\ss/)).toBeVisible();
  await expectAccessibleInBothThemes(page, "/running while it is waited for");
  await expect(application(page).getByRole("status").first()).toHaveText("Rolled back", { timeout: 40_000 });
  await expect(application(page).getByText("The instance was not well within 5 s")).toBeVisible();
  await expect(application(page).getByText("This will crash")).toBeVisible();
  expect(readFileSync(panel.configPath, "utf8")).toBe(before);
  expect(await runsWith()).toMatchObject({ instanceDescription: "An instance that was started once." });
  await expect(application(page).getByText("They are unsaved changes now.")).toBeVisible();
  await expectAccessibleInBothThemes(page, "/running after a roll-back");
  await application(page).getByRole("link", { name: "Instance description" }).click();
  await expect(box(page, "general.instanceDescription")).toHaveValue("This will crash");
  const client = await sessionIn(panel);
  expect(await (await client.fetch("/audit")).text()).toContain("Rolled back to the version that ran well");
});

test("“Keep it anyway” ends the countdown", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceDescription").fill("There is no cdn");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await confirm(page, /Apply 1 change/);
  await page.getByRole("button", { name: "Keep it anyway" }).click();
  await expect(application(page).getByRole("status").first()).toHaveText("Kept without being confirmed");
  // It is kept whether or not the instance has come up yet.
  const told = () => runsWith().catch(() => ({}));
  await expect.poll(told).toMatchObject({ instanceDescription: "There is no cdn" });
});

test("a panel that is killed in between goes on when it starts again", async ({ page }) => {
  const client = await sessionIn(panel);
  const { etag } = await client.json<{ etag: string }>("/api/panel/config");
  const saved = await client.send(
    "PATCH",
    "/api/panel/config",
    { operations: [{ op: "set", path: "general.instanceDescription", value: "All is calm" }] },
    { "if-match": `"${etag}"` },
  );
  const next = ((await saved.json()) as { etag: string }).etag;
  const starts = instance.starts;
  const asked = await client.send(
    "POST",
    "/api/panel/running/apply",
    { password: operator.password },
    { "if-match": `"${next}"` },
  );
  expect(asked.status).toBe(200);
  await panel.stop("SIGKILL");
  panel = await startPanel({ folder: panel.folder, env });
  await enter(page.context(), panel);
  await open(page, `${panel.url}/running`);
  await expect(application(page).getByRole("status").first()).toHaveText("Applied", { timeout: 40_000 });
  expect(instance.starts).toBeGreaterThan(starts);
  expect(await runsWith()).toMatchObject({ instanceDescription: "All is calm" });
});

test("secrets are compared and told by nobody", async () => {
  const client = await sessionIn(panel);
  const secret = "a signing secret that nobody may see";
  const config = JSON.parse(readFileSync(panel.configPath, "utf8")) as { security: Record<string, unknown> };
  config.security.jwtSecret = secret;
  await panel.replaceConfig(JSON.stringify(config, null, 4));
  const report = async () => (await client.fetch("/api/panel/running")).text();
  await expect.poll(report).toContain('"path":"security.jwtSecret","state":"pending","secret":true');
  expectNoLeak("/api/panel/running", await report(), [secret, operatorToken]);
  expectNoLeak("the log", panel.output(), [secret, operatorToken]);
});
