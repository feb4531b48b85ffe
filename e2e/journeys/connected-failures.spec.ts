import type { Page } from "@playwright/test";
import { enter, open } from "../support/browser";
import { connect, type Connected } from "../support/connected";
import { databaseOf } from "../support/database";
import type { Instance } from "../support/instance";
import { type InstanceFront, REVOKED } from "../support/instance-front";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";

/*
 * Tests how every step handles failures between the panel and a running instance. The panel must not lose
 * entered data or create anything twice.
 */

let instance: Instance;
let front: InstanceFront;
let panel: Panel;
let audited: Connected["audited"];
test.beforeEach(({ connected }) => {
  ({ instance, front, panel, audited } = connected);
  front.guilds = [{ id: instance.guildId, name: "Lighthouse", owner: true } as { id: string }];
});

const alert = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });

async function connectAs(page: Page, token: string): Promise<void> {
  await connect(page, token);
  await expect(page.getByText("Connected as keeper")).toBeVisible();
}

const unclear = "sent a response that the panel does not understand";
const own = "failed with an internal error (status 500)";
const OWN_ERROR: [number, unknown] = [500, { code: 500, message: "Internal Server Error" }];

/** Presses the button once for each kind of failure that leaves the wizard in the same step. */
async function failAt(page: Page, route: string, button: string | RegExp, token: string): Promise<void> {
  const press = () => page.getByRole("button", { name: button }).click();
  front.faults.set(route, "before");
  await press();
  await expect(alert(page, unclear)).toBeVisible();
  front.faults.set(route, OWN_ERROR);
  await press();
  await expect(alert(page, own)).toBeVisible();
  front.faults.set(route, [503, { message: "Down for maintenance" }]);
  await press();
  await expect(alert(page, "reports that it is unavailable")).toBeVisible();
  front.faults.set(route, REVOKED);
  await press();
  await expect(page.getByText("The instance no longer accepts the token")).toBeVisible();
  await connectAs(page, token);
  expect(front.faults.size).toBe(0);
}

