import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { box, expectAccessibleInBothThemes, open } from "../support/browser";
import { freePort } from "../support/free-port";
import { expect } from "../support/journey";
import { CLIENT, TestProvider } from "../support/oidc";
import { operator, startPanel } from "../support/panel";
import { forgetProofs } from "../support/session";

test("an operator signs in and confirms their identity through the provider", async ({ page }) => {
  const port = await freePort();
  const provider = await TestProvider.start(`http://localhost:${port}/api/auth/callback/oidc`);
  const panel = await startPanel({
    env: {
      PORT: String(port),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_SCOPES: "openid profile groups",
      OIDC_ROLES: "chat admins=owner",
      OIDC_NAME: "Harbor login",
      PASSWORD_SIGN_IN: "0",
    },
  });
  const url = `http://localhost:${port}`;
  const signIn = page.getByRole("button", { name: "Sign in with Harbor login" });
  try {
    provider.people.set("ada", { preferred_username: "ada", groups: [] });
    provider.present = "ada";
    await page.goto(`${url}/operators`);
    await expect(signIn).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
    await expectAccessibleInBothThemes(page, "/login");
    await signIn.click();
    await expect(page.getByRole("alert").filter({ hasText: "has no role in this panel" })).toBeVisible();
    await expectAccessibleInBothThemes(page, "/login without a role");

    provider.people.set("ada", { preferred_username: "ada", groups: ["chat admins"] });
    await page.goto(`${url}/operators/invitations`);
    await signIn.click();
    await expect(page).toHaveURL(`${url}/operators/invitations`);

    // The proof of identity has expired. The operator renews it at the provider and returns to the same page.
    await forgetProofs(panel);
    const dialog = page.getByRole("dialog", { name: "Invite operator" });
    const invite = async () => {
      await page.getByRole("button", { name: "Invite operator" }).click();
      await dialog.getByRole("button", { name: "Create link" }).click();
    };
    await invite();
    const question = page.getByRole("alertdialog", { name: "Confirm it’s you" });
    await question.getByRole("button", { name: "Sign in with Harbor login" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`${url}/operators/invitations`);
    await invite();
    await expect(page.getByLabel("Invitation link")).toHaveValue(/\/join#/);

    await page.goto(`${url}/operators`);
    await expect(page.getByRole("row", { name: /ada/ })).toContainText("Managed by Harbor login");
    await page.goto(`${url}/account`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Change password" })).toHaveCount(0);

    // The session ends during an edit. The operator signs in in a new tab, and the page continues.
    await open(page, `${url}/settings/limits`);
    await box(page, "limits.user.maxFriends").fill("700");
    await page.context().clearCookies();
    await page.getByRole("button", { name: /^Save \d/ }).click();
    const again = page.getByRole("dialog", { name: "Sign in again as ada" });
    const opened = page.context().waitForEvent("page");
    await again.getByRole("button", { name: "Sign in with Harbor login in a new tab" }).click();
    const tab = await opened;
    await tab.getByRole("button", { name: "Sign in with Harbor login" }).click();
    await expect(page.getByText(/^Saved 1/)).toBeVisible();
    await tab.close();

    // While the provider is down, an operator can sign in only with a password, which the command line can
    // create.
    provider.isDown = true;
    await page.context().clearCookies();
    await page.goto(`${url}/account`);
    await signIn.click();
    await expect(page.getByRole("alert").filter({ hasText: "cannot reach Harbor login" })).toBeVisible();
    const command = ["run", "--silent", "operator", "--", "reset", operator.username];
    const env = { ...process.env, DATA_DIR: panel.dataDir };
    const { stdout } = await promisify(execFile)("npm", command, { env });
    const password = /^ {4}(\S+)$/m.exec(stdout)?.[1] ?? "";
    await page.goto(`${url}/login?password`);
    await page.getByLabel("Username").fill(operator.username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${url}/`);
  } finally {
    await panel.dispose();
    await provider.stop();
  }
});
