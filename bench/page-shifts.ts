import type { Browser, Page } from "@playwright/test";
import { enter, open } from "../e2e/support/browser";
import type { Panel } from "../e2e/support/panel";

/** How long to wait for layout shifts after a page has loaded (ms). */
const settleMs = 1500;

/**
 * A string instead of a function, because the compiler adds calls to helpers that do not exist in the page.
 */
const watch = `(() => {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
})()`;

/**
 * Finds the page with the largest cumulative layout shift (unitless) while loading. Up to 0.1 is considered
 * good.
 */
export async function worstShift(
  browser: Browser,
  panel: Panel,
  paths: readonly string[],
  width: number,
): Promise<{ path: string; shift: number }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await enter(context, panel);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const found: { path: string; shift: number }[] = [];
  for (const path of paths) {
    await page.goto("about:blank");
    await open(page, `${panel.url}${path}`);
    await page.waitForTimeout(settleMs);
    found.push({ path, shift: await page.evaluate<number>("window.shifts") });
  }
  await context.close();
  return found.reduce((worst, one) => (one.shift > worst.shift ? one : worst), { path: "none", shift: 0 });
}

/**
 * Measures the time from a click on a link until the page shows the progress bar (ms). The navigation's
 * request is never answered.
 */
export async function pendingTime(page: Page, href: string): Promise<number> {
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    () => undefined,
  );
  return page.evaluate(
    (to) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(`nav[aria-label=Main] a[href="${to}"]`);
        if (link === null) return reject(new Error(`no link to ${to}`));
        const start = performance.now();
        new MutationObserver((_, observer) => {
          if (document.querySelector("[role=progressbar]") === null) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        }).observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    href,
  );
}
