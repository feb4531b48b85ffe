import type { Page } from "@playwright/test";
import { open, row } from "../support/browser";
import { expect, test } from "../support/journey";
import { movements } from "../support/movements";
import type { Panel } from "../support/panel";

/* Tests animations after an action. every-page.spec.ts tests that pages in their initial state do not animate. */

type Check = (where: string) => Promise<void>;

async function openDialogs(page: Page, panel: Panel, check: Check): Promise<void> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
  await check("the palette");
  await page.keyboard.type("register.defaultRights");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${panel.url}/settings/register#register.defaultRights`);
  await expect(row(page, "register.defaultRights")).toHaveAttribute("data-aimed");
  await check("a setting that a link led to");
  await page.getByRole("button", { name: "Choose rights" }).first().click();
  await expect(dialog).toBeVisible();
  await check("the rights editor");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await row(page, "register.requireInvite").getByRole("switch").click();
  await check("the save bar");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(dialog).toBeVisible();
  await check("a question");
  await page.getByRole("button", { name: "Discard 1 change" }).click();
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(dialog).toBeVisible();
  await check("the drawer");
}

test("the page animates only if the browser does not request reduced motion", async ({ page, panel }) => {
  await open(page, `${panel.url}/`);
  await openDialogs(page, panel, async (where) => expect(await movements(page), where).toEqual([]));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await movements(page)).not.toEqual([]);
});

test("a theme change is not animated", async ({ page, panel }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, `${panel.url}/account`);
  const fading = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const count = () => document.getAnimations().filter((one) => one instanceof CSSTransition).length;
        const observer = new MutationObserver(() => requestAnimationFrame(() => resolve(count())));
        observer.observe(document.documentElement, { attributeFilter: ["class"] });
      }),
  );
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await fading).toBe(0);
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
});
