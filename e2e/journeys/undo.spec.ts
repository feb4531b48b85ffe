import { chmod, stat } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, goToSection, open, row, statePill } from "../support/browser";
import { expect, sample as common, test } from "../support/journey";
import type { Panel } from "../support/panel";

/*
 * Tests that one click undoes each kind of change and restores the file byte for byte. Other journeys test
 * saved settings (review.spec.ts), fixed problems (console.spec.ts) and raw text (raw.spec.ts).
 */

const sample = common.replace(
  /^\{/,
  '{\n    "lighthouse": { "lampToken": "not-a-real-lamp-token", "range": 12 },',
);
test.use({ config: sample });

async function undo(page: Page, panel: Panel): Promise<void> {
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);
}

test("one click undoes the removal of an unrecognized key", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/other`);
  await page.getByRole("button", { name: "Remove lighthouse" }).click();
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  expect(await panel.readConfig()).not.toContain("lighthouse");
  await undo(page, panel);

  await page.getByRole("button", { name: "Show lighthouse" }).click();
  const value = page.getByRole("textbox", { name: "Value of lighthouse as JSON" });
  await value.fill("{ cut");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText(/^Line 1, column 3: /)).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);
  await value.fill("3");
  await goToSection(page, "general");
  await row(page, "general.instanceName").getByRole("textbox").fill("Pier");
  await expect(page.getByText("2 changes in General and unrecognized keys")).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog");
  await expect(review.getByRole("region", { name: "Unrecognized keys" })).toContainText(
    "not-a-real-lamp-token",
  );
  await expectAccessible(page, "review with an unrecognized key", { part: "[role=dialog]" });
  await review.getByLabel("Note").fill("Moved the lamp");
  await review.getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByText("Saved 2 changes")).toBeVisible();
  expect(await panel.readConfig()).toContain('"lighthouse": 3');
  await page.goto(`${panel.url}/settings/history`);
  const saved = page.getByRole("listitem").filter({ hasText: "Moved the lamp" });
  await expect(saved).toContainText("lighthouse");
  await expect(saved).toContainText("Instance name");
});

test("one click undoes an import, and missing secrets can be added before saving", async ({
  page,
  panel,
}) => {
  await open(page, `${panel.url}/settings/import`);
  const take = async (text: string) => {
    await page.getByLabel("Or paste its text").fill(text);
    await page.getByRole("button", { name: "Compare with the file" }).click();
  };
  await take('{ "general": { "instanceName": "Pier" } }');
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await expect(page.getByText("Imported 1 change")).toBeVisible();
  await undo(page, panel);

  await take('{ "email": { "provider": "sendgrid", "sendgrid": { "apiKey": null } } }');
  const result = page.getByRole("region", { name: "Result of the comparison" });
  await expect(result).toContainText("SendGrid API key");
  await expectAccessible(page, "an import that is not complete");
  await page.getByRole("button", { name: "Add 1 change to the form" }).click();
  await expect(page.getByText(/^1 change in E-?mail$/)).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);
  await goToSection(page, "email");
  const key = row(page, "email.emailApi3.apiKey");
  await key.getByRole("button", { name: /^Set/ }).click();
  await key.locator("input").fill("a-sent-key");
  await page.getByRole("button", { name: "Save 2 changes", exact: true }).click();
  await expect(page.getByText("Saved 2 changes")).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({
    email: { provider: "sendgrid", sendgrid: { apiKey: "a-sent-key" } },
  });
});

test("one click undoes the restore of a version", async ({ page, panel }) => {
  const older = sample.replace('"Harbor"', '"Older harbor"');
  await panel.replaceConfig(older);
  await page.request.get(`${panel.url}/api/panel/config`);
  await panel.replaceConfig(sample);
  await open(page, `${panel.url}/settings/history`);
  const versions = page.getByRole("link", { name: /Instance name/ });
  await versions.nth(1).click();
  await page.getByRole("button", { name: /^Restore version/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Restore version/ })
    .click();
  await expect(page.getByText(/^Version \d+ restored$/)).toBeVisible();
  expect(await panel.readConfig()).toBe(older);
  await undo(page, panel);

  await chmod(panel.configPath, 0o644);
  await open(page, panel.url);
  await expect(page.getByText(/every user of this machine can read it/)).toBeVisible();
  const warnings = () =>
    statePill(page)
      .textContent()
      .then((text) => /(\d+) warning/.exec(text ?? "")?.[1]);
  await expect.poll(warnings).toMatch(/\d/);
  const total = Number(await warnings());
  await page.getByRole("button", { name: "Close to others" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("cannot start again");
  await expectAccessible(page, "the question about the file's rights", { part: "[role=alertdialog]" });
  await question.getByRole("button", { name: "Close to others" }).click();
  await expect(page.getByText("Other users of this machine can no longer access the file")).toBeVisible();
  await expect.poll(async () => Number((await warnings()) ?? 0)).toBe(total - 1);
  expect((await stat(panel.configPath)).mode & 0o777).toBe(0o640);
});
