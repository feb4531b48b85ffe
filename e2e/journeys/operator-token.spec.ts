import type { Page } from "@playwright/test";
import { enter, expectAccessible, open } from "../support/browser";
import { expect, modes, test } from "../support/journey";
import { databaseOf } from "../support/database";
import { forgetVersions } from "../support/kept-rows";
import { expectNoLeak } from "../support/leaks";
import { operator } from "../support/panel";
import { sessionIn } from "../support/session";

/* Tests what the panel can do with the instance's operator token while no account is connected. */

const alert = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });

async function lookUp(page: Page, what: "User" | "Guild", id: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: `${what}s` })
    .click();
  await page.getByLabel(`${what} id`).fill(id);
  await page.getByRole("button", { name: "Look up" }).click();
}

test("an operator token lets the panel count guilds and ban users", async ({
  page,
  connected: { instance, panel, front, audited },
}) => {
  const own = await sessionIn(instance.panel);
  const made = await own.send("POST", "/api/panel/users", { username: "Gull" });
  const { id: gull } = (await made.json()) as { id: string };
  const hidden = await instance.addGuild("Hidden cove", gull);
  const rights = (bits: bigint) =>
    instance.sql("update users set rights = ? where id = ?", String(bits), instance.operatorId);
  await rights(0n);
  const token = await instance.token(instance.operatorId);
  await enter(page.context(), panel);

  await test.step("the token is tested step by step, and its rights are explained", async () => {
    await open(page, `${panel.url}/instance`);
    await page.getByText("Test the connection or set an operator token").click();
    await page.getByLabel("Operator token (optional)").fill("not.a.token");
    await page.getByRole("button", { name: "Test connection" }).click();
    const steps = page.getByRole("list", { name: "Test steps" });
    await expect(steps).toContainText("The instance does not accept this token.");
    await page.getByLabel("Operator token (optional)").fill(token);
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(steps).toContainText("It is the token of keeper.");
    const held = page.getByRole("list", { name: "Rights of the token" }).getByRole("listitem");
    await expect(held.filter({ hasText: "OPERATOR" })).toContainText("Missing");
    await expect(held.filter({ hasText: "VIEW_SERVER_STATS" })).toContainText("Held");
    await expect(held.filter({ hasText: "MANAGE_USERS" })).toContainText("Not known yet");
    await page.getByText("How do I make an account an operator?").click();
    await expect(page.getByText("set rights = (rights::bigint | 1)")).toBeVisible();
    await page.getByRole("button", { name: "Save connection…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save connection" }).click();
    await expect(page.getByText("Stored encrypted in the panel's database")).toBeVisible();
  });

  await test.step("guilds are counted, and can be looked up by id if the token's account is a member", async () => {
    await lookUp(page, "Guild", instance.guildId);
    await expect(page.getByRole("heading", { level: 1, name: "keeper's guild" })).toBeVisible();
    await expect(page.getByText("7 members")).toBeVisible();
    await lookUp(page, "Guild", hidden);
    await expect(page.getByText("The instance does not show this guild.")).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Guilds" }).click();
    await expect(page.getByText("2 guilds on your instance.")).toBeVisible();
  });

  await test.step("a ban that the instance refuses names the missing right", async () => {
    await lookUp(page, "User", gull);
    await expect(page.getByRole("heading", { level: 1, name: "Gull" })).toBeVisible();
    await expectAccessible(page, "a user, by the operator token");
    await page.getByRole("button", { name: "Delete and ban…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete and ban Gull?" });
    await dialog.getByLabel("Type Gull to confirm").fill("Gull");
    await dialog.getByLabel("Reason").fill("Spam in every channel");
    await dialog.getByRole("button", { name: "Delete and ban" }).click();
    await expect(alert(page, "Use an operator token of an account that may.")).toContainText(
      "status 403, code 50013",
    );
    expect(await instance.statusOf(await instance.token(gull))).toBe(200);

    // The token's account now has the right, so the instance deletes the user. The response is lost, so the
    // panel checks whether the user still exists.
    await rights(1n << 7n);
    front.faults.set("POST /users/:id/delete", "after");
    await dialog.getByRole("button", { name: "Delete and ban" }).click();
    await expect(page.getByText("Gull deleted and banned")).toBeVisible();
    expect(await instance.statusOf(await instance.token(gull))).toBe(401);
    await lookUp(page, "User", gull);
    await expect(page.getByText("The instance has no user with this id.")).toBeVisible();
    expect(await audited("user.ban")).toMatchObject([
      { actor: operator.username, target: "Gull", outcome: "failed" },
      { actor: operator.username, target: "Gull", outcome: "done" },
    ]);
  });

  await test.step("registration tokens need no account", async () => {
    await rights(1n << 50n);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Users", exact: true })
      .click();
    await page.getByRole("link", { name: "Registration tokens" }).click();
    await page.getByLabel("How many").fill("1");
    await page.getByRole("button", { name: "Create tokens" }).click();
    await expect(page.getByRole("heading", { name: /^Your .*new link/ })).toBeFocused();
  });

  const stored = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from meta"));
  for (const place of [stored, panel.output(), await page.content()])
    expectNoLeak(place.slice(0, 80), place, [token]);
});

