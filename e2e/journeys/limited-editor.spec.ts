import { expectAccessibleInBothThemes, open, row } from "../support/browser";
import { expect, test } from "../support/journey";
import { PanelClient, sessionIn } from "../support/session";

const age = "register.dateOfBirth.minimum";
const lea = { username: "lea", password: "fog horn at dawn" };

test("an owner limits an editor to a section, and every page says what the editor may change", async ({
  page,
  browser,
  rowsPanel: panel,
}) => {
  const owner = await sessionIn(panel);
  await owner.addOperator({ ...lea, role: "editor" });
  const document = await owner.fetch("/api/panel/config");
  const operations = [
    { op: "set", path: "general.instanceName", value: "Lagoon" },
    { op: "set", path: age, value: 18 },
  ];
  await owner.send(
    "PATCH",
    "/api/panel/config",
    { operations },
    { "if-match": document.headers.get("etag")! },
  );
  await open(page, `${panel.url}/operators`);
  const operator = page.getByRole("row", { name: /lea/ });
  await operator.getByRole("button", { name: "Actions for lea" }).click();
  await page.getByRole("menuitem", { name: "Limit to sections" }).click();
  const dialog = page.getByRole("dialog", { name: "Limit lea to sections?" });
  await dialog.getByRole("button", { name: "Limit to sections" }).click();
  await expect(dialog.getByText("Choose at least one section.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Registration" }).check();
  await expectAccessibleInBothThemes(page, "limiting an editor", "[role=dialog]");
  await dialog.getByRole("button", { name: "Limit to sections" }).click();
  await expect(operator).toContainText("Only Registration");

  const context = await browser.newContext({ reducedMotion: "reduce" });
  await context.addCookies((await PanelClient.signIn(panel, lea)).browserCookies);
  const theirs = await context.newPage();
  const why = "You can only change settings in these sections: Registration.";

  await open(theirs, `${panel.url}/settings/general`);
  await expect(theirs.getByText("You cannot change this section")).toBeVisible();
  await expect(row(theirs, "general.instanceName").getByRole("textbox")).toBeDisabled();
  await expectAccessibleInBothThemes(theirs, "a section that the editor may only view");
  await theirs.getByRole("button", { name: "People" }).click();
  await expect(theirs.getByRole("link", { name: "Password reset (view only)" })).toBeVisible();
  await theirs.getByRole("link", { name: /^Registration/ }).click();
  await row(theirs, age).getByRole("textbox").fill("16");
  await theirs.getByRole("button", { name: "Save 1 change" }).click();
  await expect(theirs.getByText("Saved 1 change")).toBeVisible();

  await open(theirs, `${panel.url}/settings/raw`);
  await expect(theirs.getByText("You cannot edit the text of the file")).toBeVisible();
  await open(theirs, `${panel.url}/settings/import`);
  await theirs
    .getByLabel("Or paste its text")
    .fill('{"general":{"instanceName":"Pier"},"register":{"dateOfBirth":{"minimum":13}}}');
  await theirs.getByRole("button", { name: "Compare with the file" }).click();
  const result = theirs.getByRole("region", { name: "Result of the comparison" });
  await expect(result).toContainText("1 change not imported");
  await expect(result.getByRole("checkbox", { name: "General" })).toBeDisabled();
  await expect(result.getByRole("button", { name: "Import 1 change" })).toBeEnabled();

  await open(theirs, `${panel.url}/settings/history`);
  await theirs
    .getByRole("button", { name: /^Undo version/ })
    .nth(1)
    .click();
  const undo = theirs.getByRole("dialog", { name: /^Undo the changes/ });
  await expect(undo.getByRole("checkbox", { name: "Undo Instance name" })).toBeDisabled();
  await expect(undo).toContainText(why);
  await undo.getByRole("button", { name: "Cancel" }).click();

  for (const path of ["/running", "/applications", "/guilds", "/users", "/backups"]) {
    await open(theirs, `${panel.url}${path}`);
    await expect(theirs.getByText(`${why} Ask an owner to do this.`).first()).toBeVisible();
  }
  await expect(theirs.getByRole("button", { name: "Back up now" })).toHaveCount(0);
  await open(theirs, `${panel.url}/applications/new`);
  await expect(theirs.getByText("You cannot create bots")).toBeVisible();
  await context.close();

  await operator.getByRole("button", { name: "Actions for lea" }).click();
  await page.getByRole("menuitem", { name: "Remove the limit" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove limit" }).click();
  await expect(operator).not.toContainText("Only");
});
