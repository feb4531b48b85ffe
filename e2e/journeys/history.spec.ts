import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, goToSection, open, openState, reopen, statePill } from "../support/browser";
import { expect, sample, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { sessionIn } from "../support/session";

const named = (name: string) => sample.replace('"Harbor"', JSON.stringify(name));

async function setOverApi(panel: Panel, path: string, value: unknown): Promise<void> {
  const client = await sessionIn(panel);
  const { etag } = await client.json<{ etag: string }>("/api/panel/config");
  const operations = [{ op: "set", path, value }];
  const response = await client.send(
    "PATCH",
    "/api/panel/config",
    { operations },
    { "if-match": `"${etag}"` },
  );
  expect(response.status).toBe(200);
}

const nameOn = (page: Page) => page.getByLabel("Instance name", { exact: true });

/**
 * Opens a page and waits for the first event of its stream. After this event, the page knows the file's current
 * version.
 */
async function openListening(page: Page, panel: Panel, path: string): Promise<void> {
  await open(page, `${panel.url}${path}`);
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith("instance-admin.seen-version:")),
  );
}

test("an operator restores one setting or a whole version", async ({ page, freshPanel: panel }) => {
  await setOverApi(panel, "general.instanceName", "Lagoon");
  await setOverApi(panel, "limits.user.maxBio", 7);
  await open(page, `${panel.url}/settings/history`);
  await expect(page.getByRole("listitem").filter({ hasText: "In the file" })).toContainText("Bio length");
  await expect(page.getByRole("checkbox", { name: /^Compare version/ })).toHaveCount(3);
  await expect(page.getByRole("listitem").filter({ hasText: "Harbor" })).toContainText("Lagoon");
  await expectAccessible(page, "history");

  // Filters by a section, clears the filter, and then compares two versions side by side.
  // The search finds settings by name, notes and values, while the operator types.
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("no such text");
  await expect(page.getByText("No matching versions")).toBeVisible();
  await search.fill("");
  await expect(page.getByRole("checkbox", { name: /^Compare version/ })).toHaveCount(3);
  await page.getByRole("combobox", { name: "Section", exact: true }).selectOption({ label: "Limits" });
  await expect(page.getByRole("checkbox", { name: /^Compare version/ })).toHaveCount(1);
  await expect(page).toHaveURL(/section=limits/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("checkbox", { name: /^Compare version/ })).toHaveCount(3);
  for (const box of [0, 2])
    await page
      .getByRole("checkbox", { name: /^Compare version/ })
      .nth(box)
      .check();
  await page.getByRole("link", { name: /^Compare versions \d+ and \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Version \d+ and version \d+$/);
  await expect(page.getByRole("list", { name: "Differences in General" })).toContainText("Lagoon");
  await expect(page.getByRole("list", { name: "Differences in Limits" })).toContainText("limits.user.maxBio");
  await expect(page.getByRole("textbox", { name: /^Text of version/ }).first()).toContainText("Harbor");
  await expect(page.getByRole("textbox", { name: /^Text of version/ }).last()).toContainText("Lagoon");
  await expectAccessible(page, "comparison of versions");
  // Selects another version for one side, which also changes the URL.
  await page.getByLabel("Newer version").selectOption({ index: 1 });
  await expect(page.getByRole("list", { name: "Differences in Limits" })).toHaveCount(0);
  // A single section uses the whole width.
  const section = page.locator("[data-slot=card]").filter({ hasText: "Instance name" });
  const texts = page.getByRole("region", { name: "Texts" });
  expect((await section.boundingBox())?.width).toBe((await texts.boundingBox())?.width);
  await expect(page).toHaveURL(/compare\?from=\d+&to=\d+$/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();

  await page.getByRole("link", { name: /The oldest stored version/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Version \d+ of \d+$/ })).toBeVisible();
  await page.getByText("Choose settings to restore").click();
  await expect(page.getByRole("list", { name: "Differences from the file" })).toContainText("Lagoon");
  await expectAccessible(page, "version");

  await page.getByRole("checkbox", { name: "Instance name" }).check();
  await page.getByRole("button", { name: "Restore 1 setting" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Harbor");
  await expectAccessible(page, "restore dialog", { part: "[role=alertdialog]" });
  await dialog.getByRole("button", { name: "Restore 1 setting" }).click();
  await expect(page).toHaveURL(`${panel.url}/settings/history`);
  await expect(page.getByRole("listitem").filter({ hasText: "In the file" })).toContainText(
    "Restored from version",
  );
  const file = JSON.parse(await panel.readConfig()) as { general: object; limits: { user: object } };
  expect(file.general).toMatchObject({ instanceName: "Harbor" });
  expect(file.limits.user).toMatchObject({ maxBio: 7 });

  await page.getByRole("link", { name: /The oldest stored version/ }).click();
  await page.getByRole("button", { name: /^Restore version/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Restore version/ })
    .click();
  await expect(page).toHaveURL(`${panel.url}/settings/history`);
  expect(await panel.readConfig()).toBe(sample);

  // A banner lists the changes that were undone when another program rewrote the file. The operator can apply
  // them again or dismiss them.
  await setOverApi(panel, "general.instanceName", "Lagoon");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
  await goToSection(page, "general");
  await expect(nameOn(page)).toHaveValue("Lagoon");
  await panel.replaceConfig(sample);
  const banner = page.getByRole("status").filter({ hasText: "undone outside the panel" });
  await expect(banner).toContainText("Instance name");
  await expect(banner).toContainText("Lagoon");
  await expectAccessible(page, "undone banner");
  await banner.getByRole("button", { name: "Apply again" }).click();
  await expect(banner).toBeHidden();
  await expect(nameOn(page)).toHaveValue("Lagoon");
  expect(await panel.readConfig()).toBe(named("Lagoon"));

  await panel.replaceConfig(sample);
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toBeHidden();
  await reopen(page);
  await expect(nameOn(page)).toHaveValue("Harbor");
  await expect(banner).toBeHidden();
});

test("an external change appears on an open page and does not touch unsaved edits", async ({
  page,
  panel,
}) => {
  await openListening(page, panel, "/settings/general");
  const description = page.getByLabel("Instance description", { exact: true });
  await description.fill("half a sent");
  await panel.replaceConfig(named("From outside"));
  await expect(nameOn(page)).toHaveValue("From outside");
  await expect(description).toHaveValue("half a sent");
  await openState(page, "The file was changed outside the panel");
  await expect(page.getByRole("listitem").filter({ hasText: "In the file" })).toContainText(
    "Outside the panel",
  );
  await expect(statePill(page)).not.toContainText(/changed outside/i);
  await reopen(page);
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(statePill(page)).not.toContainText(/changed outside/i);
});

test("two operators' edits are merged, and the later save asks how to resolve a conflict", async ({
  page,
  panel,
}) => {
  await openListening(page, panel, "/settings/general");
  await nameOn(page).fill("Mine");
  await setOverApi(panel, "limits.user.maxBio", 7);
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({
    general: { instanceName: "Mine" },
    limits: { user: { maxBio: 7 } },
  });

  await nameOn(page).fill("Mine again");
  await setOverApi(panel, "general.instanceName", "Theirs");
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`changed by ${operator.username}`);
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ general: { instanceName: "Theirs" } });
  await dialog.getByRole("radio", { name: /^Mine/ }).check();
  await dialog.getByRole("button", { name: "Save with these choices" }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => JSON.parse(await panel.readConfig()) as unknown)
    .toMatchObject({ general: { instanceName: "Mine again" } });
});

