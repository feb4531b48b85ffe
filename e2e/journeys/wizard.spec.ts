import { readFile } from "node:fs/promises";
import type { Route } from "@playwright/test";
import { decodeJwt } from "jose";
import { open, reopen } from "../support/browser";
import { connect } from "../support/connected";
import { databaseOf } from "../support/database";
import { expect, modes, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { sessionIn } from "../support/session";

/* Tests every step from an empty instance to a bot in a guild, in both modes. */

// This file lacks the addresses that code examples need.
test.use({ config: JSON.stringify({ general: { instanceName: "Harbor" } }) });

// These tests run in parallel, because this file runs last and no worker should be idle at the end.
test.describe.configure({ mode: "parallel" });

/** Counts the applications, users, roles and memberships with this name. */
const stored = (panel: Panel, name: string) =>
  databaseOf(undefined, panel.dataDir).query(
    `select (select count(*) from applications where name = ?) as applications,
       (select count(*) from users where username = ?) as users,
       (select count(*) from roles where name = ?) as roles,
       (select count(*) from members join users on users.id = members.user_id where username = ?) as members`,
    name,
    name,
    name,
    name,
  );

/** Sends the request but discards the response. The page cannot know whether the request took effect. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

for (const mode of modes("standalone"))
  test.describe(mode, () => {
    test.use({ mode });

    test("an operator creates an application, a bot and a working token, and adds the bot to a guild", async ({
      page,
      stage: { panel, instance, mode },
    }) => {
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
      await page.getByRole("button", { name: "Create application" }).dblclick();

      await expect(page.getByRole("heading", { name: "Create the bot of Harbor master" })).toBeVisible();
      expect(await stored(instance.panel, "Harbor master")).toMatchObject([{ applications: 1, users: 0 }]);
      // After a reload, the wizard continues with the same application.
      await reopen(page);
      await page.getByRole("button", { name: "Create bot" }).click();

      const token = await page.getByLabel("Bot token").inputValue();
      const botId = decodeJwt<{ id: string }>(token).id;
      await expect(page.getByRole("button", { name: "Choose a guild" })).toBeDisabled();
      await page.getByLabel("I stored the token in a safe place").check();
      await page.getByRole("button", { name: "Choose a guild" }).click();

      await page.getByRole("radio", { name: /keeper's guild/ }).check();
      await page.getByRole("button", { name: "Choose permissions" }).click();
      // Entering the permission number from an invite link selects those permissions.
      await page.getByLabel("As a number").fill("2050");
      await expect(page.getByRole("checkbox", { name: "Kick members" })).toBeChecked();
      await expect(page.getByRole("checkbox", { name: "Send messages", exact: true })).toBeChecked();
      await page.getByLabel("As a number").fill("many");
      await expect(page.getByText("Enter a whole number below 2⁶⁴.", { exact: false })).toBeVisible();
      await page.getByRole("button", { name: "None", exact: true }).click();
      await expect(page.getByLabel("As a number")).toHaveValue("0");
      const last = page.getByRole("button", { name: "Add bot to keeper's guild without permissions" });
      const desktop = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(last).toBeInViewport({ ratio: 1 });
      if (desktop) await page.setViewportSize(desktop);
      await page.getByLabel("Find a permission").fill("send mess");
      await page.getByRole("checkbox", { name: "Send messages", exact: true }).check();
      await page.getByLabel("Find a permission").fill("");
      await page.getByRole("checkbox", { name: /^View channels/ }).check();
      await page.getByRole("button", { name: /Add bot to/ }).click();

      await expect(
        page.getByRole("heading", { name: "Harbor master is a member of keeper's guild" }),
      ).toBeVisible();
      await expect(page.getByText("View channels, Send messages")).toBeVisible();
      await expect(
        page.getByText("The code uses example addresses, because these settings are missing:"),
      ).toContainText("the API public address and the gateway public address");

      // The instance recognizes the token as a bot token, so it refuses the request.
      const asBot = await fetch(`${instance.url}/api/v9/applications`, {
        method: "POST",
        headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "nested" }),
      });
      expect(asBot.status).toBe(403);
      expect(await asBot.json()).toMatchObject({ code: 20001 });

      // The instance's database contains the membership, with a managed role that has the chosen permissions.
      const membership = await databaseOf(undefined, instance.panel.dataDir).query(
        `select users.bot, roles.name, roles.managed, roles.permissions, guilds.name as guild
     from members join users on users.id = members.user_id join guilds on guilds.id = members.guild_id
     join member_roles on member_roles.user_id = members.user_id and member_roles.guild_id = members.guild_id
     join roles on roles.id = member_roles.role_id where members.user_id = ?`,
        botId,
      );
      expect(membership).toEqual([
        {
          bot: 1,
          name: "Harbor master",
          managed: 1,
          permissions: String(1024 + 2048),
          guild: "keeper's guild",
        },
      ]);

      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Bots/ }).click();
      await expect(page.getByRole("row", { name: /Harbor master/ })).toHaveCount(1);
      // The next steps change the file of this panel. In connected mode, the instance has a separate file.
      if (mode === "connected") return;
      await (await sessionIn(panel)).saveSetting("general.autoCreateBotUsers", true);
      await page.getByRole("main").getByRole("link", { name: "Create bot" }).first().click();
      await expect(
        page.getByText("The instance creates the bot together with the application"),
      ).toBeVisible();
      await page.getByLabel("Application name").fill("Automaton");
      await page.getByRole("button", { name: "Create application" }).click();
      await expect(page.getByRole("heading", { name: "Get a token for Automaton" })).toBeVisible();
    });

    test("the page asks for confirmation whenever an operator leaves it without having stored the token", async ({
      page,
      stage: { panel },
    }) => {
      await open(page, `${panel.url}/applications`);
      await page.getByRole("main").getByRole("link", { name: "Create bot" }).first().click();
      await page.getByLabel("Application name").fill("Buoy");
      await page.getByRole("button", { name: "Create application" }).click();
      await page.getByRole("button", { name: "Create bot" }).click();
      const token = await page.getByLabel("Bot token").inputValue();

      const asked = page.waitForEvent("dialog");
      await page.close({ runBeforeUnload: true });
      const beforeUnload = await asked;
      expect(beforeUnload.type()).toBe("beforeunload");
      await beforeUnload.dismiss();

      // The page must also ask for confirmation before the browser goes back.
      await page.goBack();
      const dialog = page.getByRole("dialog", { name: "Leave without the token of Buoy?" });
      await expect(dialog.getByLabel("Bot token")).toHaveValue(token);
      // Escape returns to the token, as "Stay" does.
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel("Bot token")).toHaveValue(token);
      // "Stay" also shows the token on a page to which the browser's Back has already returned.
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: /^Audit/ })
        .click();
      await expect(dialog.getByLabel("Bot token")).toHaveValue(token);
      await page.goBack();
      await dialog.getByRole("button", { name: "Stay" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("heading", { name: "Save the bot's token" })).toBeVisible();
      await expect(page.getByLabel("Bot token")).toHaveValue(token);
      await expect(page.getByText("Copy or download the token first.")).toBeVisible();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Bots/ }).click();
      await expect(dialog.getByLabel("Bot token")).toHaveValue(token);
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download .env" }).click();
      const file = await readFile(await (await download).path(), "utf8");
      expect(file.split("\n")[0]).toBe(`BOT_TOKEN=${token}`);
      await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
      await expect(dialog).toBeHidden();

      // The operator has confirmed that the token is stored, so leaving the page needs no confirmation.
      await page.goBack();
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByLabel("Bot token").press("ControlOrMeta+c");
      await expect(page.getByLabel("I stored the token in a safe place")).toBeChecked();
      await page.getByRole("button", { name: "Choose a guild" }).click();
      await expect(page.getByRole("heading", { name: "Choose a guild" })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    test("the wizard adds one bot to one guild despite lost responses, double clicks and reloads", async ({
      page,
      stage: { panel, instance, mode },
    }) => {
      await open(page, `${panel.url}/applications`);
      await page.getByRole("main").getByRole("link", { name: "Create bot" }).first().click();
      await page.getByLabel("Application name").fill("Survivor");
      await page.route("**/api/panel/applications", (route) =>
        route.request().method() === "POST" ? loseAnswer(route) : route.fallback(),
      );
      await page.getByRole("button", { name: "Create application" }).click();
      await expect(page.getByText("The application could not be created")).toBeVisible();
      await page.unroute("**/api/panel/applications");
      await page.getByRole("button", { name: "Create application" }).dblclick();
      await expect(page.getByRole("heading", { name: "Create the bot of Survivor" })).toBeVisible();
      expect(await stored(instance.panel, "Survivor")).toMatchObject([{ applications: 1, users: 0 }]);

      // The bot exists, although the response was lost. Another attempt returns a token for the same bot.
      await page.route("**/bot", loseAnswer);
      await page.getByRole("button", { name: "Create bot" }).click();
      await expect(page.getByText("The bot could not be created")).toBeVisible();
      await page.unroute("**/bot");
      await page.getByRole("button", { name: "Create bot" }).dblclick();
      await page.getByLabel("I stored the token in a safe place").check();
      await page.getByRole("button", { name: "Choose a guild" }).click();

      // After a reload or after going back, the wizard continues with the same application and creates no new
      // token.
      await expect(page.getByRole("heading", { name: "Choose a guild" })).toBeVisible();
      await reopen(page);
      await page.goBack();
      await expect(page).toHaveURL(`${panel.url}/applications`);
      await page.goForward();
      const choosePermissions = async () => {
        await page.getByRole("button", { name: "Skip: I already have a token" }).click();
        await page.getByRole("radio", { name: /keeper's guild/ }).check();
        await page.getByRole("button", { name: "Choose permissions" }).click();
        await page.getByLabel("As a number").fill("3072");
      };
      await choosePermissions();
      await page.request.delete(`${panel.url}/api/panel/account/sessions`);
      await page.getByRole("button", { name: /Add bot to/ }).click();
      const again = page.getByRole("dialog", { name: `Sign in again as ${operator.username}` });
      await again.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByText("The bot was not added")).toBeVisible();
      expect(await stored(instance.panel, "Survivor")).toMatchObject([{ roles: 0, members: 0 }]);
      const { pathname, search } = new URL(page.url());
      await page.goto(`${panel.url}/login?next=${encodeURIComponent(pathname + search)}`);
      await page.getByLabel("Username").fill(operator.username);
      await page.getByLabel("Password", { exact: true }).fill(operator.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      // In connected mode, the operator must connect the account again, because the connection ended with the session.
      if (mode === "connected") await connect(page, await instance.token(instance.operatorId));

      await choosePermissions();
      await page.route("**/api/panel/bots/*/guilds/*", loseAnswer);
      await page.getByRole("button", { name: /Add bot to/ }).click();
      await expect(page.getByText("The bot may have been added")).toBeVisible();
      await page.unroute("**/api/panel/bots/*/guilds/*");
      await page.getByRole("button", { name: /Add bot to/ }).dblclick();
      const [heading, permissions] =
        mode === "standalone"
          ? ["Survivor is a member of keeper's guild", "View channels, Send messages"]
          : ["Survivor was already a member of keeper's guild", "Its permissions were not changed"];
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await expect(page.getByText(permissions)).toBeVisible();
      expect(await stored(instance.panel, "Survivor")).toEqual([
        { applications: 1, users: 1, roles: 1, members: 1 },
      ]);
    });
  });
