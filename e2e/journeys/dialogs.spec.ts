import { box, expectAccessible } from "../support/browser";
import { expect, test } from "../support/journey";

for (const colorScheme of ["light", "dark"] as const) {
  test(`what opens over a page has no violation in ${colorScheme}`, async ({ page, panel }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    const look = async (name: string) => {
      await expect(dialog).toBeVisible();
      await expectAccessible(page, `${name} in ${colorScheme}`);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    };

    await page.goto(`${panel.url}/settings/register`);
    await page.getByRole("button", { name: "Choose rights" }).first().click();
    await look("the rights editor");

    await page.goto(`${panel.url}/settings/regions`);
    await page.getByRole("button", { name: /^Add region/ }).click();
    await look("a region");

    await page.goto(`${panel.url}/settings/general`);
    await box(page, "general.instanceName").fill("Harbour");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await look("the review");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await look("the question before discarding");
    await box(page, "general.frontPage").fill("no address");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await expect(page.getByText(/Enter a full address/)).toBeVisible();
    await expectAccessible(page, `a setting that is not valid in ${colorScheme}`);
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.getByRole("button", { name: "Discard 2 changes" }).click();

    await page.keyboard.press("Control+K");
    await look("the search");
  });
}
