import { expectAccessibleInBothThemes, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { PanelClient } from "../support/session";

/** The status with which the instance API answers a user's token. */
const statusOf = async (panel: Panel, token: string): Promise<number> =>
  (
    await fetch(`${panel.url}/api/v9/applications`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({ name: "Ferry" }),
    })
  ).status;

test("an operator creates a user, manages its tokens and rights, and cannot drop the last Operator right", async ({
  page,
  rowsPanel: panel,
}) => {
  const client = await PanelClient.signIn(panel);
  const made = await client.send("POST", "/api/panel/users", { username: "Olga" });
  const { id } = (await made.json()) as { id: string };
  const issue = { name: "script", expiresInDays: 1, password: operator.password };
  const issued = await client.send("POST", `/api/panel/users/${id}/tokens`, issue);
  const { token: script } = (await issued.json()) as { token: string };
  // Signing out revokes the tokens that pages received, and no token that a script needs.
  await client.fetch("/api/panel/account/sessions", { method: "DELETE" });
  expect(await statusOf(panel, script)).toBe(200);

  const again = await PanelClient.signIn(panel);
  await page.context().clearCookies();
  await page.context().addCookies(again.browserCookies);
  await open(page, `${panel.url}/guilds`);
  const directory = page.getByRole("navigation", { name: "Directory" });
  await directory.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await expect(page.getByRole("table", { name: "Users" })).toContainText(operator.username);
  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByRole("dialog").getByLabel("Username").fill("Ines");
  await page.getByRole("dialog").getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("heading", { name: /^Ines/, level: 1 })).toBeVisible();
  await expect(page.getByText("No tokens yet.")).toBeVisible();
  const ines = page.url();

  await page.getByRole("button", { name: "Create token…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a token for Ines" });
  await dialog.getByLabel("Name").fill("nightly backup");
  await dialog.getByLabel("Ends").selectOption("In a week");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByLabel("User token").inputValue();
  const row = page
    .getByRole("list", { name: "Tokens of Ines" })
    .getByRole("listitem")
    .filter({ hasText: "nightly backup" });
  await expect(row).toContainText("never used");
  expect(await statusOf(panel, token)).toBe(200);
  await expectAccessibleInBothThemes(page, "a user with a new token");

  await page.goto(`${panel.url}/users`);
  await page.getByRole("searchbox", { name: "Find a user" }).fill("INE");
  await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Ines" }).click();
  await expect(page).toHaveURL(ines);
  await expect(row).toContainText("last used");
  await expect(row).toContainText(`by ${operator.username}`);
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "Disable user" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable user" }).click();
  await expect(page.getByRole("button", { name: "Enable user" })).toBeVisible();
  expect(await statusOf(panel, token), "of a disabled user").toBe(401);
  await page.getByRole("button", { name: "Enable user" }).click();
  await expect(page.getByRole("button", { name: "Disable user" })).toBeVisible();
  expect(await statusOf(panel, token)).toBe(200);

  await row.getByRole("button", { name: "Revoke nightly backup" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("Revoked");
  expect(await statusOf(panel, token), "the revoked token").toBe(401);

  await page.getByRole("button", { name: "Change rights" }).click();
  const rights = page.getByRole("dialog", { name: "Rights of Ines" });
  await rights.getByRole("checkbox", { name: "Operator", exact: true }).click();
  await expect(rights.getByText("Operator includes every right")).toBeVisible();
  await rights.getByRole("button", { name: "Save rights" }).click();
  await expect(rights).toBeHidden();
  await expect(page.getByText("can do everything on this instance")).toBeVisible();

  const { users } = await again.json<{ users: { id: string; isSelf: boolean }[] }>("/api/panel/users");
  const self = users.find((user) => user.isSelf)?.id ?? "";
  const other = new URL(ines).pathname.split("/").at(-1) ?? "";
  const rightsOf = (user: string, value: string) =>
    again.send("PATCH", `/api/panel/users/${user}`, { rights: value });
  expect((await rightsOf(self, "1")).status).toBe(200);
  expect((await rightsOf(self, "0")).status, "another one has it").toBe(200);
  expect((await rightsOf(self, "1")).status).toBe(200);
  expect((await rightsOf(other, "0")).status, "of somebody else").toBe(200);
  expect((await rightsOf(self, "0")).status, "the last one").toBe(409);
  expect((await again.send("PATCH", `/api/panel/users/${self}`, { disabled: true })).status).toBe(409);
  for (const value of ["-1", "x", "18446744073709551616"])
    expect([value, (await rightsOf(other, value)).status]).toEqual([value, 422]);
});
