import { expect, test } from "@playwright/test";
import { decodeJwt } from "jose";
import { enter, open, reopen } from "../support/browser";
import { databaseOf } from "../support/database";
import { type Panel, startPanel } from "../support/panel";

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel();
});
test.afterAll(() => panel.dispose());

test("from a name to a bot in a guild, with a token that works", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/applications`);
  await expect(page.getByText("No bots yet")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Create bot" }).last().click();
  await expect(page.getByLabel("Application name")).toBeFocused();

  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByText("Enter a name for the application.")).toBeVisible();
  await page.getByLabel("Application name").fill("x".repeat(33));
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "32" })).toBeVisible();
  await page.getByLabel("Application name").fill("Harbor master");
  await page.getByRole("button", { name: "Create application" }).click();

  await expect(page.getByRole("heading", { name: "Create the bot of Harbor master" })).toBeVisible();
  // A reload in the middle goes on with the same application.
  await reopen(page);
  await page.getByRole("button", { name: "Create bot" }).click();

  const token = await page.getByLabel("Bot token").inputValue();
  const botId = decodeJwt<{ id: string }>(token).id;
  await expect(page.getByRole("button", { name: "Choose a guild" })).toBeDisabled();
  await page.getByLabel("The token is stored in a safe place").check();
  await page.getByRole("button", { name: "Choose a guild" }).click();

  await page.getByRole("radio", { name: /keeper's guild/ }).check();
  await page.getByRole("button", { name: "Choose permissions" }).click();
  // The number of an invitation link is taken apart into names.
  await page.getByLabel("As a number").fill("2050");
  await expect(page.getByRole("checkbox", { name: "Kick members" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Send messages", exact: true })).toBeChecked();
  await page.getByLabel("As a number").fill("many");
  await expect(page.getByText("Enter a whole number below 2⁶⁴.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "None", exact: true }).click();
  await expect(page.getByLabel("As a number")).toHaveValue("0");
  await page.getByLabel("Find a permission").fill("send mess");
  await page.getByRole("checkbox", { name: "Send messages", exact: true }).check();
  await page.getByLabel("Find a permission").fill("");
  await page.getByRole("checkbox", { name: /^View channels/ }).check();
  await page.getByRole("button", { name: /Add bot to/ }).click();

  await expect(
    page.getByRole("heading", { name: "Harbor master is a member of keeper's guild" }),
  ).toBeVisible();
  await expect(page.getByText("View channels, Send messages")).toBeVisible();

  // The bot's token is a token of this instance: it is known, as a bot's.
  const asBot = await fetch(`${panel.url}/api/v9/applications`, {
    method: "POST",
    headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "nested" }),
  });
  expect(asBot.status).toBe(403);
  expect(await asBot.json()).toMatchObject({ code: 20001 });

  // And the membership is in the directory, with the managed role and exactly those permissions.
  const stored = await databaseOf(undefined, panel.dataDir).query(
    `select users.bot, roles.name, roles.managed, roles.permissions, guilds.name as guild
     from members join users on users.id = members.user_id join guilds on guilds.id = members.guild_id
     join member_roles on member_roles.user_id = members.user_id and member_roles.guild_id = members.guild_id
     join roles on roles.id = member_roles.role_id where members.user_id = ?`,
    botId,
  );
  expect(stored).toEqual([
    { bot: 1, name: "Harbor master", managed: 1, permissions: String(1024 + 2048), guild: "keeper's guild" },
  ]);
});

test("a failed step says why, and another try makes no second application", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/applications/new`);
  await page.getByLabel("Application name").fill("Twice");

  // The answer is lost on its way: the application exists, and the page cannot know.
  await page.route("**/api/applications", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByText("The application could not be created")).toBeVisible();
  await page.unroute("**/api/applications");
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Twice" })).toBeVisible();

  await page.route("**/bot", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByText("The bot could not be created")).toBeVisible();
  await page.unroute("**/bot");
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByLabel("Bot token")).toBeVisible();

  await open(page, `${panel.url}/applications`);
  await expect(page.getByRole("row", { name: /Twice/ })).toHaveCount(1);
});
