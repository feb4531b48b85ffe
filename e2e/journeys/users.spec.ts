import { expectAccessibleInBothThemes, open } from "../support/browser";
import { Instance } from "../support/instance";
import { expect, modes, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

for (const mode of modes("connected"))
  test.describe(mode, () => {
    test.use({ mode });

    test("an operator looks up a user and disables the user if the panel allows it", async ({
      page,
      stage: { panel, instance },
    }) => {
      const isOwn = mode === "standalone";
      const own = await sessionIn(instance.panel);
      const made = await own.send("POST", "/api/panel/users", { username: "Ines" });
      const { id } = (await made.json()) as { id: string };
      const token = await instance.token(id);
      await open(page, `${panel.url}/guilds`);
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click();
      if (isOwn) {
        await page.getByRole("searchbox", { name: "Find a user" }).fill(id);
        await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2);
        await page.getByRole("link", { name: "Ines" }).click();
      } else {
        await expect(page.getByText("2 users and bots on your instance.")).toBeVisible();
        await expect(page.getByText("cannot list or search users. Look up a user by id.")).toBeVisible();
        await expectAccessibleInBothThemes(page, "users of a running instance");
        await page.getByLabel("User id").fill("1104236891374919681");
        await page.getByRole("button", { name: "Look up" }).click();
        await expect(page.getByText("The instance has no user with this id.")).toBeVisible();
        await page
          .getByRole("navigation", { name: "Where you are" })
          .getByRole("link", { name: "Users" })
          .click();
        await page.getByLabel("User id").fill(id);
        await page.getByRole("button", { name: "Look up" }).click();
      }
      await expect(page.getByRole("heading", { name: /^Ines/, level: 1 })).toBeVisible();
      if (!isOwn) {
        await expect(page.getByText("Users register with the instance.")).toBeVisible();
        await expect(page.getByText("The instance manages users' tokens.")).toBeVisible();
        await expect(page.getByText("This requires an operator token of the instance.")).toBeVisible();
        await expectAccessibleInBothThemes(page, "a user of a running instance");
        expect(await instance.statusOf(token)).toBe(200);
        return;
      }
      await page.getByRole("button", { name: "Disable user" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disable user" }).click();
      await expect(page.getByRole("button", { name: "Enable user" })).toBeVisible();
      expect(await instance.statusOf(token), "of a disabled user").toBe(401);
      await page.getByRole("button", { name: "Enable user" }).click();
      await expect(page.getByRole("button", { name: "Disable user" })).toBeVisible();
      expect(await instance.statusOf(token)).toBe(200);
    });
  });

test("an operator manages a user's tokens and rights", async ({ page, rowsPanel: panel }) => {
  const instance = await Instance.of(panel);
  const client = await PanelClient.signIn(panel);
  const made = await client.send("POST", "/api/panel/users", { username: "Olga" });
  const { id } = (await made.json()) as { id: string };
  const issue = { name: "script", expiresInDays: 1, password: operator.password };
  const issued = await client.send("POST", `/api/panel/users/${id}/tokens`, issue);
  const { token: script } = (await issued.json()) as { token: string };
  // Signing out revokes the tokens that pages have received, but not the tokens that scripts use.
  await client.fetch("/api/panel/account/sessions", { method: "DELETE" });
  expect(await instance.statusOf(script)).toBe(200);

  const again = await PanelClient.signIn(panel);
  await page.context().clearCookies();
  await page.context().addCookies(again.browserCookies);
  await open(page, `${panel.url}/guilds`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click();
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
  expect(await instance.statusOf(token)).toBe(200);
  await expectAccessibleInBothThemes(page, "a user with a new token");

  await page.goto(`${panel.url}/users`);
  await page.getByRole("searchbox", { name: "Find a user" }).fill("INE");
  await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Ines" }).click();
  await expect(page).toHaveURL(ines);
  await expect(row).toContainText("last used");
  await expect(row).toContainText(`by ${operator.username}`);
  expect(await page.content()).not.toContain(token);

  await row.getByRole("button", { name: "Revoke nightly backup" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("Revoked");
  expect(await instance.statusOf(token), "the revoked token").toBe(401);

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
