import type { Page } from "@playwright/test";
import { addBot, addGuild, addOperator, callInstance, letIn } from "../support/bots";
import { expectAccessibleInBothThemes, headingIn } from "../support/browser";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/journey";
import { sessionIn } from "../support/session";

const VIEW = 1024n;
const SEND = 2048n;
const BAN = 4n;
const MANAGE_GUILD = 32n;

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a person opens an invite link, signs in, chooses a guild and adds the bot", async ({
  page,
  rowsPanel: panel,
}) => {
  const keeper = await sessionIn(panel);
  const botId = await addBot(panel, keeper, "Harbor master");
  const dock = await addGuild(keeper, "Dry dock");
  const { client: tomas, userId, credentials } = await addOperator(panel, "tomas");
  await letIn(panel, dock, userId, MANAGE_GUILD);
  await addGuild(tomas, "Zephyr");

  const link = `${panel.url}/oauth2/authorize?client_id=${botId}&permissions=${VIEW + SEND + BAN}&scope=bot`;
  await page.context().clearCookies();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Username").fill(credentials.username);
  await page.getByLabel("Password", { exact: true }).fill(credentials.password);
  await page.keyboard.press("Enter");

  await expect(heading(page, "Add Harbor master to a guild")).toBeVisible();
  await expect(page.getByText("Owned by keeper")).toBeVisible();
  // The operator's own guilds come first. With two of them, none is preselected.
  const guilds = page.getByRole("radio");
  await expect(guilds).toHaveCount(2);
  await expect(guilds.first()).toHaveAccessibleName(/^Zephyr/);
  await expect(page.getByRole("button", { name: "Add bot" })).toBeDisabled();
  const asked = page.getByRole("list", { name: "Requested permissions" });
  await expect(asked.getByRole("listitem")).toHaveText([
    "Ban membersPowerful",
    "View channels",
    "Send messages",
  ]);
  await expectAccessibleInBothThemes(page, "an invite");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  // From here on with the keyboard.
  await guilds.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(guilds.last()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: /^Dry dock/ })).toBeChecked();
  await expect(asked.getByRole("listitem")).toHaveText(["View channels", "Send messages"]);
  const lacking = page.getByRole("list", { name: "Not granted, because you do not have them in Dry dock:" });
  await expect(lacking.getByRole("listitem")).toHaveText(["Ban members"]);
  await page.getByRole("button", { name: "Add bot" }).press("Enter");
  await expect(heading(page, "Harbor master is in Dry dock")).toBeVisible();
  await expect(page.getByRole("list", { name: "Permissions" }).getByRole("listitem")).toHaveText([
    "View channels",
    "Send messages",
  ]);
  await expectAccessibleInBothThemes(page, "a followed invite");
  const { guilds: present } = await keeper.json<{ guilds: unknown[] }>(`/api/panel/bots/${botId}`);
  expect(present).toMatchObject([{ name: "Dry dock", permissions: String(VIEW + SEND) }]);

  // The same link again, for a guild where the bot is a member: its permissions are replaced.
  await page.goto(`${link.replace(String(VIEW + SEND + BAN), "0")}&guild_id=${dock}`);
  await expect(page.getByRole("radio", { name: /^Dry dock/ })).toBeChecked();
  await expect(page.getByText("Harbor master is in Dry dock already.")).toBeVisible();
  await page.getByRole("button", { name: "Replace permissions" }).click();
  await expect(page.getByText("The bot has no additional permissions")).toBeVisible();
});

test("retrying after a lost response or an ended session adds the bot once", async ({
  page,
  rowsPanel: panel,
}) => {
  const keeper = await sessionIn(panel);
  const botId = await addBot(panel, keeper, "Harbor master");
  await page.goto(`${panel.url}/oauth2/authorize?client_id=${botId}&permissions=8`);
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
  await expect(page.getByRole("alert").filter({ hasText: "The bot was not added" })).toBeVisible();
  expect(requests).toBe(1);
  await page.unroute("**/api/panel/bots/*/guilds/*");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.context().addCookies(keeper.browserCookies);
  await page.goto(`${panel.url}/oauth2/authorize?client_id=${botId}&permissions=8`);
  await page.getByRole("button", { name: "Replace permissions" }).click();
  await expect(heading(page, "Harbor master is in keeper's guild")).toBeVisible();
  await expect(page.getByRole("list", { name: "Permissions" })).toContainText("Administrator");
});

test("an invalid invite link explains why, and the page cannot be framed", async ({
  page,
  rowsPanel: panel,
}) => {
  const keeper = await sessionIn(panel);
  const botId = await addBot(panel, keeper, "Harbor master");
  const { id: bare } = await callInstance(panel, keeper, "/applications", { name: "Hull" });
  const { client: tomas } = await addOperator(panel, "tomas");
  const hidden = await addBot(panel, tomas, "Smuggler");
  await tomas.send("PATCH", `/api/panel/bots/${hidden}`, { public: false });
  const disabled = await addBot(panel, keeper, "Wreck");
  await databaseOf(undefined, panel.dataDir).query("update users set disabled = 1 where id = ?", disabled);

  const refusals: [query: string, title: string][] = [
    ["", "This bot does not exist"],
    ["client_id=1", "This bot does not exist"],
    [`client_id=${"9".repeat(5000)}`, "This bot does not exist"],
    [`client_id=${botId}&client_id=${botId}`, "This bot does not exist"],
    [`client_id=${botId}&permissions=many`, "The permissions of this link are not a number"],
    [`client_id=${botId}&permissions=-1`, "The permissions of this link are not a number"],
    [`client_id=${botId}&permissions=${2n ** 64n}`, "The permissions of this link are not a number"],
    [`client_id=${botId}&permissions=${"1".repeat(5000)}`, "The permissions of this link are not a number"],
    [`client_id=${botId}&scope=identify`, "This link does not ask to add a bot"],
    [`client_id=${bare}`, "Hull has no bot user yet"],
    [`client_id=${hidden}`, "Smuggler is private"],
    [`client_id=${disabled}`, "Wreck is disabled"],
  ];
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

  // Explains to somebody who manages no guild how to get one.
  const lonely = await tomas.fetch(`/oauth2/authorize?client_id=${botId}`);
  expect(await lonely.text()).toContain("You do not manage a guild.");
  for (const [query, title] of [
    ["error=access_denied", "Nothing was added"],
    [`client_id=${botId}&guild_id=1`, "The bot is not in this guild"],
  ]) {
    const answer = await tomas.fetch(`/oauth2/authorized?${query}`);
    expect([query, headingIn(await answer.text())]).toEqual([query, title]);
  }
});
