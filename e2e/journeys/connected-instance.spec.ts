import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { decodeJwt } from "jose";
import { enter, expectAccessible, headingIn, open, reopen } from "../support/browser";
import { connect } from "../support/connected";
import { databaseOf } from "../support/database";
import type { Instance } from "../support/instance";
import type { InstanceFront } from "../support/instance-front";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";
import { PanelClient } from "../support/session";

/* Tests a panel that is connected to a running instance with a separate process, folder and database. */

let instance: Instance;
let front: InstanceFront;
let panel: Panel;
test.beforeEach(async ({ page, connected }) => {
  ({ instance, front, panel } = connected);
  // In these journeys, the instance offers only the three required endpoints. connected-offers.spec.ts tests
  // the optional ones.
  front.isBare = true;
  // The panel caches for minutes whether its instance accepts passwords, so it could return the result of an earlier
  // test.
  await page.route("**/api/panel/instance/account", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: { offersSignIn: false } }) : route.fallback(),
  );
  await enter(page.context(), panel);
});

async function openWizard(page: Page): Promise<void> {
  await open(page, `${panel.url}/applications/new`);
  await expect(page.getByRole("heading", { name: "Connect an account of your instance" })).toBeVisible();
}

/** Counts the rows of each table for users, guilds and applications in the panel's database. */
async function storedHere(): Promise<Record<string, number>> {
  const database = databaseOf(undefined, panel.dataDir);
  const counts: Record<string, number> = {};
  for (const table of Object.keys(nothing))
    counts[table] = (await database.query(`select 1 from ${table}`)).length;
  return counts;
}
const nothing = { users: 0, guilds: 0, members: 0, roles: 0, member_roles: 0, applications: 0 };

function filesWith(text: string, folder = panel.folder): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesWith(text, path);
    return readFileSync(path).includes(text) ? [path] : [];
  });
}

test("an operator connects with a token and adds a bot, and the panel stores no readable token", async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => /^https?:/.test(request.url()) && addresses.push(request.url()));
  await openWizard(page);
  // The page offers only the user token, without checking first whether passwords are accepted.
  await expect(page.getByLabel("User token")).toBeVisible();
  await expect(page.getByLabel("Checking how to connect")).toHaveCount(0);
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expectAccessible(page, "connecting an account");

  await connect(
    page,
    await instance.token(instance.operatorId, {}, { secret: "another secret, as long as it has to be" }),
  );
  await expect(page.getByRole("alert").filter({ hasText: "does not accept the token" })).toBeVisible();
  await connect(page, "two words");
  await expect(page.getByRole("alert").filter({ hasText: "A token is one word" })).toBeVisible();
  const bot = await instance.addBot("Stranger");
  await connect(page, bot.token);
  await expect(page.getByRole("alert").filter({ hasText: "belongs to a bot" })).toBeVisible();

  const token = await instance.token(instance.operatorId);
  await connect(page, ` "${token}" `);
  await expect(page.getByText("Connected with a user token")).toBeVisible();
  await page.getByLabel("Application name").fill("Harbour pilot");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByRole("button", { name: "Create bot" }).click();
  const botToken = await page.getByLabel("Bot token").inputValue();
  await page.getByLabel("I stored the token in a safe place").check();
  await page.getByRole("button", { name: "Choose a guild" }).click();

  await expect(page.getByText("This instance does not list an account's guilds")).toBeVisible();
  await page.getByLabel("Guild id").fill("12 34");
  await expect(page.getByText("This is not an id.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose permissions" })).toBeDisabled();
  await page.getByLabel("Guild id").fill("175928847299117063");
  await page.getByRole("button", { name: "Choose permissions" }).click();
  await page.getByLabel("As a number").fill("3072");
  await page.getByRole("button", { name: /Add bot to/ }).click();
  await expect(
    page.getByText("This guild does not exist, or this account is not a member of it."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByLabel("Guild id").fill(instance.guildId);
  await expectAccessible(page, "entering a guild's id");
  await page.getByRole("button", { name: "Choose permissions" }).click();
  await page.getByLabel("As a number").fill("3072");
  await page.getByRole("button", { name: /Add bot to/ }).click();
  await expect(page.getByRole("heading", { name: /^Harbour pilot is a member of/ })).toBeVisible();
  await expect(page.getByText("View channels, Send messages")).toBeVisible();

  // The instance has stored the bot as a member with the role, and has issued the token.
  const { id } = decodeJwt<{ id: string }>(botToken);
  const stored = await instance.sql(
    `select users.bot, roles.permissions, members.guild_id from members join users on users.id = members.user_id
     join member_roles on member_roles.user_id = users.id join roles on roles.id = role_id where users.id = ?`,
    id,
  );
  expect(stored).toEqual([{ bot: 1, permissions: "3072", guild_id: instance.guildId }]);
  const asBot = await instance.post(
    "/api/v9/applications",
    { name: "x" },
    { authorization: `Bot ${botToken}` },
  );
  expect([asBot.status, asBot.body.code]).toEqual([403, 20001]);

  // The panel has stored no user, no guild, no application and no readable token.
  expect(await storedHere()).toEqual(nothing);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  const cookies = JSON.stringify(await page.context().cookies());
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((url) => new URL(url).origin !== panel.url)).toEqual([]);
  for (const place of [kept, cookies, page.url(), ...addresses, panel.output()])
    expectNoLeak(place.slice(0, 80), place, [token, botToken]);
  for (const secret of [token, botToken]) expect(filesWith(secret)).toEqual([]);

  await page.getByRole("button", { name: "Create another bot" }).click();
  await expect(page.getByRole("heading", { name: "Name the application" })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByLabel("User token")).toHaveValue("");
});

