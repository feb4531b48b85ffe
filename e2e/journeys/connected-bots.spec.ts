import type { Page } from "@playwright/test";
import { enter, expectAccessible, open } from "../support/browser";
import { connect } from "../support/connected";
import { databaseOf } from "../support/database";
import type { Instance } from "../support/instance";
import { type InstanceFront, REVOKED } from "../support/instance-front";
import { expect, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";

/* The bots of a running instance's account, and registration tokens that the instance creates. */

let instance: Instance;
let front: InstanceFront;
let panel: Panel;
let newestEntry: number;
test.beforeEach(({ connected }) => {
  ({ instance, front, panel, newestEntry } = connected);
  front.offersBots = true;
});

async function openConnected(page: Page, path: string): Promise<string> {
  const token = await instance.token(instance.operatorId);
  await enter(page.context(), panel);
  await open(page, `${panel.url}${path}`);
  await connect(page, token);
  await expect(page.getByText("Connected as harbour pilot")).toBeVisible();
  return token;
}

const alert = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });

/** The entries of an action in the panel's audit log, oldest first, with their outcome. */
const kept = (action: string) =>
  databaseOf(undefined, panel.dataDir).query(
    `select entry.actor, entry.target, entry.detail, coalesce(ending.outcome, entry.outcome) as outcome
     from audit entry left join audit ending on ending.completes = entry.id
     where entry.completes is null and entry.action = ? and entry.id > ? order by entry.id`,
    action,
    newestEntry,
  );

