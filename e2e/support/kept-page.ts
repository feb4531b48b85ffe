import type { Browser, BrowserContext } from "@playwright/test";

let kept: BrowserContext | undefined;

/**
 * Journeys ask for reduced motion, because animations are drawn many times and clicks wait until they end.
 * dialogs.spec.ts covers opening and closing with motion.
 */
export const still = { reducedMotion: "reduce" } as const;

/**
 * One context per worker with one page that all tests reuse, because its process caches compiled scripts. A new
 * process would need nearly a second for them.
 */
export async function keptContext(browser: Browser): Promise<BrowserContext> {
  kept ??= await browser.newContext(still);
  if (kept.pages().length === 0) await kept.newPage();
  return kept;
}

const EVENTS = ["console", "dialog", "pageerror", "request", "requestfailed", "response", "websocket"];

/** Resets the reused context before a test, except that the page keeps its history. */
export async function clearContext(context: BrowserContext): Promise<void> {
  const [page, ...others] = context.pages();
  for (const other of others) await other.close();
  await context.setOffline(false);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearCookies();
  await context.clearPermissions();
  for (const event of EVENTS) page?.removeAllListeners(event);
  await page?.unrouteAll({ behavior: "ignoreErrors" });
  await page?.emulateMedia({ colorScheme: "light", ...still });
  // The test closed it, or never opened anything.
  if (!page?.url().startsWith("http")) return;
  // On this page no script of the panel can write anymore. The panel may have ended with its test. Not
  // about:blank, which needs a separate process.
  const blank = new URL("/blank", page.url()).href;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.unroute(blank);
}