test("after a failure in any wizard step, nothing is created twice and no data is lost", async ({ page }) => {
  test.setTimeout(120_000);
  const token = await instance.token(instance.operatorId);
  await enter(page.context(), panel);
  await open(page, `${panel.url}/applications/new`);
  await connectAs(page, token);

  await page.getByLabel("Application name").fill("Storm petrel");
  await failAt(page, "POST /applications", "Create application", token);
  await expect(page.getByLabel("Application name")).toHaveValue("Storm petrel");
  expect(await instance.sql("select id from applications")).toHaveLength(0);
  // The instance creates the application but does not respond, so the panel searches for the application.
  front.faults.set("POST /applications", "hang");
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Storm petrel" })).toBeVisible();
  const [made, ...more] = await instance.sql<{ id: string }>("select id from applications");
  expect(more).toEqual([]);
  const id = made?.id ?? "";

  await failAt(page, "POST /applications/:id/bot", "Create bot", token);
  front.faults.set("POST /applications/:id/bot", "cut");
  await page.getByRole("button", { name: "Create bot" }).click();
  await expect(alert(page, "The bot may have been created")).toBeVisible();
  // Without a recent proof of identity, the panel would first ask the instance whether the bot exists. The
  // operator has a recent proof, so the panel sends only one request.
  front.asked.length = 0;
  await page.getByRole("button", { name: "Create bot" }).click();
  const botToken = await page.getByLabel("Bot token").inputValue();
  expect(await instance.sql("select id from users where bot = 1")).toEqual([{ id }]);
  expect(front.asked.filter((one) => one.includes("/applications"))).toEqual([
    `POST /api/v9/applications/${id}/bot`,
  ]);
  await page.getByLabel("I stored the token in a safe place").check();

  front.faults.set("GET /users/@me/guilds", OWN_ERROR);
  await page.getByRole("button", { name: "Choose a guild" }).click();
  await expect(alert(page, "The guilds could not be loaded")).toContainText(own);
  front.faults.set("GET /users/@me/guilds", REVOKED);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page.getByText("The instance no longer accepts the token")).toBeVisible();
  await connectAs(page, token);
  await page.getByRole("radio", { name: /Lighthouse/ }).check();
  await page.getByRole("button", { name: "Choose permissions" }).click();

  await page.getByLabel("As a number").fill("1024");
  await failAt(page, "POST /oauth2/authorize", /Add bot to/, token);
  await expect(page.getByLabel("As a number")).toHaveValue("1024");
  front.faults.set("POST /oauth2/authorize", "hang");
  await page.getByRole("button", { name: /Add bot to/ }).click();
  await expect(page.getByRole("heading", { name: "Storm petrel is a member of Lighthouse" })).toBeVisible();
  await expect(page.getByText("The instance's response was lost")).toBeVisible();
  expect(await instance.sql("select guild_id from members where user_id = ?", id)).toEqual([
    { guild_id: instance.guildId },
  ]);

  // The panel does not store the bot's token anywhere.
  expectNoLeak("the page", await page.content(), [botToken]);
  const database = databaseOf(undefined, panel.dataDir);
  // `begun` means that the result is unknown. The outcomes belong to these responses, in order: broken
  // connection, internal error, 503, revoked token, incomplete response, success.
  const outcomes = ["begun", "begun", "begun", "failed", "begun", "done"];
  expect(await audited("bot.token")).toMatchObject(outcomes.map((outcome) => ({ outcome })));
  const all = JSON.stringify(await database.query("select * from audit"));
  for (const place of [all, panel.output()]) expectNoLeak(place.slice(0, 80), place, [botToken, token]);

  // The wizard reports that the panel's session has ended, and continues after the operator has signed in.
  await page.getByRole("button", { name: "Create another bot" }).click();
  await page.getByLabel("Application name").fill("Kittiwake");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(alert(page, "your session has ended. Sign in and try again")).toBeVisible();
  await expect(page.getByText("Connected as keeper")).toBeVisible();
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Kittiwake" })).toBeVisible();
});

async function openConnected(page: Page, path: string): Promise<string> {
  const token = await instance.token(instance.operatorId);
  await enter(page.context(), panel);
  await open(page, `${panel.url}${path}`);
  await connectAs(page, token);
  return token;
}

