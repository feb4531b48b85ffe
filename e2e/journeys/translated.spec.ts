import { box, enter } from "../support/browser";
import { expect, test } from "../support/journey";
import { isUnlikeOthers, pagesOf } from "../support/pages";
import { translatePages } from "../support/translate";

test("no page crashes while the browser translates it", async ({ browser, freshPanel: panel }) => {
  test.slow();
  const context = await browser.newContext({ reducedMotion: "reduce" });
  await enter(context, panel);
  const page = await context.newPage();
  const crashes: string[] = [];
  page.on("pageerror", (error) => crashes.push(`${page.url()}: ${error.message}`));
  await translatePages(page);
  await page.goto(`${panel.url}/`);
  const untilTranslated = () => expect(page.locator("main h1 font").first()).toBeVisible();
  await untilTranslated();

  // React still refers to the texts that the translation has replaced.
  const isTolerated = await page.evaluate(() => {
    const [element, replaced] = [document.createElement("p"), document.createTextNode("text")];
    return element.removeChild(replaced) === replaced && element.insertBefore(new Text(), replaced) !== null;
  });
  expect(isTolerated).toBe(true);

  // Without a reload, React removes and moves the translated parts of each page.
  const push = (path: string) =>
    page.evaluate(
      (to) => (window as unknown as { next: { router: { push(to: string): void } } }).next.router.push(to),
      path,
    );
  for (const path of pagesOf("branded").filter(isUnlikeOthers)) {
    await push(path);
    await expect(page).toHaveURL(`${panel.url}${path}`);
    await untilTranslated();
    await expect(page.getByText("This page could not be shown")).toHaveCount(0);
  }

  await push("/settings/general");
  await box(page, "general.instanceName").fill("Pier");
  const bar = page.locator("section[aria-label='Unsaved changes']");
  await expect(bar.locator("font").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  for (const query of ["bio", "guilds", "no such thing", ""]) {
    await palette.getByRole("combobox").fill(query);
    await expect(palette.getByRole("combobox")).toHaveValue(query);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+s");
  await expect(page.getByRole("dialog").locator("font").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await expect(bar).toHaveCount(0);
  await push("/settings/register");
  await push("/");
  await expect(page).toHaveURL(`${panel.url}/`);
  expect(crashes).toEqual([]);
  await context.close();
});
