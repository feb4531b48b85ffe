import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { editions } from "@/lib/shared/settings/editions";
import { groups } from "@/lib/shared/settings/registry";
import { violationsIn } from "./axe";
import { operator, type Panel } from "./panel";
import { sessionIn } from "./session";

/**
 * Signs in through the sign-in page and waits for the overview. Measurements (`bench/`) use this; tests use `enter`.
 */
export async function signIn(page: Page, panel: Pick<Panel, "url">, credentials = operator): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("Username").fill(credentials.username);
  await page.getByLabel("Password", { exact: true }).fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);
}

/** Signs in without visiting the sign-in page, by setting the cookies of the operator's session. */
export async function enter(context: BrowserContext, panel: Panel): Promise<void> {
  await context.addCookies((await sessionIn(panel)).browserCookies);
}

/**
 * Opens a page for signed-in operators. Waits until the page receives changes to the file, and until React
 * has hydrated the controls. Earlier clicks might have no effect, because pages become interactive in parts.
 */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilLive(page);
  await untilInteractive(page);
}

/** Waits until the page has received the state of the file, from an event stream or through another tab. */
async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("live-events").length > 0);
}

/**
 * Waits until React has moved all streamed parts into place and hydrated the controls. Streamed parts are
 * hidden at first. Hydrated elements have a property that React adds.
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

/** Returns the heading in the HTML that the server sent for a page. */
export const headingIn = (html: string): string | undefined =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll("<!-- -->", "");

/** Reloads the page. Waits for the same state as `open`. */
export async function reopen(page: Page): Promise<void> {
  await page.reload();
  await untilLive(page);
  await untilInteractive(page);
}

/** Opens a settings section through the navigation, without a page load. The current page must be a settings page. */
export async function goToSection(
  page: Page,
  id: string,
  click = (target: Locator) => target.click(),
): Promise<void> {
  const section = editions()
    .map(({ registry }) => registry.sectionById(id))
    .find((one) => one !== undefined);
  const group = groups.find((one) => one.id === section?.group);
  if (section === undefined || group === undefined) throw new Error(`There is no section ${id}.`);
  const rail = page.getByRole("navigation", { name: "Main" });
  const heading = rail.getByRole("button", { name: new RegExp(`^${group.title}`) });
  if ((await heading.getAttribute("aria-expanded")) === "false") await click(heading);
  await click(rail.locator(`a[href="/settings/${id}"]`));
}

/**
 * Locates the row of a setting. Searches only in `main`, because unfinished parts of a streamed page are
 * hidden elsewhere.
 */
export const row = (page: Page, path: string): Locator => page.locator(`main [id="${path}"]`);

/** Locates the text box of a setting, whose row may contain another text box. */
export const box = (page: Page, path: string): Locator =>
  page.locator(`main :is(input, textarea)[id="control-${path.replaceAll(".", "_")}"]`);

/**
 * Rules that are off by default in axe. People who use speech input say the visible text of a control. In a window lower
 * than 900 px, the rail scrolls below its foot, which may cover a part of a link.
 */
const rulesFor = (page: Page) => ({
  "label-content-name-mismatch": { enabled: true },
  "target-size": { enabled: (page.viewportSize()?.height ?? 0) >= 900 },
});

/** The results of these axe rules depend on the theme. Other rules have the same results in both themes. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Expects that the current page violates none of axe's WCAG and best-practice rules.
 * @param options.only ids of the rules to check
 * @param options.part CSS selector of the part to check, such as a dialog on a page that another test checks
 */
export async function expectAccessible(
  page: Page,
  where: string,
  { only, part }: { only?: string[]; part?: string } = {},
): Promise<void> {
  // React may set the title a moment after the page appears.
  await expect(page).toHaveTitle(/./);
  // This option only shortens the report: all rules run, but passed rules are not described.
  const options: RunOptions = {
    resultTypes: ["violations"],
    rules: rulesFor(page),
    ...(only && { runOnly: only }),
  };
  expect(await violationsIn(page, options, part), where).toEqual([]);
}

/**
 * Runs `expectAccessible` in the current theme, and then checks only the color rules in the other theme. The
 * other theme stays active.
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

/** The button in the top bar that shows the most important state and opens the menu with all states. */
export const statePill = (page: Page) => page.getByRole("banner").locator("[data-slot=state-pill]");

/** Opens the page of a state from the menu in the top bar. */
export async function openState(page: Page, name: string): Promise<void> {
  await statePill(page).click();
  await page.getByRole("menuitem", { name }).click();
}