test("the panel warns if the instance appears to read another file", async ({
  page,
  connected: { instance, panel, front },
}) => {
  await instance.sql("update users set rights = '1' where id = ?", instance.operatorId);
  front.loaded = {
    general: {
      frontPage: "https://elsewhere.example.org",
      instanceName: "Elsewhere",
      instanceDescription: "Another place",
    },
    limits: { rate: { routes: { auth: { login: { count: 3 } } } } },
    register: { requireInvite: false },
    security: {},
  };
  const operatorToken = await instance.token(instance.operatorId);
  const choice = { mode: "connected", url: `${front.url}/api`, operatorToken };
  await (await sessionIn(panel)).send("PUT", "/api/panel/instance/connection", { choice });
  // Deletes the record of loaded versions, because an earlier test may have recorded a version of this file.
  forgetVersions(panel);
  await enter(page.context(), panel);
  await open(page, `${panel.url}/instance`);
  await expect(page.getByText("This instance might read another file")).toBeVisible();
  await expect(page.getByText("The instance's CONFIG_PATH points to this file:")).toContainText(
    panel.configPath,
  );
  await expectAccessible(page, "an instance that may not read the file");
  await open(page, panel.url);
  await expect(page.getByText("This instance might read another file")).toBeVisible();
  await page.getByRole("link", { name: "Compare the settings" }).click();
  await expect(page.getByText("Elsewhere", { exact: false }).first()).toBeVisible();
});

// Removes the operator token, because other tests use the same panel.
test.afterEach(async ({ connected: { panel, front } }) => {
  const choice = { mode: "connected", url: `${front.url}/api`, operatorToken: null };
  const answer = await (await sessionIn(panel)).send("PUT", "/api/panel/instance/connection", { choice });
  expect(answer.status).toBe(200);
});

for (const mode of modes("connected"))
  test.describe(mode, () => {
    test.use({ mode });

    test("the page creates registration tokens or explains why it cannot", async ({
      page,
      context,
      stage: { panel, instance },
      connected: { front, audited },
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await open(page, `${panel.url}/registration-tokens`);
      if (mode === "standalone") {
        await expect(page.getByText("Registration tokens only exist on a connected instance.")).toBeVisible();
        const answer = await (
          await sessionIn(panel)
        ).send("POST", "/api/panel/registration-tokens", { count: 1, length: 32 });
        expect(answer.status).toBe(404);
        return;
      }
      await expect(page.getByText("People need an invite to a guild")).toBeVisible();
      await page.getByLabel("How many").fill("1000");
      await page.getByRole("button", { name: "Create tokens" }).click();
      await expect(page.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
      await page.getByLabel("How many").fill("3");
      front.lacks.add("GET /auth/generate-registration-tokens");
      await page.getByRole("button", { name: "Create tokens" }).click();
      await expect(alert(page, "Your instance does not support registration tokens")).toBeVisible();
      front.lacks.clear();
      await instance.sql("update users set rights = '0'");
      await page.getByRole("button", { name: "Create tokens" }).click();
      await expect(alert(page, "cannot create registration tokens")).toContainText(
        "CREATE_REGISTRATION_TOKENS",
      );

      await instance.sql("update users set rights = ?", String(1n << 50n));
      await page.getByRole("button", { name: "Create tokens" }).click();
      await expect(page.getByRole("heading", { name: "Your 3 new links" })).toBeFocused();
      await expectAccessible(page, "new registration tokens");
      await page.getByRole("button", { name: "Copy all links" }).click();
      const links = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
      expect(links).toEqual(
        Array(3).fill(expect.stringMatching(/^https:\/\/harbor\.example\.org\/register\?token=\w{32}$/)),
      );
      await expect(page.getByRole("list", { name: "New links" })).toContainText(links[0]!);
      await page.getByRole("button", { name: "Create more" }).click();
      await expect(page.getByText(links[0]!)).toHaveCount(0);

      expect(await audited("registration-tokens.create")).toMatchObject([
        { outcome: "failed" },
        { outcome: "failed" },
        { actor: operator.username, detail: '{"count":3}', outcome: "done" },
      ]);
      const audit = JSON.stringify(await databaseOf(undefined, panel.dataDir).query("select * from audit"));
      const secret = new URL(links[0]!).searchParams.get("token") ?? "";
      for (const place of [audit, panel.output()]) expectNoLeak(place.slice(0, 80), place, [secret]);
    });
  });