test("an operator previews and imports a configuration, and exports it", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/import`);
  await page.getByLabel("Or paste its text").fill('{ "general": { "instanceName": 5 } }');
  await page.getByRole("button", { name: "Compare with the file" }).click();
  await expect(page.getByText("This text cannot be imported")).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);

  const other = { general: { instanceName: "Imported" }, broker: { host: "amqp://a:b@c" }, mine: 1 };
  await page.getByLabel(/^Drop a configuration file here, or choose one/).setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(other)),
  });
  await expect(page.getByRole("list", { name: "Changes in General" })).toContainText("Imported");
  await expect(page.getByText("1 unrecognized key not imported")).toBeVisible();
  await expectAccessible(page, "import");
  await page.getByRole("checkbox", { name: "General", exact: true }).uncheck();
  await expect(page.getByRole("button", { name: "Import 1 change" })).toBeEnabled();
  await page.getByRole("checkbox", { name: "General", exact: true }).check();
  await page.getByRole("button", { name: "Import 2 changes" }).click();
  await expect(page.getByText("Imported 2 changes")).toBeVisible();
  expect(await panel.readConfig()).toBe(
    named("Imported").replace("amqp://harbor:sea-salt-0451@127.0.0.1:5672", "amqp://a:b@c"),
  );

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download without secrets" }).click();
  expect((await download).suggestedFilename()).toBe("config.without-secrets.json");
  await page.getByRole("button", { name: "Download with secrets" }).click();
  const whole = page.waitForEvent("download");
  await page.getByRole("alertdialog").getByRole("button", { name: "Download with secrets" }).click();
  expect(readFileSync(await (await whole).path(), "utf8")).toBe(await panel.readConfig());
});
