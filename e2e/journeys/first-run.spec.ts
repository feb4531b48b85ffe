import { type Panel, startPanel } from "../support/panel";
import { expectAccessible } from "../support/browser";
import { expect, test } from "../support/journey";
import { pagesOf } from "../support/pages";
import { PanelClient } from "../support/session";

const first = { username: "mara", password: "lantern on the pier" };

// The tests run in order, because the later tests need the operator that the first test creates.
test.describe.configure({ mode: "serial" });

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ env: { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "" } });
});
test.afterAll(() => panel.dispose());

const printedLink = () => {
  const link = /Set-?up link\s+(\S+)/.exec(panel.output())?.[1];
  if (!link) throw new Error(`no setup link in:\n${panel.output()}`);
  return link;
};

test("the first operator sets up the panel with the printed link, which works only once", async ({
  page,
  request,
}) => {
  const before = await request.get(`${panel.url}/`);
  expect(before.url()).toBe(`${panel.url}/login`);
  expect(await before.text()).toContain("There is no operator yet");
  const guessed = await request.get(`${panel.url}/setup?token=guessed`);
  expect(await guessed.text()).toContain("This setup link is not valid");

  await page.goto(printedLink());
  await page.getByLabel("Username").fill(first.username);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByLabel("Confirm password").fill("different");
  await page.getByRole("button", { name: "Create operator" }).click();
  await expect(page.getByText("Use at least 8 characters.")).toBeVisible();

  await page.getByLabel("Password", { exact: true }).fill(first.password);
  await page.getByLabel("Confirm password").fill(first.password);
  await page.getByLabel("First guild").fill("Lighthouse");
  await page.getByRole("button", { name: "Create operator" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);

  // The page lists the next steps. One field of the first step sets all addresses.
  await expect(page.getByRole("heading", { name: "First steps 1 of 5 done" })).toBeVisible();
  await page.getByLabel("Set the addresses from your domain").getByRole("textbox").first().focus();
  await page.keyboard.type("chat.example.org");
  await expectAccessible(page, "the overview of a new panel");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "First steps 2 of 5 done" })).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({
    general: { serverName: "chat.example.org" },
    api: { endpointPublic: "https://chat.example.org/api" },
    gateway: { endpointPublic: "wss://chat.example.org" },
    cdn: { endpointPublic: "https://chat.example.org", endpointPrivate: "https://chat.example.org" },
  });

  await page.getByRole("link", { name: "Guilds", exact: true }).click();
  const row = page.getByRole("row", { name: /Lighthouse/ });
  await expect(row).toContainText("mara");

  expect((await request.get(printedLink())).status()).toBe(404);
});

test("every page requires a session", async ({ request }) => {
  for (const path of pagesOf("neutral")) {
    const answer = await request.get(`${panel.url}${path}`, { maxRedirects: 0 });
    const page = path.replace(/#.*/, "");
    const signInPage = page === "/" ? "/login" : `/login?next=${encodeURIComponent(page)}`;
    expect([path, answer.headers().location]).toEqual([path, signInPage]);
  }
  expect((await request.get(`${panel.url}/api/panel/config`)).status()).toBe(401);
});

test("a password change ends other sessions, and signing out ends the current session", async ({ page }) => {
  const fillIn = async (password: string) => {
    await page.getByLabel("Username").fill(first.username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  };
  const signedOut = page.getByText("You are signed out");
  const [second, third] = ["a second lantern", "a third lantern"];

  await test.step("a wrong password, then the correct one", async () => {
    await page.goto(`${panel.url}/account`);
    await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
    await fillIn("not the password");
    await expect(page.getByText("Wrong username or password.")).toBeVisible();
    const listening = page.waitForResponse("**/api/panel/events");
    await fillIn(first.password);
    await expect(page).toHaveURL(`${panel.url}/account`);
    await listening;
  });

  await test.step("changed elsewhere: this session ends with a message", async () => {
    const elsewhere = await PanelClient.signIn(panel, first);
    const passwords = { current: first.password, next: second };
    expect((await elsewhere.send("PUT", "/api/panel/account/password", passwords)).status).toBe(200);
    await expect(signedOut).toBeVisible();
    expect((await page.request.get(`${panel.url}/account`)).url()).toContain("/login");
    await page.getByRole("button", { name: "Sign in" }).click();
    const again = page.getByRole("dialog", { name: `Sign in again as ${first.username}` });
    await again.getByLabel("Your password").fill(second);
    await again.getByRole("button", { name: "Sign in and continue" }).click();
    await expect(again).toBeHidden();
    await expect(signedOut).toBeHidden();
    await expect(page).toHaveURL(`${panel.url}/account`);
  });

  await test.step("changed here: this session continues and others end", async () => {
    const elsewhere = await PanelClient.signIn(panel, { ...first, password: second });
    await page.getByLabel("Current password").fill("wrong one");
    await page.getByLabel("New password", { exact: true }).fill(third);
    await page.getByLabel("Confirm new password").fill(third);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("The current password is wrong.")).toBeVisible();

    await page.getByLabel("Current password").fill(second);
    const listening = page.waitForResponse("**/api/panel/events");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed")).toBeVisible();
    // This tab has a new session, and continues to receive events.
    expect((await listening).ok()).toBe(true);
    expect((await elsewhere.fetch("/account")).url).toContain("/login");
    await expect(signedOut).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "mara" })).toBeVisible();
  });

  await page.getByRole("button", { name: /mara/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await page.request.get(`${panel.url}/account`)).url()).toContain("/login");
});

test("a password form cannot be submitted before its script has loaded", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("Username").fill(first.username);
  await page.getByLabel("Password", { exact: true }).fill(first.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  expect(page.url()).toBe(`${panel.url}/login`);
  await context.close();
});
