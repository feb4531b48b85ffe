import type { Page } from "@playwright/test";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { box, expectAccessible, expectAccessibleInBothThemes, open, row } from "../support/browser";
import { expect, test } from "../support/journey";
import type { Panel } from "../support/panel";
import { sessionIn } from "../support/session";

/*
 * Tests that an old change can be undone wherever it is displayed. panel-api/undo-changes.spec.ts tests the
 * limits of the API.
 */

/**
 * Saves several settings in one version.
 * @returns the number of the version
 */
async function save(panel: Panel, values: Record<string, unknown>): Promise<number> {
  const client = await sessionIn(panel);
  const { etag } = await client.json<{ etag: string }>("/api/panel/config");
  const operations = Object.entries(values).map(([path, value]) => ({ op: "set", path, value }));
  const headers = { "if-match": `"${etag}"` };
  expect((await client.send("PATCH", "/api/panel/config", { operations }, headers)).status).toBe(200);
  return (await client.json<RevisionPage>("/api/panel/config/revisions?limit=1")).revisions[0]!.id;
}

const general = async (panel: Panel) =>
  (JSON.parse(await panel.readConfig()) as { general: { instanceName: string } }).general;
const user = async (panel: Panel) =>
  (JSON.parse(await panel.readConfig()) as { limits: { user: object } }).limits.user;

const dialogOn = (page: Page) => page.getByRole("dialog", { name: /^Undo the change/ });

test("an old change can be undone on each page that lists the change", async ({
  page,
  freshPanel: panel,
}) => {
  const old = await save(panel, { "general.instanceName": "Lagoon" });
  const both = await save(panel, { "limits.user.maxBio": 7, "limits.user.maxUsername": 9 });
  const latest = await save(panel, { "limits.user.maxUsername": 12 });

  await open(page, `${panel.url}/settings/history`);
  await page.getByRole("button", { name: `Undo version ${old}` }).click();
  await expect(dialogOn(page)).toContainText("Nobody has changed it since");
  await expectAccessibleInBothThemes(page, "undoing one change", "[role=dialog]");
  await dialogOn(page).getByRole("button", { name: "Set back to Harbor" }).click();
  await expect(page.getByText(`1 change in version ${old} undone`)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `Undid version ${old}` })).toContainText(
    "Harbor",
  );
  expect(await general(panel)).toMatchObject({ instanceName: "Harbor" });
  expect(await user(panel)).toMatchObject({ maxBio: 7, maxUsername: 12 });

  // The undo appears like any other save, and can be undone.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await general(panel)).toMatchObject({ instanceName: "Lagoon" });

  // A setting that has changed again since then is not selected, so it is not undone unless the operator
  // selects it.
  await page.getByRole("button", { name: `Undo version ${both}` }).click();
  const several = dialogOn(page);
  await expect(several.getByRole("checkbox", { name: "Undo Bio length" })).toBeChecked();
  await expect(several.getByRole("checkbox", { name: "Undo Username length" })).not.toBeChecked();
  await expect(several.getByRole("link", { name: `version ${latest}` })).toBeVisible();
  await expectAccessible(page, "undoing several changes", { part: "[role=dialog]" });
  await several.getByLabel("Note").fill("Too short");
  await several.getByRole("button", { name: "Undo 1 change" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Too short" })).toContainText("Bio length");
  expect(await user(panel)).toEqual({ maxBio: 1000, maxUsername: 12 });

  // The page of a version lists its changes, and each change has an undo button.
  await page.getByRole("link", { name: `Version ${latest}:` }).click();
  await expect(page.getByRole("link", { name: "Compare with previous" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Compare with current" })).toBeVisible();
  await page.getByRole("button", { name: "Undo the change to Username length" }).click();
  await dialogOn(page).getByRole("button", { name: "Set back to 9 characters" }).click();
  await expect.poll(() => user(panel)).toMatchObject({ maxUsername: 9 });

  await open(page, `${panel.url}/settings/limits/history?path=limits.user.maxUsername`);
  // The settings navigation stays open, with the setting's section selected.
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Limits", exact: true }),
  ).toHaveAttribute("aria-current", /./);
  const plot = page.getByRole("figure", { name: "Username length over time" });
  await expect(plot.getByRole("link", { name: /^9 characters, .*version/ }).first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "a setting's history");
  await page.getByRole("button", { name: `Undo version ${both}` }).click();
  await dialogOn(page)
    .getByRole("button", { name: /^Set back to/ })
    .click();
  await expect.poll(() => user(panel)).toEqual({ maxBio: 1000, maxUsername: 40 });

  // A link can open the dialog. There is nothing to undo, because the value is already restored.
  await open(page, `${panel.url}/settings/history/${both}?undo=limits.user.maxUsername`);
  await expect(dialogOn(page)).toContainText("Already undone: the file has 40 characters");
  await dialogOn(page).getByRole("button", { name: "Close" }).first().click();
  await expect(page).toHaveURL(`${panel.url}/settings/history/${both}`);

  // The overview lists the last three changes.
  await save(panel, { "limits.user.maxUsername": 12 });
  await open(page, panel.url);
  await page
    .getByRole("button", { name: /^Undo version/ })
    .first()
    .click();
  await dialogOn(page).getByRole("button", { name: "Set back to 40 characters" }).click();
  await expect.poll(() => user(panel)).toEqual({ maxBio: 1000, maxUsername: 40 });
});

test("the last change to a setting can be undone from its row by keyboard", async ({
  page,
  freshPanel: panel,
}) => {
  await save(panel, { "limits.user.maxBio": 7 });
  await save(panel, { "general.instanceName": "Lagoon" });
  await open(page, `${panel.url}/settings/limits`);
  await box(page, "limits.user.maxBio").focus();
  const undo = row(page, "limits.user.maxBio").getByRole("button", { name: /^Undo the last change/ });
  for (const key of ["Tab", "Tab", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialogOn(page).getByRole("button", { name: "Set back to 1,000 characters" })).toBeFocused();
  // Shift+Tab moves the focus to the note field, where the arrow keys move the cursor.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Oops");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(undo).toBeFocused();
  await expect(box(page, "limits.user.maxBio")).toHaveValue("1,000");
  expect(await user(panel)).toMatchObject({ maxBio: 1000 });
  expect(await general(panel)).toMatchObject({ instanceName: "Lagoon" });
  const { revisions } = await (
    await sessionIn(panel)
  ).json<RevisionPage>("/api/panel/config/revisions?limit=1");
  expect(revisions[0]?.note).toBe("Oop!s");
});
