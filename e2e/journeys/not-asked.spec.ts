import {
  box,
  expectAccessibleInBothThemes,
  goToSection,
  open,
  openState,
  statePill,
} from "../support/browser";
import { expect, test } from "../support/journey";
import { sessionIn } from "../support/session";

/*
 * If INSTANCE_API_URL is not set, the panel shows no change as pending until an operator clicks "Mark as restarted".
 */

test('the panel lists changes saved after an operator clicked "Mark as restarted"', async ({
  page,
  freshPanel: panel,
}) => {
  const toGeneral = async () => {
    const rail = page.getByRole("navigation", { name: "Main" });
    await rail.getByRole("link", { name: /^Settings/ }).click();
    await goToSection(page, "general");
  };
  const save = async (name: string) => {
    await box(page, "general.instanceName").fill(name);
    await page.getByRole("button", { name: "Save 1 change" }).click();
  };
  await open(page, panel.url);
  const sentence = page.getByText("This panel serves the API and reads the file on every request");
  await toGeneral();
  await save("Lagoon");
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save and apply" })).toHaveCount(0);
  // The text is in the HTML of the page, so no script has to request it over a slow connection.
  const sent = await (await sessionIn(panel)).fetch("/running");
  expect(await sent.text()).toContain("This panel serves the API and reads the file on every request");
  await open(page, `${panel.url}/running`);
  await expect(sentence).toBeVisible();
  await expectAccessibleInBothThemes(page, "/running without an instance");

  await page.getByRole("button", { name: "Mark as restarted" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No changes to apply" })).toBeVisible();
  await expect(page.getByText(/^not verified since the restart at/)).toBeVisible();
  await toGeneral();
  await save("Skerry");
  await openState(page, "1 change to apply");
  await expect(page.getByRole("heading", { level: 1, name: "1 change to apply" })).toBeVisible();
  const list = page.getByRole("list", { name: "Changes to apply" });
  await expect(list.getByRole("listitem")).toHaveText(/Instance name.*Lagoon.*Skerry/);
  await expect(page.getByText("not verified since the save at")).toBeVisible();
  await page.getByRole("button", { name: "Mark as restarted" }).click();
  await expect(list).toHaveCount(0);
  await expect(statePill(page)).not.toContainText("to apply");
});
