import { readFile } from "node:fs/promises";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { expectAccessible, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

test("the audit log can be filtered and downloaded, and links to the changes in a version", async ({
  page,
  freshPanel: panel,
}) => {
  const client = await PanelClient.signIn(panel);
  const { etag, values: before } = await client.json<ConfigSnapshot>("/api/panel/config");
  const paths = [
    "limits.user.maxBio",
    "limits.user.maxGuilds",
    "limits.user.maxFriends",
    "limits.guild.maxRoles",
  ];
  const saved = await client.send(
    "PATCH",
    "/api/panel/config",
    { operations: paths.map((path) => ({ op: "set", path, value: 77 })), note: "smaller limits" },
    { "if-match": `"${etag}"` },
  );
  expect(saved.status).toBe(200);

  await open(page, `${panel.url}/audit`);
  await page.getByLabel("Action").selectOption("Saved settings");
  await expect(page).toHaveURL(`${panel.url}/audit?action=config.save`);
  const row = page.getByRole("row", { name: /Saved settings/ }).first();
  await expect(row.getByRole("time")).toHaveAttribute("title", /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d \S+$/);
  await expect(row.getByRole("time")).toHaveText(/now|ago/);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(41);
  await expect(page.getByRole("row", { name: /Signed in/ })).toHaveCount(0);

  // A row names two of several settings. Its details contain all of them, the note, the keys and the ids.
  await expect(row).toContainText(/ and 2 more · version \d+/);
  await row.getByRole("button", { name: /^Details of entry \d+$/ }).click();
  await expect(page.locator('a[title="limits.user.maxBio"]')).toBeVisible();
  await expect(page.getByText(paths.join(", "))).toBeVisible();
  await expect(page.getByText("smaller limits")).toBeVisible();
  await expectAccessible(page, "audit");

  await page.getByLabel("Person").selectOption(operator.username);
  await expect(page).toHaveURL(/person=/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "JSON Lines" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.jsonl$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ action: "config.save", actor: operator.username });

  await page
    .getByRole("link", { name: /^Changes in version \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/settings\/history\/\d+/);
  await expect(page.getByText("smaller limits").first()).toBeVisible();

  // The list of entries has a button that undoes the change.
  await page.goBack();
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  await page.getByRole("button", { name: /^Undo this change \(version \d+\)$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo 4 changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const { values } = await client.json<ConfigSnapshot>("/api/panel/config");
  expect(values).toEqual(before);

  await page.getByRole("searchbox", { name: "Search" }).fill("no such text");
  await expect(page.getByText("No entry matches these filters.")).toBeVisible();
  await page
    .getByRole("search", { name: "Filter entries" })
    .getByRole("button", { name: "Clear filters" })
    .click();
  await expect(page).toHaveURL(`${panel.url}/audit`);
});
