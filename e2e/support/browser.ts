import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { operator, type Panel } from "./panel";

/** Signs in through the sign-in page and waits for the overview. */
export async function signIn(page: Page, panel: Pick<Panel, "url">, credentials = operator): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel("User name").fill(credentials.username);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panel.url}/`);
}

/** No violation of axe's WCAG rules and good practices in the page as it is now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, where).toEqual([]);
}
