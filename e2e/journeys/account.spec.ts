import { expectAccessibleInBothThemes, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

test("the account page lists the browsers where the operator is signed in, and can end a session", async ({
  page,
  rowsPanel: panel,
}) => {
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
  const theirs = await PanelClient.signIn(panel, operator, { "user-agent": firefox });

  await open(page, `${panel.url}/account`);
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "Last seen" });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "This session" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "This session" }).getByRole("button")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, "/account");
  await page.getByRole("button", { name: /^End session of Firefox on Windows at / }).click();
  await expect(page.getByText("Session of Firefox on Windows ended")).toBeVisible();
  await expect(rows).toHaveCount(1);

  expect((await theirs.fetch("/guilds")).url).toMatch(/\/login/);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await page.request.get(`${panel.url}/account`)).url()).toContain("/login");
});
