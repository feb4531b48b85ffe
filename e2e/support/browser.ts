import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { operator, type Panel } from "./panel";
import { sessionIn } from "./session";

/** Signs in through the sign-in page and waits for the overview. For tests about signing in; all others use `enter`. */
export async function signIn(page: Page, panel: Pick<Panel, "url">, credentials = operator): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("User name").fill(credentials.username);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);
}

/** Gives the browser the operator's session without visiting the sign-in page. */
export async function enter(context: BrowserContext, panel: Panel): Promise<void> {
  await context.addCookies((await sessionIn(panel)).browserCookies);
}

/**
 * Opens a page for signed-in operators and waits until it listens to changes of the file, which means that it has
 * hydrated. Clicks before that may have no effect.
 */
export async function open(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse("**/api/panel/config/events");
  await page.goto(url);
  await listening;
}

/** Reloads the page and waits as `open` does. */
export async function reopen(page: Page): Promise<void> {
  const listening = page.waitForResponse("**/api/panel/config/events");
  await page.reload();
  await listening;
}

/** The row of a setting, by its neutral path. While a page streams in, unfinished parts are hidden outside of `main`. */
export const row = (page: Page, path: string): Locator => page.locator(`main [id="${path}"]`);

/** The text box in the row of a setting. */
export const box = (page: Page, path: string): Locator => row(page, path).getByRole("textbox");

/** What people see of a control is part of its name, so that they can say it. Off in axe unless asked for. */
const rules = { "label-content-name-mismatch": { enabled: true } };

/** The axe rules about colors: the only ones whose result depends on the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Expects no violations of axe's WCAG and best-practice rules in the current page, or only of some rules if given. */
export async function expectAccessible(page: Page, where: string, only?: string[]): Promise<void> {
  // Half faded in or out, nothing has enough contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  const axe = new AxeBuilder({ page })
    // There are no frames; otherwise axe would open a second page to combine their results.
    .setLegacyMode()
    // Every rule runs, but passed ones are not reported in detail.
    .options({ resultTypes: ["violations"], rules });
  const { violations } = await (only ? axe.withRules(only) : axe).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, where).toEqual([]);
}

/** Like `expectAccessible` in the light theme, plus the color rules in the dark one. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(colorScheme));
    await expectAccessible(
      page,
      `${where} in ${colorScheme}`,
      colorScheme === "dark" ? colorRules : undefined,
    );
  }
}
