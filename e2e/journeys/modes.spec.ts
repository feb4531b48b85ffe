import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { enter, expectAccessible, open } from "../support/browser";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/*
 * An operator chooses once between standalone mode and a connection to a running instance. Until then, the
 * panel changes nothing.
 */

const foreign = readFileSync("e2e/fixtures/branded-partial.json", "utf8");
const first = { username: "mara", password: "lantern on the pier" };
const nobody = { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "" };

const setupLink = ({ output }: Panel) => /Set-?up link\s+(\S+)/.exec(output())?.[1] ?? "";

async function fillOperator(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(first.username);
  await page.getByLabel("Password", { exact: true }).fill(first.password);
  await page.getByLabel("Confirm password").fill(first.password);
}

const secretIn = async (panel: Panel) =>
  (JSON.parse(await panel.readConfig()) as { security?: { jwtSecret?: string } }).security?.jwtSecret;

test("the panel does not write to another server's file until an operator chooses standalone mode", async ({
  page,
}) => {
  const panel = await startPanel({ config: foreign, env: nobody });
  try {
    expect(await panel.readConfig()).toBe(foreign);
    const answer = await fetch(`${panel.url}/api/v9/applications`, { method: "POST" });
    expect(answer.status).toBe(503);
    await page.goto(setupLink(panel));
    await fillOperator(page);
    await page.getByLabel("First guild").fill("Lighthouse");
    await page.getByRole("button", { name: "Create operator" }).click();
    await expect(page.getByText("Choose whether this panel is the instance.")).toBeVisible();
    await expectAccessible(page, "the first start with another server's file");
    expect(await panel.readConfig()).toBe(foreign);

    await page.getByRole("radio", { name: /This panel is the instance/ }).check();
    await page.getByRole("button", { name: "Create operator" }).click();
    await expect(page).toHaveURL(`${panel.url}/`);
    await expect(page.getByRole("link", { name: /^Standalone/ })).toBeVisible();
    expect(await secretIn(panel)).toMatch(/.{32}/);
    const database = databaseOf(undefined, panel.dataDir);
    expect(
      await database.query("select actor, target from audit where action = 'instance.connection'"),
    ).toContainEqual({ actor: first.username, target: "this panel" });
    const client = await PanelClient.signIn(panel, first);
    const { revisions } = await client.json<{ revisions: { author: string }[] }>(
      "/api/panel/config/revisions",
    );
    expect(revisions[0]).toMatchObject({ author: first.username });
  } finally {
    await panel.dispose();
  }
});

test("a new panel that an operator connects to an instance stays connected after a restart", async ({
  page,
  connected: { instance, front },
}) => {
  let panel = await startPanel({ config: foreign, env: nobody });
  try {
    const token = await instance.token(instance.operatorId);
    await page.goto(setupLink(panel));
    await page.getByRole("radio", { name: /Connect to a running instance/ }).check();
    await page.getByLabel("Domain or API address").fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByText("No instance API answers at")).toBeVisible();
    await page.getByLabel("Domain or API address").fill(front.url);
    await page.getByLabel("Operator token (optional)").fill(token);
    await page.getByRole("button", { name: "Test connection" }).click();
    const steps = page.getByRole("list", { name: "Test steps" });
    await expect(steps).toContainText(`names ${front.url}/api/.`);
    await expect(steps).toContainText(`It answers at ${front.url}/api.`);
    await expect(steps).toContainText("It is the token of keeper.");
    await expect(page.getByRole("list", { name: "Rights of the token" })).toContainText("OPERATOR");
    await expectAccessible(page, "connecting at the first start");
    await fillOperator(page);
    await page.getByRole("button", { name: "Create operator" }).click();
    await expect(page).toHaveURL(`${panel.url}/`);
    await expect(page.getByRole("link", { name: new RegExp(new URL(front.url).host) })).toBeVisible();
    expect(await panel.readConfig()).toBe(foreign);

    await panel.stop();
    panel = await startPanel({ folder: panel.folder, env: nobody });
    const client = await PanelClient.signIn(panel, first);
    const view = await client.json("/api/panel/instance/connection");
    expect(view).toMatchObject({ mode: "connected", url: `${front.url}/api`, hasOperatorToken: true });
    const stored = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from meta"));
    for (const place of [JSON.stringify(view), stored, panel.output()])
      expectNoLeak(place.slice(0, 80), place, [token]);
    expect(await panel.readConfig()).toBe(foreign);
  } finally {
    await panel.dispose();
  }
});

test("the overview warns if the file appears to belong to another server", async ({ page }) => {
  const panel = await startPanel({ config: foreign });
  try {
    await enter(page.context(), panel);
    await open(page, `${panel.url}/`);
    await expect(page.getByText("This file appears to belong to another server")).toBeVisible();
    await page.getByRole("link", { name: "Connect or confirm" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Instance" })).toBeVisible();
    await expectAccessible(page, "the Instance page, standalone");
    await page.getByRole("button", { name: "Save connection…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save connection" }).click();
    await expect(page.getByText("This file appears to belong to another server")).toHaveCount(0);
    expect(await secretIn(panel)).toMatch(/.{32}/);
  } finally {
    await panel.dispose();
  }
});