test("lists, changes and deletes the account's bots, and replaces a token", async ({ page }) => {
  const lamp = await instance.addBot("Lamp");
  await instance.addBot("Fog horn");
  await instance.addApplication("Unmanned");
  const userToken = await openConnected(page, "/applications");
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("row", { name: /Unmanned/ })).toContainText("No bot user yet");
  await expectAccessible(page, "the bots of an account");
  await page.getByLabel("Find a bot").fill("lam");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Lamp" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lamp" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Invite link" })).toHaveText(
    new RegExp(
      `^https://harbor.example.org/oauth2/authorize\\?client_id=${lamp.id}&scope=bot&permissions=\\d+$`,
    ),
  );
  await expectAccessible(page, "a bot of an account");

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
  // The token was revoked in between. Connecting again returns to the typed values.
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

  // The answer with the token is lost. Another reset returns a working token.
  front.faults.set("POST /applications/:id/bot/reset", "after");
  await page.getByRole("button", { name: "Reset token…" }).click();
  await dialog.getByRole("button", { name: "Reset token" }).click();
  await expect(alert(page, "The old token may have stopped working")).toBeVisible();
  await dialog.getByRole("button", { name: "Reset token" }).click();
  const token = await page.getByLabel("Bot token").inputValue();
  const asBot = { authorization: `Bot ${token}` };
  expect((await instance.post("/api/v9/applications", { name: "x" }, asBot)).body.code).toBe(20001);
  const saved = page.waitForEvent("download");
  await page.getByRole("status").getByRole("button", { name: "Download .env" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\d+\.env$/);
  await page.getByRole("button", { name: "Hide token" }).click();
  await expect(page.getByLabel("Bot token")).toHaveCount(0);

  // The response to the deletion is lost, so the panel reads whether the application still exists.
  front.faults.set("POST /applications/:id/delete", "cut");
  await page.getByRole("button", { name: "Delete bot…" }).click();
  await dialog.getByLabel("Type Bright lamp to confirm").fill("Lamp");
  await dialog.getByRole("button", { name: "Delete bot" }).click();
  await expect(page.getByText("Type Bright lamp exactly.")).toBeVisible();
  await dialog.getByLabel("Type Bright lamp to confirm").fill("Bright lamp");
  await dialog.getByRole("button", { name: "Delete bot" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  expect(await instance.sql("select id from applications where id = ?", lamp.id)).toEqual([]);

  const edit = { actor: "keeper", target: lamp.id, outcome: "failed" };
  expect(await kept("bot.edit")).toMatchObject([edit, edit, { ...edit, outcome: "done" }]);
  expect(await kept("bot.reset")).toMatchObject([{ outcome: "begun" }, { target: lamp.id, outcome: "done" }]);
  expect(await kept("bot.delete")).toMatchObject([{ target: lamp.id, outcome: "done" }]);
  const audit = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from audit"));
  for (const place of [audit, panel.output()]) expectNoLeak(place.slice(0, 80), place, [token, userToken]);
});

test("searches the account's guilds for a bot, and adds it to one of them", async ({ page }) => {
  const buoy = await instance.addBot("Buoy");
  const guild = (id: string, name: string) => ({ id, name, icon: null });
  const [hidden, other] = ["1104236891374919681", "1104236891374919682"];
  front.guilds = [
    guild(hidden, "Hidden cove"),
    guild(other, "Open sea"),
    guild(instance.guildId, "Lighthouse"),
  ].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  front.secretGuilds = [hidden];
  await openConnected(page, `/applications/${buoy.id}`);
  await page.getByRole("link", { name: "Add to a guild" }).click();
  await expect(page.getByRole("heading", { name: "Choose a guild" })).toBeVisible();
  await page.getByRole("radio", { name: /Lighthouse/ }).check();
  await page.getByRole("button", { name: "Choose permissions" }).click();
  await page.getByLabel("As a number").fill("1024");
  // The bot is added and the answer is lost. The panel finds it and does not add it again.
  front.faults.set("POST /oauth2/authorize", "after");
  await page.getByRole("button", { name: /Add bot to/ }).click();
  await expect(page.getByRole("heading", { name: /^Buoy is a member of Lighthouse/ })).toBeVisible();
  await page.getByRole("link", { name: "Open bot" }).click();

  await page.getByRole("button", { name: "Find its guilds" }).click();
  const list = page.getByRole("list", { name: "Guilds of Buoy" });
  await expect(list.getByRole("listitem")).toHaveText([new RegExp(`Lighthouse.*${instance.guildId}`)]);
  await expect(page.getByText("Checked 3 of the account's 3 guilds")).toContainText("the bot is in 1.");
  await page.getByText("The instance did not report 1 guild").click();
  await expect(page.getByText("Hidden cove")).toBeVisible();
  await expect(page.getByText("Missing Access.")).toContainText("status 403, code 50001");
  expect(await kept("bot.authorize")).toMatchObject([
    { target: buoy.id, detail: expect.stringContaining(instance.guildId), outcome: "done" },
  ]);
});

test("explains what the instance does not support, and the rest still works", async ({ page }) => {
  const pier = await instance.addBot("Pier");
  front.offersBots = false;
  front.applications = null;
  await openConnected(page, "/applications");
  await expect(page.getByText("does not list an account's applications")).toBeVisible();
  await page.getByLabel("Application id").fill(pier.id);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("does not return the details of an application")).toBeVisible();
  front.applications = [{ id: pier.id, name: "Pier", bot: { id: pier.id, username: "Pier" } }];
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

test("registration tokens are created, shown once as links, and not stored", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await openConnected(page, "/registration-tokens");
  await expect(page.getByText("People need an invite to a guild")).toBeVisible();
  await page.getByLabel("How many").fill("1000");
  await page.getByRole("button", { name: "Create tokens" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
  await page.getByLabel("How many").fill("3");
  await page.getByRole("button", { name: "Create tokens" }).click();
  await expect(alert(page, "Your instance does not support registration tokens")).toBeVisible();
  front.registrationTokens = () => [
    403,
    { code: 50013, message: "You lack rights to perform that action (CREATE_REGISTRATION_TOKENS)" },
  ];
  await page.getByRole("button", { name: "Create tokens" }).click();
  await expect(alert(page, "cannot create registration tokens")).toContainText("CREATE_REGISTRATION_TOKENS");

  // An instance without a front page writes "null" before the path.
  front.registrationTokens = (query) => {
    const name = (index: number) => `r${index}`.padEnd(Number(query.get("length")), "x");
    const url = (text: string) => `null/register?token=${text}`;
    return [200, { tokens: Array.from({ length: Number(query.get("count")) }, (_, at) => url(name(at))) }];
  };
  await page.getByRole("button", { name: "Create tokens" }).click();
  await expect(page.getByRole("heading", { name: "Your 3 new links" })).toBeFocused();
  const link = `https://harbor.example.org/register?token=${"r0".padEnd(32, "x")}`;
  await expect(page.getByRole("list", { name: "New links" }).getByRole("listitem").first()).toContainText(
    link,
  );
  await expectAccessible(page, "new registration tokens");
  await page.getByRole("button", { name: "Copy all links" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toHaveLength(3);
  expect(copied).toContain(link);
  await page.getByRole("button", { name: "Create more" }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  expect(await kept("registration-tokens.create")).toMatchObject([
    { outcome: "failed" },
    { outcome: "failed" },
    { actor: "keeper", detail: '{"count":3}', outcome: "done" },
  ]);
  const audit = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from audit"));
  const secret = "r0".padEnd(32, "x");
  for (const place of [audit, panel.output()]) expectNoLeak(place.slice(0, 80), place, [secret, token]);
});
