import { box, enter, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

/* Tests two operators who work at the same time: in two browsers, and one after the other in one browser. */

const jon = { username: "jon", password: "a lamp on the pier" };

test("an operator sees who is editing a section, until the edits are undone or the page is closed", async ({
  page,
  rowsPanel: panel,
  browser,
}) => {
  await (await sessionIn(panel)).addOperator(jon);
  await open(page, `${panel.url}/settings/limits`);
  const other = await browser.newContext({ reducedMotion: "reduce" });
  try {
    await other.addCookies((await PanelClient.signIn(panel, jon)).browserCookies);
    const theirs = await other.newPage();
    await open(theirs, `${panel.url}/settings/limits`);
    await box(theirs, "limits.user.maxFriends").fill("700");
    await expect(page.getByText("jon is editing Friends per user. Nothing is saved yet.")).toBeVisible();
    // An earlier test may have left edits of others.
    await expect(theirs.getByText("jon is editing")).toHaveCount(0);
    await open(page, `${panel.url}/settings/register`);
    await expect(page.getByText("jon is editing")).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText("jon is editing")).toBeVisible();
    await theirs.getByRole("button", { name: /^Undo edit/ }).click();
    await expect(page.getByText("jon is editing")).toHaveCount(0);
    await box(theirs, "limits.user.maxFriends").fill("800");
    await expect(page.getByText("jon is editing")).toBeVisible();
    await theirs.goto("about:blank");
    await expect(page.getByText("jon is editing")).toHaveCount(0);
  } finally {
    await other.close();
  }
});

test("edits are not saved in the name of another operator who has signed in in the browser", async ({
  page,
  context,
  rowsPanel: panel,
}) => {
  await (await sessionIn(panel)).addOperator(jon);
  await open(page, `${panel.url}/settings/limits`);
  await box(page, "limits.user.maxFriends").fill("700");
  const before = await panel.readConfig();
  await context.addCookies((await PanelClient.signIn(panel, jon)).browserCookies);

  await page.getByRole("button", { name: /^Save \d/ }).click();
  const again = page.getByRole("dialog", { name: `Sign in again as ${operator.username}` });
  await expect(again).toContainText("jon has signed in in this browser");
  expect(await panel.readConfig()).toBe(before);
  await again.getByLabel("Your password").fill(operator.password);
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await expect(page.getByText(/^Saved /)).toBeVisible();
  expect(await panel.readConfig()).toContain("700");
  const saved = await (
    await sessionIn(panel)
  ).json<{ revisions: { author: string }[] }>("/api/panel/config/revisions");
  expect(saved.revisions[0]?.author).toBe(operator.username);
  await enter(context, panel);
});
