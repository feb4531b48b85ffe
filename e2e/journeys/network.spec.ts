import type { Page, Route } from "@playwright/test";
import { box, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";

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

test("a lost connection is reported immediately and loses no edits", async ({ page, context, panel }) => {
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

/** The id of a rule that compares several settings. Only the script with these rules contains this id. */
const ruleId = "captcha-incomplete";

/**
 * Makes requests for matching scripts fail, as a bad connection or a panel update would.
 * @param isLost receives a script's path and content
 * @returns the paths of the failed requests, and a function that makes requests succeed again. It waits for those that
 * will still fail, because the bundler does not request them again for the next attempt.
 */
async function lostScripts(page: Page, isLost: (path: string, text: string) => boolean) {
  const requests: string[] = [];
  const pending: Promise<void>[] = [];
  let isOver = false;
  const answer = async (route: Route): Promise<void> => {
    if (isOver) return route.continue();
    const { pathname } = new URL(route.request().url());
    // Retries, because the panel may close the idle connection that this request uses.
    const response = await route.fetch({ maxRetries: 3 });
    if (!isLost(pathname, await response.text())) return route.fulfill({ response });
    requests.push(pathname);
    await route.abort();
  };
  await page.route(/\/_next\/static\/.*\.js$/, (route) => {
    const answered = answer(route);
    pending.push(answered);
    return answered;
  });
  const end = async () => {
    isOver = true;
    await Promise.allSettled(pending);
  };
  return { requests, end };
}

/**
 * Opens a page without the scripts that load later, such as those of dialogs. Requests fail for all scripts
 * that the page's HTML does not name.
 * @returns a function that makes these requests succeed again
 */
async function openWithoutLaterScripts(page: Page, url: string) {
  const html = await (await page.request.get(url)).text();
  const { end } = await lostScripts(page, (path) => !html.includes(path));
  await open(page, url);
  return end;
}

const nameIn = async (panel: Panel) =>
  (JSON.parse(await panel.readConfig()) as { general?: { instanceName?: string } }).general?.instanceName;

test("a save is refused without losing edits if the validation rules cannot be loaded", async ({
  page,
  panel,
}) => {
  const before = await panel.readConfig();
  const lost = await lostScripts(page, (_, text) => text.includes(ruleId));
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceName").fill("Typed without checks");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  const message = bar.getByRole("alert");
  const save = bar.getByRole("button", { name: "Save 1 change" });
  const texts =
    /Nothing was saved; your changes are still here\. Try again\. If the panel was updated, reload/;
  await save.click();
  await expect(message).toContainText(texts);
  await expect(save).not.toHaveAttribute("aria-busy");

  // Each attempt to save requests the script again. Typing does not.
  const notice = page.getByRole("status").filter({ hasText: "A part of the page could not be loaded." });
  await expect(notice).toBeVisible();
  const saveAgain = async () => {
    const count = lost.requests.length;
    await page.keyboard.press("Control+s");
    await expect.poll(() => lost.requests.length).toBeGreaterThan(count);
    await expect(save).not.toHaveAttribute("aria-busy");
    await expect(message).toContainText(texts);
    return lost.requests.length;
  };
  const one = await saveAgain();
  const two = await saveAgain();
  await box(page, "general.instanceName").fill("");
  await box(page, "general.instanceName").pressSequentially("Typed without checks", { delay: 50 });
  expect((await saveAgain()) - two).toBe(two - one);

  await bar.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog");
  await review.getByRole("textbox").first().fill("Why it changed");
  await review.getByRole("button", { name: /^Save/ }).click();
  await expect(review).toHaveCount(0);
  await expect(message).toContainText(texts);
  await bar.getByRole("button", { name: "Review" }).click();
  await expect(review.getByRole("textbox").first()).toHaveValue("Why it changed");
  await review.getByRole("button", { name: "Keep editing" }).click();

  // The unsaved change survives a reload but still cannot be saved.
  await page.reload();
  await expect(box(page, "general.instanceName")).toHaveValue("Typed without checks");
  await save.click();
  await expect(message).toContainText(texts);
  expect(await panel.readConfig()).toBe(before);

  await lost.end();
  await save.click();
  await expect(bar).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  expect(await nameIn(panel)).toBe("Typed without checks");
});

test("if parts of the page cannot be loaded, edits are preserved, and the parts can be loaded again", async ({
  page,
  panel,
}) => {
  const endLoss = await openWithoutLaterScripts(page, `${panel.url}/settings/general`);
  const name = box(page, "general.instanceName");
  await name.fill("Typed without a save bar");
  const notice = page.getByRole("status").filter({ hasText: "A part of the page could not be loaded." });
  await expect(notice).toContainText("Try again. If the panel was updated, reload the page.");
  await expect(name).toHaveValue("Typed without a save bar");
  await endLoss();
  await notice.getByRole("button", { name: "Try again" }).click();
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toContainText("1 change in General");
  await expect(notice).toHaveCount(0);
  await expect(name).toHaveValue("Typed without a save bar");
  await bar.getByRole("button", { name: "Save 1 change" }).click();
  await expect(bar).toHaveCount(0);
  expect(await nameIn(panel)).toBe("Typed without a save bar");
});

test("a control, a dialog and the text editor can be loaded again after a failure", async ({
  page,
  panel,
}) => {
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceName").fill("Typed before");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toBeVisible();
  const lost = await lostScripts(page, () => true);
  const notice = page.getByRole("status").filter({ hasText: "A part of the page could not be loaded." });

  await bar.getByRole("button", { name: "Review" }).click();
  await expect(notice).toBeVisible();
  await expect(bar).toBeVisible();
  await lost.end();
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(notice).toHaveCount(0);
  await expect(box(page, "general.instanceName")).toHaveValue("Typed before");

  const endLoss = await openWithoutLaterScripts(page, `${panel.url}/settings/raw`);
  const failure = page.getByRole("alert").filter({ hasText: "A part of the page could not be loaded." });
  await expect(failure).toBeVisible();
  await endLoss();
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("textbox", { name: "Text of the configuration file" })).toBeVisible();
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
