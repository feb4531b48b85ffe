import type { Page, Route } from "@playwright/test";
import { box, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator } from "../support/panel";

/** Delays all requests whose address matches `isOfKind`. Returns a function that releases the delayed requests. */
async function held(page: Page, isOfKind: (url: URL) => boolean): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(isOfKind, (route) => {
    if (isOpen) return route.continue();
    waiting.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

test("a lost connection is reported immediately without losing edits, and a slow page shows progress", async ({
  page,
  context,
  panel,
}) => {
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceName").fill("Typed before");
  const notice = page.getByText("You are offline.");
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Overview", exact: true })
    .click();
  await expect(page.getByText("You can open other pages when the connection returns")).toBeVisible();
  await expect(page).toHaveURL(`${panel.url}/settings/general`);
  await expect(box(page, "general.instanceName")).toHaveValue("Typed before");

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Overview", exact: true })
    .click();
  await expect(page).toHaveURL(`${panel.url}/`);

  const release = await held(
    page,
    ({ pathname, searchParams }) => pathname === "/audit" && searchParams.has("_rsc"),
  );
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Audit/ })
    .click();
  const bar = page.getByRole("progressbar", { name: "Loading page" });
  await expect(bar).toBeAttached();
  await release();
  await expect(page).toHaveURL(`${panel.url}/audit`);
  await expect(bar).toHaveCount(0);
});

test("text that was typed before the page's script has loaded remains in the field", async ({
  page,
  context,
  panel,
}) => {
  await context.clearCookies();
  const release = await held(page, ({ pathname }) => pathname.endsWith(".js"));
  await page.goto(`${panel.url}/login`, { waitUntil: "commit" });
  await page.getByLabel("Username").fill(operator.username);
  await page.getByLabel("Password", { exact: true }).fill(operator.password);
  const button = page.getByRole("button", { name: "Sign in" });
  await expect(button).toBeDisabled();
  await release();
  await button.click();
  await expect(page).toHaveURL(`${panel.url}/`);
});

test("the page reports an invalid file even if the operator has scrolled down", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/limits`);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await panel.replaceConfig("{");
  const notice = page.getByText("The configuration file is no longer valid JSON.");
  await expect(notice).toBeInViewport();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("link", { name: "Restore a version" })).toBeInViewport();
});
