import type { Browser, BrowserContext } from "@playwright/test";

let kept: BrowserContext | undefined;

/**
 * Journeys request reduced motion, because animations take CPU time and delay clicks. dialogs.spec.ts tests
 * dialogs with animations.
 */
export const still = { reducedMotion: "reduce" } as const;

/**
 * Each worker has one context with one page that all tests reuse. The page's process caches compiled scripts.
 * A new process would need nearly a second to compile them.
 */
export async function keptContext(browser: Browser): Promise<BrowserContext> {
  kept ??= await browser.newContext(still);
  if (kept.pages().length === 0) await kept.newPage();
  return kept;
}

const EVENTS = ["console", "dialog", "pageerror", "request", "requestfailed", "response", "websocket"];

/** Resets the reused context before a test. Only the page's history remains. */
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
  // There is nothing to reset if the previous test has closed the page, or has never opened a page of the panel.
  if (!page?.url().startsWith("http")) return;
  // Navigates away from the panel, so that its scripts can no longer write to storage. Answers the request
  // here, because the panel may already have stopped. about:blank would need a separate process.
  const blank = new URL("/blank", page.url()).href;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.unroute(blank);
}
