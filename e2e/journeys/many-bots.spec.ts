import type { Locator, Page } from "@playwright/test";
import { open } from "../support/browser";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/journey";
import type { Panel } from "../support/panel";

/**
 * Creates bots owned by the operator, with one minute between their creation times. The last bot is the
 * newest.
 */
async function seed(panel: Panel, count: number): Promise<void> {
  const database = databaseOf(undefined, panel.dataDir);
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const id = "cast(1500000000000000000 + n as text)";
  const name = "'Buoy ' || printf('%05d', (n * 7919) % 10007)";
  await database.query(
    `insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
     ${numbers} select ${id}, ${name}, 1, '0', 0, 0, 0, n * 60000 from numbers`,
  );
  await database.query(
    `insert into applications
       (id, name, description, icon, bot_public, flags, owner_id, bot_user_id, created_at)
     ${numbers} select ${id}, ${name}, '', null, 1, 0, (select user_id from operators), ${id},
       1700000000000 + n * 60000 from numbers`,
  );
}

const nameOf = (nth: number) => `Buoy ${String((nth * 7919) % 10_007).padStart(5, "0")}`;
/**
 * Locates the table rows that show a bot. Excludes the empty rows that stand for bots outside the viewport.
 * Uses a CSS selector, because `getByRole` would be slow in a long table.
 */
const rows = (page: Page) => page.locator("main tbody tr:has(a)");

/**
 * Presses a key repeatedly until an element appears. Does not use `expect`, which would describe the whole
 * page after each failed attempt.
 */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  const attempt = async () => {
    await page.keyboard.press(key);
    return target.waitFor({ timeout: 100 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(attempt, { intervals: [0] }).toBe(true);
}

test("a list of ten thousand bots can be scrolled, sorted and searched, and renders only a few rows", async ({
  page,
  rowsPanel: panel,
}) => {
  const count = 10_000;
  await seed(panel, count);
  await open(page, `${panel.url}/applications`);
  await expect(rows(page).first()).toContainText(nameOf(count));

  // Scrolling loads more bots without a click, and removes bots outside the viewport from the page.
  const target = rows(page).getByText(nameOf(count - 600), { exact: true });
  await pressUntil(page, "End", target);
  expect(await rows(page).count()).toBeLessThan(400);
  // The key is pressed repeatedly, because the browser may ignore it while it is still scrolling to the end.
  await pressUntil(page, "Home", rows(page).first().getByText(nameOf(count)));
  await expect(rows(page).first()).toBeInViewport();

  const order = page.getByRole("combobox", { name: "Sort bots" });
  const sorted = async (by: string, first: string, second: string) => {
    await order.click();
    await page.getByRole("option", { name: by }).click();
    await expect(rows(page).first()).toContainText(first);
    await expect(rows(page).nth(1)).toContainText(second);
  };
  await sorted("Oldest first", nameOf(1), nameOf(2));
  await sorted("Name A–Z", "Buoy 00001", "Buoy 00002");

  // The search finds bots that the page has not loaded.
  await page.getByRole("searchbox", { name: "Find a bot" }).fill("BUOY 0777");
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText("Buoy 07770");
  await page.getByRole("searchbox", { name: "Find a bot" }).fill(String(1_500_000_000_000_004_242n));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(nameOf(4242));
  await page.getByRole("searchbox", { name: "Find a bot" }).fill("No such buoy");
  await expect(page.getByText("No bot has “No such buoy” in its name.")).toBeVisible();
});
