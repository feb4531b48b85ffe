import { expectAccessibleInBothThemes, open, signIn } from "../support/browser";
import { expect, test } from "../support/journey";

test("the account page lists the browsers that are signed in, and signs out of one", async ({
  page,
  rowsPanel: panel,
  browser,
}) => {
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
  const visit = await browser.newContext({ userAgent: firefox });
  const theirs = await visit.newPage();
  await signIn(theirs, panel);

  await open(page, `${panel.url}/account`);
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "Last seen" });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "This session" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "This session" }).getByRole("button")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, "/account");
  await page.getByRole("button", { name: /^End session of Firefox on Windows at / }).click();
  await expect(page.getByText("Session of Firefox on Windows ended")).toBeVisible();
  await expect(rows).toHaveCount(1);

  await theirs.goto(`${panel.url}/guilds`);
  await expect(theirs).toHaveURL(/\/login/);
  await visit.close();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`${panel.url}/account`);
  await expect(page).toHaveURL(/\/login/);
});
