import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

test.beforeEach(({ context, rowsPanel: _ }) => context.clearCookies());

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Decodes a URL, because its encoding can vary: Next encodes a space in a query as +, not %20. */
function said(address: string) {
  const { pathname, searchParams, hash } = new URL(address);
  return { pathname, query: [...searchParams], hash };
}

test("a link to a setting still works if the operator has to sign in first", async ({
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

test("sign-in returns to the last requested page, and never redirects to another site", async ({
  page,
  rowsPanel: panel,
}) => {
  const signInWith = (next: string) => `/login?next=${encodeURIComponent(next)}`;
  await page.goto(`${panel.url}${signInWith("/\t/evil.invalid")}`);
  await fillIn(page);
  await expect(page).toHaveURL(`${panel.url}/`);

  // If the operator is already signed in, the page redirects to the target at once.
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
  // The sign-in page does not show this message, because the previous page has usually shown it already.
  await expect(page.getByText("You are signed out")).toHaveCount(0);
  await fillIn(page);
  await expect(page).toHaveURL(`${panel.url}/guilds`);
});

test("the redirect to the sign-in page stores the requested page only in the URL", async ({
  rowsPanel: panel,
}) => {
  const answer = await fetch(`${panel.url}/account?a=1`, {
    headers: { "x-instance-admin-page": "/guilds" },
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toBe("/login?next=%2Faccount%3Fa%3D1");
});
