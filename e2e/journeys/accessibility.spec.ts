import type { Page } from "@playwright/test";
import { enter, expectAccessibleInBothThemes } from "../support/browser";
import { expect, test as journey } from "../support/journey";
import { pages } from "../support/pages";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Nothing is changed here, so one visit of a worker goes from page to page; that spares loading the scripts anew. */
const test = journey.extend<object, { visitor: Page }>({
  visitor: [
    async ({ browser }, run) => {
      const context = await browser.newContext({ reducedMotion: "reduce" });
      await run(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "parallel" });
// The visit listens to the panel until it leaves, also while later files' tests change it.
test.afterAll(({ visitor }) => visitor.goto("about:blank"));

/** No violation in the page as it is, in either theme at 1440 pixels, and no sideways scrolling at 390 pixels. */
async function expectSound(page: Page, path: string): Promise<void> {
  await expectAccessibleInBothThemes(page, path);
  await page.setViewportSize(phone);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${path} at 390 px`).toBeLessThanOrEqual(phone.width);
}

test("the sign-in page has no violation in either theme and does not scroll sideways", async ({
  page,
  sharedPanel,
}) => {
  await page.setViewportSize(desktop);
  await page.goto(`${sharedPanel.url}/login`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectSound(page, "/login");
});

for (const path of pages) {
  test(`${path} has no violation in either theme and does not scroll sideways`, async ({
    visitor,
    panel,
  }) => {
    await enter(visitor.context(), panel);
    await visitor.setViewportSize(desktop);
    await visitor.goto(`${panel.url}${path}`);
    await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(visitor, path);
  });
}
