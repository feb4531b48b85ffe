import type { Page } from "@playwright/test";
import { expectAccessibleInBothThemes, headingIn } from "../support/browser";
import { connect } from "../support/connected";
import { expect, modes, test } from "../support/journey";
import { sessionIn } from "../support/session";

/* Tests every step from an invite link to the bot in a guild. The steps are the same in both modes. */

const VIEW = 1024n;
const SEND = 2048n;
const BAN = 4n;
const MANAGE_GUILD = 32n;

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

for (const mode of modes("standalone"))
  test.describe(mode, () => {
    test.use({ mode });
    // A running instance reports neither the account's permissions nor the bot's.
    const isOwn = mode === "standalone";

    test("a person opens an invite link, signs in, chooses a guild and adds the bot", async ({
      page,
      stage: { panel, instance, person },
    }) => {
      const { id: botId } = await instance.addBot("Harbor master");
      const dock = await instance.addGuild("Dry dock");
      const { userId, credentials } = await person("tomas");
      await instance.addMember(dock, userId);
      await instance.addRole(dock, MANAGE_GUILD, userId);
      await instance.addRole(dock, VIEW + SEND, userId);
      await instance.addGuild("Zephyr", userId);

      const link = `${panel.url}/oauth2/authorize?client_id=${botId}&permissions=${VIEW + SEND + BAN}&scope=bot`;
      await page.context().clearCookies();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(link);
      await expect(page).toHaveURL(/\/login\?next=/);
      await page.getByLabel("Username").fill(credentials.username);
      await page.getByLabel("Password", { exact: true }).fill(credentials.password);
      await page.keyboard.press("Enter");
      if (!isOwn) {
        await expect(page.getByText("adds the bot on behalf of the account that you connect")).toBeVisible();
        await connect(page, await instance.token(userId));
      }

      await expect(heading(page, "Add Harbor master to a guild")).toBeVisible();
      // The guilds that the account owns come first. None is selected, because there are two.
      const guilds = page.getByRole("radio");
      await expect(guilds).toHaveCount(2);
      await expect(guilds.first()).toHaveAccessibleName(/^Zephyr/);
      await expect(page.getByRole("button", { name: "Add bot" })).toBeDisabled();
      const asked = page.getByRole("list", { name: "Requested permissions" });
      const all = ["Ban membersPowerful", "View channels", "Send messages"];
      await expect(asked.getByRole("listitem")).toHaveText(all);
      await expectAccessibleInBothThemes(page, "an invite");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);

      // The remaining steps use the keyboard.
      await guilds.first().focus();
      await page.keyboard.press("ArrowDown");
      await expect(guilds.last()).toBeFocused();
      await page.keyboard.press("Space");
      await expect(page.getByRole("radio", { name: /^Dry dock/ })).toBeChecked();
      await expect(asked.getByRole("listitem")).toHaveText(isOwn ? ["View channels", "Send messages"] : all);
      const lacking = page.getByRole("list", {
        name: "Not granted, because you do not have them in Dry dock:",
      });
      if (isOwn) await expect(lacking.getByRole("listitem")).toHaveText(["Ban members"]);
      await page.getByRole("button", { name: "Add bot" }).press("Enter");
      await expect(heading(page, "Harbor master is in Dry dock")).toBeVisible();
      await expect(page.getByRole("list", { name: "Permissions" }).getByRole("listitem")).toHaveText([
        "View channels",
        "Send messages",
      ]);
      await expectAccessibleInBothThemes(page, "a followed invite");
      expect(
        await instance.sql(
          `select permissions from roles join member_roles on role_id = id
           where roles.guild_id = ? and user_id = ?`,
          dock,
          botId,
        ),
      ).toEqual([{ permissions: String(VIEW + SEND) }]);

      // Opens the same link again for the guild that already has the bot. Only some instances replace the
      // permissions of a bot that is already a member.
      await page.goto(`${link.replace(String(VIEW + SEND + BAN), "0")}&guild_id=${dock}`);
      await expect(page.getByRole("radio", { name: /^Dry dock/ })).toBeChecked();
      if (isOwn) {
        await expect(page.getByText("Harbor master is in Dry dock already.")).toBeVisible();
        await page.getByRole("button", { name: "Replace permissions" }).click();
        await expect(page.getByText("The bot has no additional permissions")).toBeVisible();
      } else {
        await page.getByRole("button", { name: "Add bot" }).click();
        await expect(page.getByText("Its permissions were not changed")).toBeVisible();
        await expect(page.getByText("edit the role named Harbor master")).toBeVisible();
      }
    });

    test("retrying after a lost response or an ended session adds the bot only once", async ({
      page,
      stage: { panel, instance },
    }) => {
      const { id: botId } = await instance.addBot("Harbor master");
      const link = `${panel.url}/oauth2/authorize?client_id=${botId}&permissions=8`;
      await page.goto(link);
      await expect(page.getByText("Owned by keeper")).toBeVisible();
      // The only guild.
      await expect(page.getByRole("radio", { name: /keeper's guild/ })).toBeChecked();
      await expect(page.getByText("An administrator can do everything")).toBeVisible();

      let requests = 0;
      await page.route("**/api/panel/bots/*/guilds/*", async (route) => {
        requests += 1;
        await route.fetch();
        await route.abort("connectionreset");
      });
      await page.getByRole("button", { name: "Add bot" }).dblclick();
      await expect(page.getByRole("alert").filter({ hasText: "The bot may have been added" })).toBeVisible();
      expect(requests).toBe(1);
      await page.unroute("**/api/panel/bots/*/guilds/*");
      await page.context().clearCookies();
      await page.reload();
      await expect(page).toHaveURL(/\/login\?next=/);
      await page.context().addCookies((await sessionIn(panel)).browserCookies);
      await page.goto(link);
      await page.getByRole("button", { name: isOwn ? "Replace permissions" : "Add bot" }).click();
      if (isOwn) {
        await expect(heading(page, "Harbor master is in keeper's guild")).toBeVisible();
        await expect(page.getByRole("list", { name: "Permissions" })).toContainText("Administrator");
      } else await expect(page.getByText("Its permissions were not changed")).toBeVisible();
      expect(await instance.sql("select guild_id from members where user_id = ?", botId)).toEqual([
        { guild_id: instance.guildId },
      ]);
    });

    test("the page explains why an invite link is invalid, and cannot be framed by another page", async ({
      page,
      stage: { panel, instance, person },
    }) => {
      const keeper = await sessionIn(panel);
      const { id: botId } = await instance.addBot("Harbor master");
      const bare = await instance.addApplication("Hull");
      const { client: tomas, userId } = await person("tomas");
      const { id: hidden } = await instance.addBot("Smuggler", userId);
      await instance.sql("update applications set bot_public = 0 where id = ?", hidden);
      const { id: disabled } = await instance.addBot("Wreck");
      await instance.sql("update users set disabled = 1 where id = ?", disabled);

      const refusals: [query: string, title: string][] = [
        ["", "This bot does not exist"],
        ["client_id=1", "This bot does not exist"],
        [`client_id=${"9".repeat(5000)}`, "This bot does not exist"],
        [`client_id=${botId}&client_id=${botId}`, "This bot does not exist"],
        [`client_id=${botId}&permissions=many`, "The permissions in this link are not a number"],
        [`client_id=${botId}&permissions=-1`, "The permissions in this link are not a number"],
        [`client_id=${botId}&permissions=${2n ** 64n}`, "The permissions in this link are not a number"],
        [
          `client_id=${botId}&permissions=${"1".repeat(5000)}`,
          "The permissions in this link are not a number",
        ],
        [`client_id=${botId}&scope=identify`, "This link does not ask to add a bot"],
        [`client_id=${bare}`, "Hull has no bot user yet"],
        [`client_id=${hidden}`, "Smuggler is private"],
      ];
      // A running instance does not report whether a bot is disabled.
      if (isOwn) refusals.push([`client_id=${disabled}`, "Wreck is disabled"]);
      for (const [query, title] of refusals) {
        const answer = await keeper.fetch(`/oauth2/authorize?${query}`);
        expect([query, headingIn(await answer.text())]).toEqual([query, title]);
        expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      }
      await page.goto(
        `${panel.url}/oauth2/authorize?client_id=${botId}&guild_id=1&scope=applications.commands%20bot`,
      );
      await expect(page.getByText("The link is for a guild that you do not manage.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Add bot" })).toBeDisabled();

      // If a person manages no guild, the page explains how to get one.
      const lonely = await tomas.fetch(`/oauth2/authorize?client_id=${botId}`);
      expect(await lonely.text()).toContain("You do not manage a guild.");
      for (const [query, title] of [
        ["error=access_denied", "Nothing was added"],
        [`client_id=${botId}&guild_id=1`, "The bot is not in this guild"],
      ]) {
        const answer = await tomas.fetch(`/oauth2/authorized?${query}`);
        expect([query, headingIn(await answer.text())]).toEqual([query, title]);
      }
      if (!isOwn) return;
      // A person whose username is longer than the limit has no user.
      await instance.sql("update operators set user_id = '' where user_id = ?", userId);
      for (const path of [`authorize?client_id=${botId}`, `authorized?client_id=${botId}&guild_id=1`]) {
        const answer = await tomas.fetch(`/oauth2/${path}`);
        expect([path, headingIn(await answer.text())]).toEqual([path, "You have no user on this instance"]);
      }
    });
  });
