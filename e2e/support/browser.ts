import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { editions } from "@/lib/shared/settings/editions";
import { groups } from "@/lib/shared/settings/registry";
import { violationsIn } from "./axe";
import { operator, type Panel } from "./panel";
import { sessionIn } from "./session";

/** Signs in through the sign-in page and waits for the overview, for measurements (`bench/`); tests use `enter`. */
export async function signIn(page: Page, panel: Pick<Panel, "url">, credentials = operator): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("Username").fill(credentials.username);
  await page.getByLabel("Password", { exact: true }).fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);
}

/** Gives the browser the operator's session without visiting the sign-in page. */
export async function enter(context: BrowserContext, panel: Panel): Promise<void> {
  await context.addCookies((await sessionIn(panel)).browserCookies);
}

/**
 * Opens a page for signed-in operators, and waits until it receives changes of the file and React has hydrated its
 * controls. Clicks before that may have no effect, because a page becomes interactive part by part.
 */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilLive(page);
  await untilInteractive(page);
}

/** Waits until the page has received the state of the file, from its own event stream or through another tab. */
async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("live-events").length > 0);
}

/**
 * React hides streamed parts until it moves them to their position, and adds a key of its own to each hydrated
 * element.
 */
async function untilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('[hidden][id^="S:"]')) return false;
    const controls = document.querySelectorAll("main :is(a, button, input, select, textarea)");
    return [...controls].every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactFiber$")),
    );
  });
}

/** The heading of a page as the server renders it. A page without controls needs nothing else. */
export const headingIn = (html: string): string | undefined =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll("<!-- -->", "");

/** Reloads the page and waits like `open`. */
export async function reopen(page: Page): Promise<void> {
  await page.reload();
  await untilLive(page);
  await untilInteractive(page);
}

/** Goes to a section with the rail, from one of the settings pages, without a page load. */
export async function goToSection(
  page: Page,
  id: string,
  click = (target: Locator) => target.click(),
): Promise<void> {
  const section = editions.map(({ registry }) => registry.sectionById(id)).find((one) => one !== undefined);
  const group = groups.find((one) => one.id === section?.group);
  if (section === undefined || group === undefined) throw new Error(`There is no section ${id}.`);
  const rail = page.getByRole("navigation", { name: "Main" });
  const heading = rail.getByRole("button", { name: new RegExp(`^${group.title}`) });
  if ((await heading.getAttribute("aria-expanded")) === "false") await click(heading);
  await click(rail.locator(`a[href="/settings/${id}"]`));
}

/**
 * The row of a setting, by its neutral path. While a page streams in, unfinished parts are hidden outside of `main`.
 */
export const row = (page: Page, path: string): Locator => page.locator(`main [id="${path}"]`);

/** The text box of a setting. Its row may contain another text box. */
export const box = (page: Page, path: string): Locator =>
  page.locator(`main :is(input, textarea)[id="control-${path.replaceAll(".", "_")}"]`);

/** The visible text of a control is part of its name, so that people can say it. Off in axe by default. */
const rules = { "label-content-name-mismatch": { enabled: true } };

/** The axe rules about colors: the only ones whose result depends on the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Expects no violations of axe's WCAG and best-practice rules in the current page. Optionally, only of some rules,
 * or only in a part of the page (a CSS selector), such as a dialog on a page that is checked elsewhere.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  { only, part }: { only?: string[]; part?: string } = {},
): Promise<void> {
  // A title may appear a moment after its page.
  await expect(page).toHaveTitle(/./);
  // Every rule runs, but passed ones are not reported in detail.
  const options: RunOptions = { resultTypes: ["violations"], rules, ...(only && { runOnly: only }) };
  expect(await violationsIn(page, options, part), where).toEqual([]);
}

/**
 * Like `expectAccessible` in the page's current theme, plus the color rules in the other theme, which stays
 * active.
 */
export async function expectAccessibleInBothThemes(page: Page, where: string, part?: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const colorScheme of isDark ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    const only = (colorScheme === "dark") === isDark ? undefined : colorRules;
    await expectAccessible(page, `${where} in ${colorScheme}`, { only, part });
  }
}
