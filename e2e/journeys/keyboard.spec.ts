import type { Page } from "@playwright/test";
import { box, expectAccessible, open } from "../support/browser";
import { expect, test } from "../support/journey";

test.describe("with a touch screen and no keyboard", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("the account menu opens the list of shortcuts", async ({ page, panel }) => {
    await open(page, panel.url);
    const account = page.getByRole("button", { name: /^Account of/ });
    await account.tap();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).tap();
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: /^Close/ }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(account).toBeFocused();
  });
});

test("an operator changes, reviews and saves a setting by keyboard", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/gateway`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /Skip/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const address = box(page, "gateway.endpointPublic");
  await tabTo(page, "#control-gateway_endpointPublic");
  expect(await address.evaluate((box) => getComputedStyle(box).outlineStyle)).not.toBe("none");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("wss://live.harbor.example.org");
  await page.keyboard.press("Control+Shift+S");
  const dialog = page.getByRole("dialog", { name: /^Review 1 change/ });
  await expect(dialog.getByRole("button", { name: "Save 1 change" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(address).toBeFocused();
  await page.keyboard.press("Control+S");
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await expect(page.getByText("Takes effect immediately.")).toBeVisible();

  await expect(address).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("?");
  await expect(address).toHaveValue("wss://live.harbor.example.org?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await address.blur();
  await page.keyboard.type("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts).toBeVisible();
  await expectAccessible(page, "the shortcuts", { part: "[role=dialog]" });
  await page.keyboard.press("Escape");
  await expect(shortcuts).toHaveCount(0);
});

/** Presses Tab until the element has the focus. The limit is higher than the number of focusable elements on a page. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}
