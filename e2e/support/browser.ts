import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { operator, type Panel } from "./panel";
import { sessionIn } from "./session";

/** Signs in through the sign-in page and waits for the overview; for what is about signing in. Others `enter`. */
export async function signIn(page: Page, panel: Pick<Panel, "url">, credentials = operator): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("User name").fill(credentials.username);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);
}

/** Gives the browser the operator's session, without a visit to the sign-in page. */
export async function enter(context: BrowserContext, panel: Panel): Promise<void> {
  await context.addCookies((await sessionIn(panel)).browserCookies);
}

/**
 * Opens a page for signed-in operators and waits until it listens to changes of the file, which it does when its script
 * has taken over. A click before that may find nobody.
 */
export async function open(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse("**/api/panel/config/events");
  await page.goto(url);
  await listening;
}

/** Loads the page anew, as `open` does. */
export async function reopen(page: Page): Promise<void> {
  const listening = page.waitForResponse("**/api/panel/config/events");
  await page.reload();
  await listening;
}

/** The row of a setting, by its neutral path. While a page streams in, its parts wait hidden outside of `main`. */
export const row = (page: Page, path: string): Locator => page.locator(`main [id="${path}"]`);

/** The text box in the row of a setting. */
export const box = (page: Page, path: string): Locator => row(page, path).getByRole("textbox");

/** No violation of axe's WCAG rules and good practices in the page as it is now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing to gather on a second page, which is what axe would open otherwise.
    .setLegacyMode()
    // Every rule runs; descriptions of what passed are not made.
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, where).toEqual([]);
}

/** As `expectAccessible`, in the light theme and in the dark one. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(colorScheme));
    await expectAccessible(page, `${where} in ${colorScheme}`);
  }
}