test("the connected account and the wizard's progress survive a reload", async ({ page }) => {
  await openWizard(page);
  const token = await instance.token(instance.operatorId);
  await connect(page, token);
  await page.getByLabel("Application name").fill("Reloaded");
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Reloaded" })).toBeVisible();
  const id = new URL(page.url()).searchParams.get("application") ?? "";
  await reopen(page);
  await expect(page.getByText("Connected with a user token")).toBeVisible();
  // After the reload, the page requests the application again. The button is disabled until the response
  // arrives, and `click` waits until the button is enabled.
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByLabel("Bot token")).toBeVisible();

  await open(page, `${panel.url}/applications/new`);
  await page.getByRole("button", { name: "Continue with its id" }).click();
  await page.getByLabel("Application id").fill(id);
  await page.getByRole("button", { name: "Use application" }).click();
  await page.getByRole("button", { name: "Skip: I already have a token" }).click();
  await expect(page.getByLabel("Guild id")).toBeVisible();
});

test("the wizard asks for a new token if the token was revoked, and continues after an outage", async ({
  page,
}) => {
  const userId = await instance.addUser("mate");
  await openWizard(page);
  const token = await instance.token(userId);
  await connect(page, token);
  await page.getByLabel("Application name").fill("Night watch");
  const revoke = (moment: number) =>
    instance.sql("update users set valid_tokens_since = ? where id = ?", moment, userId);
  await revoke(Date.now() + 60_000);
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByText("The instance no longer accepts the token")).toBeVisible();
  await revoke(0);
  await connect(page, token);
  await expect(page.getByLabel("Application name")).toHaveValue("Night watch");
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Night watch" })).toBeVisible();
  expect(await instance.sql("select name from applications where owner_id = ?", userId)).toEqual([
    { name: "Night watch" },
  ]);

  await front.stop();
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "cannot be reached" })).toContainText(front.url);

  await front.comeBack();
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByLabel("Bot token")).toBeVisible();

  await front.stop();
  await page.goto(`${panel.url}/oauth2/authorize?client_id=1`);
  await expect(page.getByText("This page could not be shown")).toBeVisible();
  await front.comeBack();
});

test("the pages for guilds, users and bots explain why their lists are missing", async ({ page }) => {
  const expectSaid = async (text: string) => {
    await expect(page.getByText(text, { exact: false })).toBeVisible();
    await expectAccessible(page, text);
  };
  const rail = page.getByRole("navigation", { name: "Main" });
  await open(page, `${panel.url}/guilds`);
  await expectSaid("Shows the guilds of the account that you connect.");
  await rail.getByRole("link", { name: "Users" }).click();
  await expectSaid("The instance's API cannot list or search users. Look up a user by id.");
  await rail.getByRole("link", { name: "Bots" }).click();
  await expectSaid("Shows the bots of the account that you connect.");

  await test.step("the instance stops and restarts", async () => {
    const health = async () => (await fetch(`${panel.url}/api/health`)).json() as Promise<unknown>;
    await front.stop();
    await expect.poll(health).toMatchObject({ status: "ok", instance: "unreachable" });
    await rail.getByRole("link", { name: "Instance", exact: true }).click();
    await expect(page.getByText(/^Down: API$/)).toBeVisible();
    await expect(page.getByText("No server is listening at this address.")).toBeVisible();
    await expectAccessible(page, "the page of an instance that is away");
    await front.comeBack();
    await expect.poll(health).toMatchObject({ status: "ok", instance: "reachable" });
    await reopen(page);
    await expect(page.getByText(/^Up · API/)).toBeVisible();
  });

  const client = await PanelClient.signIn(panel);
  expect(headingIn(await (await client.fetch("/account")).text())).toBe("keeper");
  for (const path of ["authorize?client_id=1", "authorized?client_id=1&guild_id=1"])
    expect(await (await client.fetch(`/oauth2/${path}`)).text()).toContain(
      "Connect an account of your instance",
    );
  const refusals: [path: string, status: number, code: string][] = [
    ["guilds", 403, "account-required"],
    ["guilds/1", 403, "account-required"],
    ["applications", 403, "account-required"],
    ["users", 404, "not-offered"],
    ["users/1/tokens", 404, "not-offered"],
    ["token", 409, "conflict"],
  ];
  for (const [path, status, code] of refusals) {
    const answer = await client.fetch(`/api/panel/${path}`);
    expect([path, answer.status, await answer.json()]).toMatchObject([path, status, { code }]);
  }
  const guild = { name: "Twice" };
  expect((await client.send("POST", "/api/panel/guilds", guild)).status).toBe(403);
  const second = { username: "second", password: "a calm harbour" };
  await client.addOperator(second);
  expect(await storedHere()).toEqual(nothing);
});
