import { box, expectAccessible, goToSection, open, row } from "../support/browser";
import { expect, sample, test } from "../support/journey";

test("the review shows which lines of the file change, and Undo restores the whole file", async ({
  page,
  panel,
}) => {
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceName").fill("Harbour");
  await goToSection(page, "limits");
  await box(page, "limits.rate.ip.count").fill("1200");
  await box(page, "limits.user.maxUsername").fill("64");
  await goToSection(page, "security");
  await row(page, "security.captcha.secret")
    .getByRole("button", { name: /^Replace/ })
    .click();
  await row(page, "security.captcha.secret").locator("input").fill("a-typed-secret");

  await page.getByRole("button", { name: "Review", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Changes in the file's text").click();
  const lines = dialog.getByRole("region", { name: "Changed lines of the file" });
  await expect(lines.getByText('"instanceName": "Harbour"')).toBeVisible();
  await expect(lines.getByText('"count": 1200')).toBeVisible();
  await expect(lines.getByText("«new secret»")).toBeVisible();
  await expect(lines).not.toContainText("a-typed-secret");
  await expectAccessible(page, "the review with the text of the file", { part: "[role=dialog]" });
  await dialog.getByLabel("Note").fill("a calmer harbour");
  await dialog.getByRole("button", { name: "Save 4 changes" }).click();
  await expect(page.getByText("Saved 4 changes")).toBeVisible();
  expect(await panel.readConfig()).toContain('"Harbour"');

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  // The whole file is restored, including the secret, although the browser never received the secret's old
  // value.
  expect(await panel.readConfig()).toBe(sample);
});
