import { expectAccessibleInBothThemes, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { PanelClient } from "../support/session";

const tomas = { username: "tomas", password: "fog horn at dawn" };

test("a person joins by invitation, is demoted, must choose a new password, and is removed", async ({
  page,
  browser,
  rowsPanel: panel,
}) => {
  await open(page, `${panel.url}/operators`);
  await page.getByRole("link", { name: "Invite operator" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite operator" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("Invitation link").inputValue();
  await expect(page.getByRole("row", { name: /Editor/ })).toContainText("keeper");
  await expectAccessibleInBothThemes(page, "/operators/invitations");

  const theirs = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await theirs.goto(link);
  await expect(theirs.getByText("keeper invited you as editor.")).toBeVisible();
  await theirs.getByLabel("Username").fill("keeper");
  await theirs.getByLabel("Password", { exact: true }).fill(tomas.password);
  await theirs.getByLabel("Confirm password", { exact: true }).fill(tomas.password);
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs.getByText("This username is taken.")).toBeVisible();
  await theirs.getByLabel("Username").fill(tomas.username);
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs).toHaveURL(`${panel.url}/`);

  const late = await (await browser.newContext()).newPage();
  await late.goto(link);
  await expect(late.getByText("Ask an owner of the panel for another link.")).toBeVisible();
  await late.context().close();

  await open(page, `${panel.url}/operators`);
  const row = page.getByRole("row", { name: /tomas/ });
  await row.getByRole("combobox", { name: "Role of tomas" }).click();
  await page.getByRole("option", { name: /^Viewer/ }).click();
  await expect(row.getByRole("combobox", { name: "Role of tomas" })).toHaveText("Viewer");
  await theirs.goto(`${panel.url}/operators/invitations`);
  await expect(theirs.getByText("Only owners see invitations")).toBeVisible();

  const act = async (item: string, confirm: string) => {
    await row.getByRole("button", { name: "Actions for tomas" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
  };
  await act("Require new password", "Require new password");
  await expect(row).toContainText("New password required");
  await theirs.goto(`${panel.url}/`);
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.getByLabel("Username").fill(tomas.username);
  await theirs.getByLabel("Password", { exact: true }).fill(tomas.password);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByText("Choose a new password")).toBeVisible();
  await theirs.getByLabel("New password", { exact: true }).fill(tomas.password);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByText("Choose a password other than the one you have.")).toBeVisible();
  await theirs.getByLabel("New password", { exact: true }).fill("a foghorn before dawn");
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs).toHaveURL(`${panel.url}/`);

  await row.getByRole("button", { name: "Actions for tomas" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename tomas?" });
  await renaming.getByLabel("Username").fill("tomasz");
  await renaming.getByRole("button", { name: "Rename operator" }).click();
  const renamed = page.getByRole("row", { name: /tomasz/ });
  await renamed.getByRole("button", { name: "Actions for tomasz" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove operator" }).click();
  await expect(renamed).toHaveCount(0);
  await theirs.goto(`${panel.url}/`);
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.context().close();
});

test("a disabled operator is signed out, and can sign in again when an owner enables them", async ({
  page,
  rowsPanel: panel,
}) => {
  await (await PanelClient.signIn(panel)).addOperator(tomas);
  const theirs = await PanelClient.signIn(panel, tomas);
  await open(page, `${panel.url}/operators`);
  const row = page.getByRole("row", { name: /tomas/ });
  const act = async (item: string, confirm: string) => {
    await row.getByRole("button", { name: "Actions for tomas" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
  };
  await act("Disable", "Disable operator");
  await expect(row).toContainText("Disabled");
  expect((await theirs.fetch("/operators")).url).toMatch(/\/login/);
  await act("Enable", "Enable operator");
  await expect(row).toContainText("Active");
});

test("an owner creates an API token, a script uses it, and the owner revokes it", async ({
  page,
  rowsPanel: panel,
}) => {
  await open(page, `${panel.url}/operators/tokens`);
  await page.getByRole("button", { name: "Create API token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create API token" });
  await dialog.getByLabel("Name").fill("deploy script");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: /^Editor/ }).click();
  await dialog.getByRole("button", { name: "Create API token" }).click();
  const token = await page.getByLabel("API token", { exact: true }).inputValue();
  const ask = () => fetch(`${panel.url}/api/panel/config`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);
  const row = page.getByRole("row", { name: /deploy script/ });
  await expect(row).toContainText("Editor");
  await expectAccessibleInBothThemes(page, "/operators/tokens");
  await page.getByRole("button", { name: "Download token" }).click();
  await page.getByRole("button", { name: "Hide token" }).click();
  await page.reload();
  await expect(row).toContainText(/from (?:127\.0\.0\.1|::1)/);
  await expect(page.getByText(token)).toHaveCount(0);

  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toHaveCount(0);
  expect((await ask()).status).toBe(401);
});
