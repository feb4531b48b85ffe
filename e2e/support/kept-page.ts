import type { Browser, BrowserContext } from "@playwright/test";

let kept: BrowserContext | undefined;

/**
 * A context of this worker with one page, in which test after test takes place: as it stays in its process, the scripts
 * that it knows are not compiled anew, which takes a new one nearly a second.
 */
export async function keptContext(browser: Browser): Promise<BrowserContext> {
  kept ??= await browser.newContext();
  if (kept.pages().length === 0) await kept.newPage();
  return kept;
}

/** Makes the kept context what it was before a test. */
export async function clearContext(context: BrowserContext): Promise<void> {
  const [page, ...others] = context.pages();
  for (const other of others) await other.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearCookies();
  await context.clearPermissions();
  // Closed by the test, or not gone anywhere.
  if (!page?.url().startsWith("http")) return;
  for (const event of ["console", "request", "response"]) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  // Where no script of the panel writes any more; the panel may have ended with its test. Not about:blank, which takes a
  // process of its own.
  const blank = new URL("/blank", page.url()).href;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await page.unroute(blank);
}
