import type { Browser, BrowserContext } from "@playwright/test";

let kept: BrowserContext | undefined;

/**
 * Journeys ask for reduced motion: what fades or slides is drawn many times, and a click waits until it rests. What opens
 * and closes in motion: dialogs.spec.ts.
 */
export const still = { reducedMotion: "reduce" } as const;

/**
 * One context per worker, with one page that all tests use in turn: its process keeps the compiled scripts, which cost a
 * new one nearly a second.
 */
export async function keptContext(browser: Browser): Promise<BrowserContext> {
  kept ??= await browser.newContext(still);
  if (kept.pages().length === 0) await kept.newPage();
  return kept;
}

const EVENTS = ["console", "dialog", "pageerror", "request", "requestfailed", "response", "websocket"];

/** Makes the kept context what it was before a test, except that the page has a history. */
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
  // Where no script of the panel writes any more; the panel may have ended with its test. Not about:blank, which takes a
  // process of its own.
  const blank = new URL("/blank", page.url()).href;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.unroute(blank);
}
