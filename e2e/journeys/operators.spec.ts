import { open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

const second = { username: "tomas", password: "fog horn at dawn" };

test("a second operator is added, signs in, and is signed out when disabled", async ({
  page,
  rowsPanel: panel,
}) => {
  await open(page, `${panel.url}/operators`);
  await page.getByRole("button", { name: "Add operator" }).click();
  const dialog = page.getByRole("dialog", { name: "Add operator" });
  const add = dialog.getByRole("button", { name: "Add operator" });

  await dialog.getByLabel("Username").fill(operator.username);
  await dialog.getByLabel("Password", { exact: true }).fill("short");
  await add.click();
  await expect(dialog.getByText("Use at least 8 characters.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(second.password);
  await add.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByLabel("Password", { exact: true }), "what was typed stays").toHaveValue(
    second.password,
  );

  await dialog.getByLabel("Username").fill(second.username);
  await add.click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row", { name: /tomas/ });
  await expect(row).toContainText("Active");

  const theirs = await PanelClient.signIn(panel, second);
  expect((await theirs.fetch("/operators")).url).toBe(`${panel.url}/operators`);
  await row.getByRole("button", { name: "Disable tomas" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable operator" }).click();
  await expect(row).toContainText("Disabled");
  expect((await theirs.fetch("/operators")).url).toMatch(/\/login/);

  await row.getByRole("button", { name: "Enable tomas" }).click();
  await expect(row).toContainText("Active");

  // A forgotten password is replaced by another operator.
  await row.getByRole("button", { name: "Set password of tomas" }).click();
  const setting = page.getByRole("dialog", { name: "Set a new password for tomas?" });
  await setting.getByLabel("New password", { exact: true }).fill("a foghorn before dawn");
  await setting.getByRole("button", { name: "Set password" }).click();
  await expect(setting).toBeHidden();
  await PanelClient.signIn(panel, { ...second, password: "a foghorn before dawn" });

  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await expect(page).toHaveURL(`${panel.url}/audit`);
  await expect(page.getByRole("table")).toContainText(second.username);
});
