import type { Page } from "@playwright/test";
import { box, expectAccessibleInBothThemes, goToSection, open } from "../support/browser";
import { expect, test } from "../support/journey";

/*
 * Tests dialogs, menus and toasts. They must have no accessibility violation in either theme. Escape must
 * close them, and the page below must not scroll. The tests run with animations, because a closed dialog
 * disappears only after it has faded out.
 */

test.use({ viewport: { width: 1440, height: 900 } });

async function expectSound(page: Page, name: string): Promise<void> {
  const part = "[role=dialog], [role=alertdialog]";
  const dialog = page.locator(part);
  await expect(dialog).toBeVisible();
  await expectAccessibleInBothThemes(page, name, part);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("dialogs load on demand and do not shift the page", async ({ page, panel }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, `${panel.url}/settings/register`);
  const choose = page.getByRole("button", { name: "Choose rights" }).first();
  await choose.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => window.scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await choose.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await place()).toBe(before);
  await expectSound(page, "the rights editor");

  await goToSection(page, "regions");
  await page.getByRole("button", { name: /^Add region/ }).click();
  await expectSound(page, "a region");

  await goToSection(page, "general");
  await box(page, "general.instanceName").fill("Harbour");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expectSound(page, "the review");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expectSound(page, "the question before discarding");
  await box(page, "general.frontPage").fill("no address");
  await box(page, "general.frontPage").blur();
  await expect(page.getByText(/Enter a full address/)).toBeVisible();
  await page.keyboard.press("Control+K");
  await expectSound(page, "the search");
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  // The toast starts to fade in when it is mounted. The check below waits until animations have ended.
  await expect(page.locator("[data-sonner-toast][data-mounted=true]")).toContainText(
    "Nothing has been saved yet",
  );
  await expectAccessibleInBothThemes(page, "a setting that is not valid");
});
