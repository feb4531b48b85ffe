import type { Page } from "@playwright/test";
import { enter, expectAccessible, open } from "../support/browser";
import type { Instance } from "../support/instance";
import { CODE, type InstanceFront, PASSWORD } from "../support/instance-front";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";

/* Tests a running instance that offers more than the three required endpoints: sign-in, the current user, and lists. */

let instance: Instance;
let front: InstanceFront;
let panel: Panel;
test.beforeEach(({ connected }) => {
  ({ instance, front, panel } = connected);
});

async function openWizard(page: Page): Promise<void> {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/applications/new`);
  await expect(page.getByRole("tab", { name: "Sign in" })).toBeVisible();
}

async function logIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.getByRole("tab", { name: "Sign in" }).click();
  await page.getByLabel("Email address or phone number").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Connect account" }).click();
}

test("an operator signs in to the instance and creates an application", async ({ page }) => {
  const create = async (name: string) => {
    await page.getByLabel("Application name").fill(name);
    await page.getByRole("button", { name: "Create application" }).click();
  };
  await openWizard(page);
  await test.step("signing in", async () => {
    await page.getByRole("tab", { name: "Sign in" }).click();
    await expectAccessible(page, "signing in at the instance");
    await logIn(page, "pilot@example.org", "not the password");
    await expect(page.getByRole("alert").filter({ hasText: "Login or password is invalid." })).toBeVisible();
    await logIn(page, "captcha@example.org");
    await expect(page.getByRole("alert").filter({ hasText: "captcha" })).toBeVisible();
    // The account has a second factor, so a field for the code appears.
    await logIn(page, "factor@example.org");
    await page.getByLabel("Two-factor code").fill("000000");
    await page.getByRole("button", { name: "Connect account" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "does not accept this code" })).toBeVisible();
    await page.getByLabel("Two-factor code").fill(CODE);
    await page.getByRole("button", { name: "Connect account" }).click();
    await expect(page.getByText("Connected as keeper")).toBeVisible();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await logIn(page, "pilot@example.org");
    await expect(page.getByText("Connected as keeper")).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const place of [kept, page.url(), panel.output()]) expect(place).not.toContain(PASSWORD);
    expect(front.asked.join("\n")).not.toContain(PASSWORD);
  });

  await test.step("the panel finds the created application if the instance lists applications", async () => {
    front.faults.set("POST /applications", "after");
    await create("Once");
    await expect(page.getByRole("heading", { name: "Create the bot of Once" })).toBeVisible();
    expect(await instance.sql("select id from applications where name = 'Once'")).toHaveLength(1);
  });

  await test.step("the wizard asks to check for the application first if the instance cannot list applications", async () => {
    front.lacks.add("GET /applications");
    front.faults.set("POST /applications", "after");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Bots" }).click();
    await page.getByRole("link", { name: "Create bot", exact: true }).click();
    await create("Perhaps");
    await expect(page.getByText("The application may have been created")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create another application" })).toBeVisible();
    const [made] = await instance.sql<{ id: string }>("select id from applications where name = 'Perhaps'");
    await page.getByRole("button", { name: "Continue with its id" }).click();
    await page.getByLabel("Application id").fill(made?.id ?? "");
    await page.getByRole("button", { name: "Use application" }).click();
    await page.getByRole("button", { name: "Create bot" }).click();
    await expect(page.getByLabel("Bot token")).toBeVisible();
  });
});

test("the wizard lists all guilds that the operator can manage", async ({ page }) => {
  const id = (index: number) => String(1_104_236_891_374_919_680n + BigInt(index));
  const guild = (index: number, name: string, members: object) => ({
    id: id(index),
    name,
    icon: null,
    ...members,
  });
  front.guilds = [
    guild(1, "Of somebody else", { owner: false, permissions: "3072" }),
    guild(2, "Managed", { owner: false, permissions: "32" }),
    guild(3, "Administered", { owner: false, permissions: "8" }),
    guild(4, "Aboard", {}),
    // Three pages of guilds. The account can manage some guilds on each page. With more guilds, the test would take
    // seconds longer.
    ...Array.from({ length: 430 }, (_, at) =>
      guild(10 + at, `Berth ${at}`, { owner: at % 39 === 0, permissions: "0" }),
    ),
    { ...guild(0, "Lighthouse", { owner: true, permissions: "0" }), id: instance.guildId },
  ].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  await openWizard(page);
  await logIn(page, "pilot@example.org");
  await page.getByLabel("Application name").fill("Berth keeper");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByRole("button", { name: "Create bot" }).click();
  await page.getByLabel("I stored the token in a safe place").check();
  front.asked.length = 0;
  await page.getByRole("button", { name: "Choose a guild" }).click();
  const radios = page.getByRole("radio");
  await expect(radios).toHaveCount(16);
  expect(front.asked.filter((asked) => asked.includes("/users/@me/guilds"))).toEqual([
    "GET /api/v9/users/@me/guilds?limit=200",
    `GET /api/v9/users/@me/guilds?limit=200&after=${front.guilds[199]?.id}`,
    `GET /api/v9/users/@me/guilds?limit=200&after=${front.guilds[399]?.id}`,
  ]);
  await expect(page.getByText("Of somebody else")).toHaveCount(0);
  // Guilds that the account owns come first. Guilds with unknown permissions come last, under a separate heading.
  await expect(radios.first()).toHaveAccessibleName(/^Berth 0/);
  await expect(page.getByRole("radio", { name: /^Berth 429/ })).toBeAttached();
  await expect(radios.last()).toHaveAccessibleName(/^Aboard/);
  await expect(page.getByRole("heading", { name: "May be refused" })).toBeAttached();
  await expectAccessible(page, "choosing one of many guilds");
  await page.getByLabel("Find a guild").fill("manag");
  await expect(radios).toHaveCount(1);
  await page.getByLabel("Find a guild").fill("lighthouse");
  await page.getByRole("radio", { name: /Lighthouse/ }).check();
  await page.getByRole("button", { name: "Choose permissions" }).click();
  await page.getByRole("button", { name: /Add bot to Lighthouse/ }).click();
  await expect(page.getByRole("heading", { name: "Berth keeper is a member of Lighthouse" })).toBeVisible();
  const [member] = await instance.sql<{ guild_id: string }>(
    "select guild_id from members join users on users.id = user_id where username = 'Berth keeper'",
  );
  expect(member?.guild_id).toBe(instance.guildId);

  const [bot] = await instance.sql<{ id: string }>("select id from users where username = 'Berth keeper'");
  await page.getByRole("button", { name: "Create another bot" }).click();
  await page.getByRole("button", { name: "Continue with its id" }).click();
  await page.getByLabel("Application id").fill(bot?.id ?? "");
  await page.getByRole("button", { name: "Use application" }).click();
  await page.getByRole("button", { name: "Skip: I already have a token" }).click();
  await page.getByLabel("Find a guild").fill("lighthouse");
  await page.getByRole("radio", { name: /Lighthouse/ }).check();
  await page.getByRole("button", { name: "Choose permissions" }).click();
  await page.getByRole("button", { name: "Add bot to Lighthouse" }).click();
  await expect(page.getByRole("heading", { name: /was already a member of Lighthouse/ })).toBeVisible();
  await expect(page.getByText("Its permissions were not changed")).toBeVisible();
  await expectAccessible(page, "a bot that was a member already");
});

test("another operator in the same tab does not see the guilds of the previous operator's account", async ({
  page,
}) => {
  const guild = (name: string) => ({ id: instance.guildId, name, icon: null, owner: true, permissions: "0" });
  const toGuilds = async () => {
    await logIn(page, "pilot@example.org");
    await page.getByLabel("Application name").fill("Ferry");
    await page.getByRole("button", { name: "Create application" }).click();
    await page.getByRole("button", { name: "Create bot" }).click();
    await page.getByLabel("I stored the token in a safe place").check();
    await page.getByRole("button", { name: "Choose a guild" }).click();
  };
  front.guilds = [guild("Of the account before")];
  await openWizard(page);
  await toGuilds();
  await expect(page.getByRole("radio", { name: /Of the account before/ })).toBeVisible();

  front.guilds = [guild("Of the next account")];
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Guilds" }).click();
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Bots", exact: true }).click();
  await page.getByRole("link", { name: "Create bot", exact: true }).click();
  // Without an account, the list of bots shows the form to connect one.
  await expect(page.getByRole("heading", { name: "New application" })).toBeVisible();
  await toGuilds();
  await expect(page.getByRole("radio", { name: /Of the next account/ })).toBeVisible();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});
