import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { open, row } from "../support/browser";
import { expect, test } from "../support/journey";

const path = "limits.user.maxGuilds";

test.use({ config: JSON.stringify({ limits: { user: { maxGuilds: 60 } } }) });

test("a rule of the operator's is checked while a setting is edited", async ({ page, panel }) => {
  const rule = { id: "room", expression: `${path} >= 20`, message: "The charter promises 20 guilds." };
  const file = join(panel.folder, "config.rules.json");
  await writeFile(file, JSON.stringify({ rules: [rule] }));
  await open(page, `${panel.url}/settings/limits`);
  const guilds = row(page, path);
  await guilds.getByRole("textbox").fill("19");
  await expect(guilds.getByText("The charter promises 20 guilds. (rule “room”)")).toBeVisible();
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("The changes are not saved")).toBeVisible();
  await guilds.getByRole("textbox").fill("20");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await rm(file);
});
