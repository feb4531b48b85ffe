import type { Page } from "@playwright/test";
import { enter, open } from "../support/browser";
import { connect } from "../support/connected";
import { databaseOf } from "../support/database";
import type { Instance } from "../support/instance";
import { type InstanceFront, REVOKED } from "../support/instance-front";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";

/* Every failure between the wizard and a running instance, at each step. The wizard continues where it was. */

let instance: Instance;
let front: InstanceFront;
let panel: Panel;
test.beforeEach(({ connected }) => {
  ({ instance, front, panel } = connected);
  front.offersBots = true;
  front.guilds = [{ id: instance.guildId, name: "Lighthouse", owner: true } as { id: string }];
});

const alert = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });

async function connectAs(page: Page, token: string): Promise<void> {
  await connect(page, token);
  await expect(page.getByText("Connected as harbour pilot")).toBeVisible();
}

const unclear = "sent a response that the panel does not understand";
const own = "failed with an internal error (status 500)";
const OWN_ERROR: [number, unknown] = [500, { code: 500, message: "Internal Server Error" }];

/** Presses the step's button once for each failure that does not advance the step. */
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

test("no failure creates anything twice, loses data or shows a token again, at any step", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const token = await instance.token(instance.operatorId);
  await enter(page.context(), panel);
  await open(page, `${panel.url}/applications/new`);
  await connectAs(page, token);

  await page.getByLabel("Application name").fill("Storm petrel");
  await failAt(page, "POST /applications", "Create application", token);
  await expect(page.getByLabel("Application name")).toHaveValue("Storm petrel");
  expect(await instance.sql("select id from applications")).toHaveLength(0);
  // The application was created but the answer never arrives, so the panel looks for it and finds it.
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
  await page.getByRole("button", { name: "Create bot" }).click();
  const botToken = await page.getByLabel("Bot token").inputValue();
  expect(await instance.sql("select id from users where bot = 1")).toEqual([{ id }]);
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

  // Only the operator has the token.
  expectNoLeak("the page", await page.content(), [botToken]);
  const database = databaseOf(undefined, panel.dataDir);
  const audit = await database.query(
    `select entry.action, coalesce(ending.outcome, entry.outcome) as outcome from audit entry
     left join audit ending on ending.completes = entry.id
     where entry.completes is null and entry.action = 'bot.token' order by entry.id`,
  );
  // Broken connection, the instance's own error and 503: result unknown. Revoked: refused. Cut: result unknown.
  // Then success.
  const outcomes = ["begun", "begun", "begun", "failed", "begun", "done"];
  expect(audit.map(({ outcome }) => outcome)).toEqual(outcomes);
  const all = JSON.stringify(await database.query("select * from audit"));
  for (const place of [all, panel.output()]) expectNoLeak(place.slice(0, 80), place, [botToken, token]);

  // After the panel's own session ended, the wizard reports it and continues after the operator signs in.
  await page.getByRole("button", { name: "Create another bot" }).click();
  await page.getByLabel("Application name").fill("Kittiwake");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(alert(page, "your session has ended. Sign in and try again")).toBeVisible();
  await expect(page.getByText("Connected as harbour pilot")).toBeVisible();
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "Create application" }).click();
  await expect(page.getByRole("heading", { name: "Create the bot of Kittiwake" })).toBeVisible();
});
