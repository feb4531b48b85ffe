import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "../support/browser";
import { type Panel, startPanel } from "../support/panel";

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ config: readFileSync("e2e/fixtures/branded-partial.json") });
});
test.afterAll(() => panel.dispose());

for (const colorScheme of ["light", "dark"] as const) {
  test(`what opens over a page has no violation in ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, panel);
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
    await page.locator('[id="general.instanceName"]').getByRole("textbox").fill("Harbour");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await look("the review");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await look("the question before discarding");
    await page.locator('[id="general.frontPage"]').getByRole("textbox").fill("no address");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await expect(page.getByText(/Enter a full address/)).toBeVisible();
    await expectAccessible(page, `a setting that is not valid in ${colorScheme}`);
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.getByRole("button", { name: "Discard 2 changes" }).click();

    await page.keyboard.press("Control+K");
    await look("the search");
    await context.close();
  });
}
