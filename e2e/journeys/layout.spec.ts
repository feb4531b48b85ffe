import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { box, enter, open, row, statePill } from "../support/browser";
import { expect, sample, test } from "../support/journey";
import { putFile } from "../support/worker-panel";

/* Tests overlaps, the focus order and high contrast by checking element positions and computed styles. */

const phone = { width: 390, height: 844 };

test.beforeEach(async ({ page, sharedPanel }) => {
  await putFile(sharedPanel, sample);
  await enter(page.context(), sharedPanel);
});

const boxOf = async (target: Locator) => {
  const found = await target.boundingBox();
  if (!found) throw new Error("It is not shown.");
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
};

/**
 * Finds layout faults in the visible row toolbars: elements that a toolbar covers, and contents that do not
 * fit into it.
 */
const stripFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const others = [...document.querySelectorAll("main :is(button, input, select, textarea, a, label, p)")];
    for (const strip of document.querySelectorAll("[data-slot=row-tools]")) {
      const edge = strip.getBoundingClientRect();
      const key = strip.querySelector("code")?.textContent;
      for (const inner of strip.querySelectorAll("code, a, button")) {
        const { right, bottom } = inner.getBoundingClientRect();
        if (right > edge.right + 0.5 || bottom > edge.bottom + 0.5) faults.push(`${key} breaks out`);
      }
      for (const other of others) {
        const { left, right, top, bottom, width } = other.getBoundingClientRect();
        if (width === 0 || other.closest("[data-slot=row-tools], .sr-only")) continue;
        const across = Math.min(right, edge.right) - Math.max(left, edge.left);
        const down = Math.min(bottom, edge.bottom) - Math.max(top, edge.top);
        if (across > 0.5 && down > 0.5) faults.push(`${key} covers ${other.textContent}`);
      }
    }
    return faults;
  });

test("a row's toolbar covers no other element and names the setting by its label", async ({
  page,
  sharedPanel,
}) => {
  for (const section of ["register", "email"]) {
    await open(page, `${sharedPanel.url}/settings/${section}`);
    // A row adds its toolbar to the page when the pointer or the focus enters the row.
    for (const setting of await page.locator("[data-slot=setting]:visible").all()) await setting.hover();
    expect([section, await stripFaults(page)]).toEqual([section, []]);
  }
  await open(page, `${sharedPanel.url}/settings/limits`);
  await row(page, "limits.user.maxBio").hover();
  for (const name of ["Copy link to Bio length", "History of Bio length"])
    await expect(page.getByRole("link", { name })).toBeVisible();
  const names = await page
    .getByRole("main")
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
    );
  expect(names.filter((name) => /[a-z]\.[a-z]+[A-Z.]/.test(name))).toEqual([]);
});

test("Shift+Tab from a setting moves the focus to the toolbar of the row above", async ({
  page,
  sharedPanel,
}) => {
  await open(page, `${sharedPanel.url}/settings/limits`);
  await box(page, "limits.user.maxBio").focus();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Copy key of Friends per user" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(box(page, "limits.user.maxFriends")).toBeFocused();
});

