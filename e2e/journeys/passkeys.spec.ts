import type { Page } from "@playwright/test";
import { Authenticator } from "../support/authenticator";
import { expectAccessible, expectAccessibleInBothThemes, open } from "../support/browser";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { forgetProofs, PanelClient } from "../support/session";

let authenticator: Authenticator;
test.beforeEach(async ({ page }) => {
  authenticator = await Authenticator.in(page);
});
test.afterEach(() => authenticator.remove());

const list = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: "Added" });

async function addPasskey(page: Page, panel: Panel): Promise<void> {
  await open(page, `${panel.url}/account`);
  await page.getByRole("button", { name: "Add passkey…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Work laptop");
  await expectAccessible(page, "the dialog for a passkey", { part: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await codes.getByRole("button", { name: "I have stored them" }).click();
  await expect(list(page)).toHaveText(/Work laptop.*Never used/);
}

const signIn = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

test("an operator adds a passkey, signs in with the passkey alone, and removes the passkey", async ({
  page,
  rowsPanel: panel,
}) => {
  const elsewhere = await PanelClient.signIn(panel);
  await addPasskey(page, panel);
  await expectAccessibleInBothThemes(page, "/account");
  expect((await elsewhere.fetch("/api/panel/guilds")).status, "other sessions end").toBe(401);

  await page.context().clearCookies();
  await page.goto(`${panel.url}/login?next=/account`);
  await expectAccessible(page, "/login");
  // The password alone is not enough, because the operator has a second factor.
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  expect((await page.request.get(`${panel.url}/api/panel/guilds`)).status()).toBe(401);
  await signIn(page).click();
  await expect(page).toHaveURL(`${panel.url}/account`);
  await expect(list(page)).toHaveText(/Work laptop.*Last used/);

  await forgetProofs(panel);
  await page.getByRole("button", { name: "Remove passkey Work laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(proof).toBeVisible();
  await proof.getByLabel("Your password").fill(operator.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof.getByText("Enter a code.")).toBeVisible();
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(proof).toBeHidden();
  await expect(list(page)).toHaveCount(0);
  const entries = await databaseOf(undefined, panel.dataDir).query(
    "select action, target from audit where action like 'passkey.%' and completes is null",
  );
  expect(entries).toMatchObject([
    { action: "passkey.add", target: "Work laptop" },
    { action: "passkey.remove" },
  ]);

  // The device still has the passkey, but the panel has removed it.
  await page.context().clearCookies();
  await page.goto(`${panel.url}/login`);
  await signIn(page).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "You cannot sign in with this passkey" }),
  ).toBeVisible();
  await PanelClient.signIn(panel);
});

test("unverified, cloned and replayed passkeys are refused", async ({ page, rowsPanel: panel }) => {
  await addPasskey(page, panel);
  await page.context().clearCookies();
  await page.goto(`${panel.url}/login`);
  await authenticator.setRecognized(false);
  await signIn(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "No passkey was used" })).toBeVisible();
  await authenticator.setRecognized(true);

  const sent = page.waitForRequest((request) => request.url().endsWith("/api/auth/callback/credentials"));
  await signIn(page).click();
  const passkey = new URLSearchParams((await sent).postData() ?? "").get("passkey") ?? "";
  await expect(page).toHaveURL(`${panel.url}/`);
  expect(JSON.parse(passkey)).toMatchObject({ type: "public-key" });
  expect((await new PanelClient(panel.url).trySignIn({ passkey })).status, "the same answer").toBe(401);

  // An answer to a sign-in challenge cannot prove the operator's identity for an action.
  const browser = new PanelClient(
    panel.url,
    new Map((await page.context().cookies()).map((c) => [c.name, c.value])),
  );
  const asProof = await browser.send("POST", "/api/panel/account/proof", {
    passkey: JSON.parse(passkey) as unknown,
  });
  expect(asProof.status).toBe(422);

  await authenticator.setBack();
  await page.context().clearCookies();
  await page.goto(`${panel.url}/login`);
  await signIn(page).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "You cannot sign in with this passkey" }),
  ).toBeVisible();
});