test("resetting a bot's token and deleting the bot work despite lost responses", async ({ page }) => {
  const lamp = await instance.addBot("Lamp");
  const userToken = await openConnected(page, `/applications/${lamp.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Bright lamp");
  await dialog.getByLabel("Bot's username").fill("bright");
  await dialog.getByLabel("Description").fill("Shines");
  await dialog.getByLabel("Let others add it").uncheck();
  front.faults.set("PATCH /applications/:id", [403, { code: 20012, message: "no" }]);
  await dialog.getByRole("button", { name: "Save bot" }).click();
  await expect(alert(page, "does not own the application")).toContainText(
    `PATCH /applications/${lamp.id}: status 403, code 20012`,
  );
  // The instance refuses the revoked token. After the operator connects again, the dialog still contains the
  // entered values.
  front.faults.set("PATCH /applications/:id", REVOKED);
  await dialog.getByRole("button", { name: "Save bot" }).click();
  await expect(page.getByText("The instance no longer accepts the token")).toBeVisible();
  await connect(page, userToken);
  await expect(dialog.getByLabel("Description")).toHaveValue("Shines");
  await dialog.getByRole("button", { name: "Save bot" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bright lamp" })).toBeVisible();
  expect(
    await instance.sql("select name, description, bot_public from applications where id = ?", lamp.id),
  ).toEqual([{ name: "Bright lamp", description: "Shines", bot_public: 0 }]);
  expect(await instance.sql("select username from users where id = ?", lamp.id)).toEqual([
    { username: "bright" },
  ]);

  // The response with the new token is lost. Another reset returns a working token.
  front.faults.set("POST /applications/:id/bot/reset", "after");
  await page.getByRole("button", { name: "Reset token…" }).click();
  await dialog.getByRole("button", { name: "Reset token" }).click();
  await expect(alert(page, "The old token may have stopped working")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset token" }).click();
  const token = await page.getByLabel("Bot token").inputValue();
  expect(await instance.statusOf(`Bot ${token}`)).toBe(403);
  const saved = page.waitForEvent("download");
  await page.getByRole("status").getByRole("button", { name: "Download .env" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\d+\.env$/);
  await page.getByRole("button", { name: "Hide token" }).click();

  // The response to the deletion is lost, so the panel checks whether the application still exists.
  front.faults.set("POST /applications/:id/delete", "cut");
  await page.getByRole("button", { name: "Delete bot…" }).click();
  await dialog.getByLabel("Type Bright lamp to confirm").fill("Bright lamp");
  await dialog.getByRole("button", { name: "Delete bot" }).click();
  await expect(page.getByText("No bots yet")).toBeVisible();
  expect(await instance.sql("select id from applications where id = ?", lamp.id)).toEqual([]);

  const edit = { actor: "keeper", target: lamp.id, outcome: "failed" };
  expect(await audited("bot.edit")).toMatchObject([edit, edit, { ...edit, outcome: "done" }]);
  expect(await audited("bot.reset")).toMatchObject([
    { outcome: "begun" },
    { target: lamp.id, outcome: "done" },
  ]);
  expect(await audited("bot.delete")).toMatchObject([{ target: lamp.id, outcome: "done" }]);
  const audit = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from audit"));
  for (const place of [audit, panel.output()]) expectNoLeak(place.slice(0, 80), place, [token, userToken]);
});

test("the search for a bot's guilds continues if the instance refuses access to one of the guilds", async ({
  page,
}) => {
  const buoy = await instance.addBot("Buoy");
  await instance.authorize(buoy.id, instance.guildId, 8n);
  const hidden = await instance.addGuild("Hidden cove");
  front.guilds = null;
  front.faults.set(`GET /guilds/${hidden}/members/${buoy.id}`, [
    403,
    { code: 50001, message: "Missing Access" },
  ]);
  await openConnected(page, `/applications/${buoy.id}`);
  await page.getByRole("button", { name: "Find its guilds" }).click();
  await expect(page.getByRole("list", { name: "Guilds of Buoy" }).getByRole("listitem")).toHaveText([
    new RegExp(`keeper's guild.*${instance.guildId}`),
  ]);
  await expect(page.getByText("Checked 2 of the account's 2 guilds")).toContainText("the bot is in 1.");
  await page.getByText("1 guild could not be checked").click();
  await expect(page.getByText("Hidden cove")).toBeVisible();
  await expect(page.getByText("Missing Access.")).toContainText("status 403, code 50001");
});

test("the panel explains what the instance does not support, and everything else works", async ({ page }) => {
  const pier = await instance.addBot("Pier");
  front.guilds = [];
  front.lacks.add("GET /applications").add("GET /applications/:id");
  await openConnected(page, "/applications");
  await expect(page.getByText("does not list an account's applications")).toBeVisible();
  await page.getByLabel("Application id").fill(pier.id);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("does not return the details of an application")).toBeVisible();
  front.lacks.delete("GET /applications");
  front.lacks.add("PATCH /applications/:id").add("POST /applications/:id/delete");
  await page.getByRole("link", { name: "Bots", exact: true }).click();
  await page.getByRole("link", { name: "Pier" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Pier two");
  await page.getByRole("button", { name: "Save bot" }).click();
  await expect(page.getByText("cannot change applications")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete bot…" }).click();
  await page.getByLabel("Type Pier to confirm").fill("Pier");
  await page.getByRole("dialog").getByRole("button", { name: "Delete bot" }).click();
  await expect(page.getByText("cannot delete applications")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Find its guilds" }).click();
  await expect(page.getByText("is in no guild")).toBeVisible();
});