test("the button “Turn on rate limits” moves the focus to the first limit below", async ({
  page,
  sharedPanel,
}) => {
  await open(page, `${sharedPanel.url}/settings/limits`);
  await page.getByRole("button", { name: "Turn on rate limits" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(box(page, "limits.rate.ip.count")).toBeFocused();
});

test("toasts appear one at a time, near what was pressed", async ({ page, sharedPanel }) => {
  await open(page, `${sharedPanel.url}/settings/limits`);
  for (const value of ["501", "502"]) {
    await box(page, "limits.user.maxBio").fill(value);
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await expect(page.getByText("Saved 1 change").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Save 1 change" })).toHaveCount(0);
  }
  const toasts = page.locator("[data-sonner-toast]:visible");
  await expect(toasts).toHaveCount(1);
  const toast = await boxOf(toasts);
  expect(toast.right - toast.x).toBeGreaterThanOrEqual(320);
  // The pressed button was at the bottom, at the right end of the save bar.
  expect(toast.y).toBeGreaterThan(page.viewportSize()!.height / 2);
});

test("on a phone, the field being edited stays above the save bar", async ({ page, sharedPanel }) => {
  await page.setViewportSize(phone);
  await open(page, `${sharedPanel.url}/settings/limits`);
  const field = box(page, "limits.message.maxCharacters");
  // Scrolls until the field is at the bottom edge, where the save bar will appear.
  await field.evaluate((element) =>
    window.scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 4),
  );
  await field.focus();
  await page.keyboard.type("1");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toBeVisible();
  await expect.poll(async () => (await boxOf(field)).bottom <= (await boxOf(bar)).y).toBe(true);
});

test("on a phone, the top bar shows one state, its menu all of them, and the page title is not cut off", async ({
  page,
  sharedPanel,
}) => {
  await page.setViewportSize(phone);
  await open(page, `${sharedPanel.url}/settings/limits`);
  await box(page, "limits.user.maxBio").fill("321");
  const email = { provider: "smtp", smtp: { port: "none" } };
  await putFile(sharedPanel, JSON.stringify({ ...(JSON.parse(sample) as object), email }));
  const bar = page.getByRole("banner");
  await expect(statePill(page)).toContainText(/problem.*changed outside.*1 unsaved change/);
  const trail = bar.getByRole("navigation", { name: "Where you are" });
  const isCutOff = await trail
    .getByText("Limits")
    .evaluate(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth);
  expect(isCutOff).toBe(false);
  await expect(bar.getByText(/^Standalone · /)).toBeVisible();
  await trail.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(`${sharedPanel.url}/settings`);
});

test("in forced colors, the current link, tab and range look different from the others", async ({
  page,
  sharedPanel,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, `${sharedPanel.url}/settings/limits`);
  const background = (target: Locator) =>
    target.evaluate((element) => getComputedStyle(element).backgroundColor);
  const rail = page.getByRole("navigation", { name: "Main" });
  const [current, other] = [
    await background(rail.getByRole("link", { name: "Limits" })),
    await background(rail.getByRole("link", { name: "Reference" })),
  ];
  expect(current).not.toBe(other);
  await open(page, `${sharedPanel.url}/users`);
  const tabs = page.getByRole("navigation", { name: "Users" });
  expect(await background(tabs.getByRole("link", { name: "Users" }))).not.toBe(
    await background(tabs.getByRole("link", { name: "Registration tokens" })),
  );
});

test("a port number has no thousands separator", async ({ page, sharedPanel }) => {
  await putFile(
    sharedPanel,
    JSON.stringify({ ...(JSON.parse(sample) as object), email: { provider: "smtp", smtp: { port: 25255 } } }),
  );
  await open(page, `${sharedPanel.url}/settings/email`);
  await expect(row(page, "email.smtp.port")).not.toContainText("25,255");
});

test("what needs an operator and the start of the plot are on the first screen at 1440 × 900", async ({
  page,
  sharedPanel,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `${sharedPanel.url}/`);
  const needs = await boxOf(page.getByRole("region", { name: /needs you/i }));
  expect(needs.bottom).toBeLessThanOrEqual(900);
  const plot = page.getByRole("heading", { name: "Response times" });
  expect((await boxOf(plot)).bottom).toBeLessThanOrEqual(900);
});

test("a dialog's overlay dims the window up to its right edge, in both themes", async ({
  page,
  sharedPanel,
}) => {
  await open(page, `${sharedPanel.url}/settings/limits`);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { width } = page.viewportSize()!;
    const strip = await page.screenshot({ clip: { x: width - 40, y: 300, width: 40, height: 1 } });
    const pixels = await sharp(strip).removeAlpha().raw().toBuffer();
    expect(
      new Set(Array.from({ length: 40 }, (_, x) => pixels.subarray(x * 3, x * 3 + 3).toString("hex"))).size,
    ).toBe(1);
  }
});

test("on a phone, the Undo button of a version is visible", async ({ page, sharedPanel }) => {
  await page.setViewportSize(phone);
  const isWhollyVisible = async (target: Locator) => {
    const { x, right } = await boxOf(target);
    expect([x >= 0, right <= phone.width]).toEqual([true, true]);
  };
  await open(page, `${sharedPanel.url}/settings/limits`);
  await box(page, "limits.user.maxBio").fill("321");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await open(page, `${sharedPanel.url}/settings/limits/history?path=limits.user.maxBio`);
  const undo = page.getByRole("button", { name: /^Undo version/ }).first();
  await isWhollyVisible(undo);
  expect((await boxOf(undo)).x).toBeGreaterThan(phone.width / 2);
});

test("opening a page whose link is at the end of the navigation does not scroll the page down", async ({
  page,
  sharedPanel,
}) => {
  await page.setViewportSize({ width: 1440, height: 320 });
  await open(page, `${sharedPanel.url}/settings`);
  await expect(page.getByRole("link", { name: "All settings" })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("on a phone, the search results scroll within the search dialog", async ({ page, sharedPanel }) => {
  await page.setViewportSize(phone);
  await open(page, `${sharedPanel.url}/audit`);
  await page.getByRole("button", { name: "Search or run a command" }).click();
  const palette = page.getByRole("dialog", { name: "Search" });
  const list = palette.getByRole("listbox");
  await expect(list.getByRole("option").last()).toBeAttached();
  const [frame, results] = [await boxOf(palette), await boxOf(list)];
  expect(results.bottom).toBeLessThanOrEqual(frame.bottom);
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
});
