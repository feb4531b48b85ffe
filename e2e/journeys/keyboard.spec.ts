import type { Page } from "@playwright/test";
import { box, expectAccessible, open } from "../support/browser";
import { expect, test } from "../support/journey";

test("? lists the shortcuts, except where it is typed", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/general`);
  const name = box(page, "general.instanceName");
  await name.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("?");
  await expect(name).toHaveValue("Harbor?");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await name.blur();
  await page.keyboard.type("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "the shortcuts");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test.describe("without a keyboard", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("the shortcuts are in the account's menu too", async ({ page, panel }) => {
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

test("a setting is changed, reviewed and saved without a mouse", async ({ page, panel }) => {
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
  await expect(page.getByText("Takes effect when your instance restarts.")).toBeVisible();
});

/** Presses Tab until the element has the focus; a page holds fewer stops than that. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

test("at 390 pixels every control can be hit: 44 pixels high, or with room around it", async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of [
    "/",
    "/settings/general",
    "/settings/email",
    "/settings/regions",
    "/applications/new",
  ]) {
    await open(page, `${panel.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main button, header button, main input:not([type=hidden])")]
        .filter((element) => element.checkVisibility() && !element.closest(".sr-only, [aria-hidden=true]"))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => {
          const isBox = element.matches("[role=checkbox], [role=switch], [role=radio]");
          return !isBox && box.height > 1 && box.height < 43.5;
        })
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} is ${box.height} px high`),
    );
    expect(small, path).toEqual([]);
  }
});
