import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

// Visitors come without a session.
test.beforeEach(({ context, rowsPanel: _ }) => context.clearCookies());

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** The text in an address, however its characters are encoded: Next writes %20 in a query as +. */
function said(address: string) {
  const { pathname, searchParams, hash } = new URL(address);
  return { pathname, query: [...searchParams], hash };
}

test("opening a link without a session returns to that link after sign-in", async ({
  page,
  rowsPanel: panel,
}) => {
  const link = `${panel.url}/settings/email?from=a%20mail&x=1#email.smtp.host`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillIn(page);
  await expect.poll(() => said(page.url())).toEqual(said(link));
  await expect(page.locator('main [id="email.smtp.host"]')).toBeInViewport();
});

test("sign-in never redirects to another site, and a click after the session ended returns to its target", async ({
  page,
  rowsPanel: panel,
}) => {
  const signInWith = (next: string) => `/login?next=${encodeURIComponent(next)}`;
  await page.goto(`${panel.url}${signInWith("/\t/evil.invalid")}`);
  await fillIn(page);
  await expect(page).toHaveURL(`${panel.url}/`);

  // People who are already signed in are redirected immediately to the form's target.
  const client = await PanelClient.signIn(panel);
  const sentOn = async (next: string) => {
    const answer = await client.fetch(signInWith(next), { redirect: "manual" });
    return answer.headers.get("location");
  };
  expect(await sentOn("/guilds")).toBe("/guilds");
  for (const next of [
    "/\t/evil.invalid",
    "/\n/evil.invalid",
    "/\r/evil.invalid",
    "/\\evil.invalid",
    "/.//evil.invalid",
  ])
    expect(await sentOn(next), JSON.stringify(next)).toBe("/");

  await page.request.delete(`${panel.url}/api/panel/account/sessions`);
  await page.getByRole("link", { name: "Guilds", exact: true }).click();
  await expect(page).toHaveURL(`${panel.url}/login?next=%2Fguilds`);
  // The previous page may have shown the message, so this page does not.
  await expect(page.getByText("You are signed out")).toHaveCount(0);
  await fillIn(page);
  await expect(page).toHaveURL(`${panel.url}/guilds`);
});

test("the page to return to is stored only in the address", async ({ rowsPanel: panel }) => {
  const answer = await fetch(`${panel.url}/account?a=1`, {
    headers: { "x-instance-admin-page": "/guilds" },
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toBe("/login?next=%2Faccount%3Fa%3D1");
});
