import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { sections } from "@/lib/config/registry";
import { expectAccessible, signIn } from "../support/browser";
import { type Panel, startPanel } from "../support/panel";

const pages = [
  "/",
  "/settings",
  ...sections.map((section) => `/settings/${section.id}`),
  "/settings?filter=modified",
  "/settings/other",
  "/settings/reference",
  "/settings/history",
  "/settings/history/1",
  "/settings/raw",
  "/settings/import",
  "/applications",
  "/applications/new",
  "/guilds",
  "/operators",
  "/audit",
  "/account",
];

// The two themes are seen by two workers, each with a panel of its own.
test.describe.configure({ mode: "parallel", timeout: 300_000 });

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ config: readFileSync("e2e/fixtures/branded-partial.json") });
});
test.afterAll(() => panel.dispose());

for (const colorScheme of ["light", "dark"] as const) {
  test(`every page in ${colorScheme}: no violation, no sideways scrolling at 390 and 1440 pixels`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${panel.url}/login`);
    await expectAccessible(page, `/login in ${colorScheme}`);
    await signIn(page, panel);
    for (const path of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${panel.url}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(
        colorScheme === "dark",
      );
      await expectAccessible(page, `${path} in ${colorScheme}`);
      await page.setViewportSize({ width: 390, height: 844 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${path} at 390 px`).toBeLessThanOrEqual(390);
    }
    await context.close();
  });
}
