import type { Page, Request } from "@playwright/test";
import { editionOf } from "@/lib/shared/settings/editions";
import { fieldsOf } from "@/lib/shared/settings/registry";
import { enter, expectAccessibleInBothThemes, goToSection, open } from "../support/browser";
import { expect, sample, test } from "../support/journey";
import { movements } from "../support/movements";
import { isUnlikeOthers, pagesOf } from "../support/pages";
import { isThorough } from "../support/thorough";
import { putFile } from "../support/worker-panel";

/*
 * Checks every page. Each page is opened once for all checks, because opening a page takes most of the time.
 */

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// Leaves the panel. Otherwise, the page would receive events while tests in later files change the panel.
test.afterAll(({ visitor }) => visitor.goto("about:blank"));

/**
 * Pages that together contain every kind of control. On a phone, each control must be 44 pixels high or have
 * space around it.
 */
const withAllControls = [
  "/",
  "/settings/general",
  "/settings/email",
  "/settings/regions",
  "/applications/new",
];

/** The part of the reference that is checked for violations. All sections of the reference have the same structure. */
const someSections = "main h1, main section:nth-of-type(-n + 3), :target";

/**
 * Expects no accessibility violations in either theme at a width of 1440 pixels, and no horizontal scrolling at 390
 * pixels. `npm test` looks for violations in sections that together contain every control, `npm run test:rare` in all.
 */
async function expectSound(page: Page, path: string): Promise<void> {
  const isReference = path.startsWith("/settings/reference");
  if (isThorough || isUnlikeOthers(path))
    await expectAccessibleInBothThemes(page, path, isReference ? someSections : undefined);
  await page.setViewportSize(phone);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${path} at 390 px`).toBeLessThanOrEqual(phone.width);
  if (withAllControls.includes(path)) expect(await smallControls(page), path).toEqual([]);
}

const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, header button, main input:not([type=hidden])")]
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only, [aria-hidden=true]"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => {
        const isBox = element.matches("[role=checkbox], [role=switch], [role=radio]");
        return !isBox && box.height > 1 && box.height < 43.5;
      })
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} is ${box.height} px high`),
  );

/** Expects a row or a part of a row for every setting of the section, in the order of the registry. */
async function expectRows(page: Page, section: Parameters<typeof fieldsOf>[0]): Promise<void> {
  const rows = page.getByRole("main").locator("[data-setting]");
  // Settings of email providers other than the selected one are hidden.
  const shown = fieldsOf(section).filter(({ path }) => !/^email\.(smtp|emailApi2|emailApi3)\./.test(path));
  await expect(rows).toHaveCount(shown.length);
  const ids = await rows.evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids).toEqual(shown.map(({ path }) => path));
}

test("the sign-in page is accessible in both themes and does not scroll horizontally", async ({
  page,
  sharedPanel,
}) => {
  await page.setViewportSize(desktop);
  await page.goto(`${sharedPanel.url}/login`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectSound(page, "/login");
});

for (const path of pagesOf("branded")) {
  const section = editionOf("branded").registry.sectionById(path.replace("/settings/", ""));
  const rows = section ? "has the section's rows, " : "";
  test(`${path} ${rows}is accessible, fits a phone, and prefetches no other page`, async ({
    visitor,
    sharedPanel: panel,
  }) => {
    await putFile(panel, sample);
    await enter(visitor.context(), panel);
    const ahead: string[] = [];
    const note = (request: Request) => {
      if ("next-router-prefetch" in request.headers()) ahead.push(request.url());
    };
    visitor.on("request", note);
    const errors: string[] = [];
    const noteError = ({ message }: Error) => errors.push(message);
    visitor.on("pageerror", noteError);
    await visitor.setViewportSize(desktop);
    // To go from one settings page to another, the test clicks the link in the navigation without hovering.
    // It opens all other pages by URL.
    const isAtSection = visitor.url().startsWith(`${panel.url}/settings/`);
    if (section && isAtSection)
      await goToSection(visitor, section.id, (target) => target.dispatchEvent("click"));
    else await open(visitor, `${panel.url}${path}`);
    const heading = visitor.getByRole("heading", { level: 1 });
    await (section ? expect(heading).toHaveText(section.title) : expect(heading).toBeVisible());
    // After a client-side navigation, the title changes with a short delay.
    await expect(visitor).toHaveTitle(section ? new RegExp(`^${section.title}`) : /./);
    if (section) await expectRows(visitor, section);
    // Nothing moves, because the browser requests reduced motion (reduced-motion.spec.ts).
    expect(await movements(visitor)).toEqual([]);
    await expectSound(visitor, path);
    // The page must not prefetch other pages before the pointer is over a link.
    expect(ahead).toEqual([]);
    expect(errors).toEqual([]);
    visitor.off("request", note);
    visitor.off("pageerror", noteError);
  });
}
