import type { Page } from "@playwright/test";
import { box, expectAccessible, expectAccessibleInBothThemes, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";
import { forgetProofs, PanelClient, sessionIn } from "../support/session";
import { addApp, codeOf } from "../support/totp";

/*
 * Tests how operators use authenticators and recovery codes. panel-api/second-factor.spec.ts tests the API's
 * rules.
 */

async function enterPassword(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/login?next=/account`);
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("an operator sets up an authenticator, signs in with codes, and removes the authenticator", async ({
  page,
  rowsPanel: panel,
}) => {
  await open(page, `${panel.url}/account`);
  await page.getByRole("button", { name: "Set up authenticator…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator" });
  await expect(dialog.getByRole("img", { name: "QR code with the key" })).toBeVisible();
  await expectAccessibleInBothThemes(page, "the dialog for an authenticator", "[role=dialog]");
  const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("Code from the authenticator").fill("000000");
  await dialog.getByRole("button", { name: "Add authenticator" }).click();
  await expect(dialog.getByText("This is not the code that the authenticator shows now.")).toBeVisible();
  await dialog.getByLabel("Code from the authenticator").fill(codeOf(key));
  await dialog.getByRole("button", { name: "Add authenticator" }).click();

  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page, "the recovery codes", { part: "[role=dialog]" });
  const codes = await shown.getByRole("listitem").allTextContents();
  await shown.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await expectAccessibleInBothThemes(page, "/account");

  await enterPassword(page, panel.url);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page, "the second step");
  await enterCode(page, "000000");
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
  await enterCode(page, codeOf(key, 1));
  await expect(page).toHaveURL(`${panel.url}/account`);

  await enterPassword(page, panel.url);
  await enterCode(page, codes[0] ?? "");
  await expect(page).toHaveURL(`${panel.url}/account`);
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();

  // The session ends during an edit. The operator signs in on the page, which asks for the code, too.
  await open(page, `${panel.url}/settings/limits`);
  await box(page, "limits.user.maxFriends").fill("700");
  await page.context().clearCookies();
  await page.getByRole("button", { name: /^Save \d/ }).click();
  const again = page.getByRole("dialog", { name: `Sign in again as ${operator.username}` });
  await again.getByLabel("Your password").fill(operator.password);
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await again.getByLabel("Code", { exact: true }).fill(codes[2] ?? "");
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await expect(page.getByText(/^Saved 1/)).toBeVisible();
  expect(await panel.readConfig()).toContain("700");
  await open(page, `${panel.url}/account`);

  await forgetProofs(panel);
  await page.getByRole("button", { name: "Remove authenticator…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove authenticator" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Your password").fill(operator.password);
  await expect(proof.getByLabel("Code", { exact: true })).toBeVisible();
  await proof.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Set up authenticator…" })).toBeVisible();
  await PanelClient.signIn(panel);
});

test("an operator is asked to set up a second factor if an owner requires one", async ({
  page,
  rowsPanel: panel,
}) => {
  const owner = await sessionIn(panel);
  const mate = { username: "mate", password: "a lantern on the pier" };
  await owner.addOperator(mate);
  await addApp(owner);
  await open(page, `${panel.url}/operators`);
  await page.getByRole("switch", { name: "Require a second factor" }).click();
  await expect(page.getByRole("switch", { name: "Require a second factor" })).toBeChecked();
  try {
    await page.context().clearCookies();
    await page.goto(`${panel.url}/login?next=/guilds`);
    await page.getByLabel("Username").fill(mate.username);
    await page.getByLabel("Password", { exact: true }).fill(mate.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await expectAccessibleInBothThemes(page, "/second-factor");
    await page.goto(`${panel.url}/settings`);
    await expect(page).toHaveURL(/\/second-factor/);
    await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
    await page.getByRole("button", { name: "Set up authenticator…" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator" });
    const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByLabel("Code from the authenticator").fill(codeOf(key));
    await dialog.getByRole("button", { name: "Add authenticator" }).click();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(`${panel.url}/settings`);
  } finally {
    await owner.send("PUT", "/api/panel/operators/second-factor", { isRequired: false });
  }
});
