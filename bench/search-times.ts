import { type Locator, type Page } from "@playwright/test";

/** Milliseconds between two keys. Longer than any result takes, so that no result counts for the next key. */
const betweenKeysMs = 250;

/** Typical queries of operators: a word, words of two settings, a synonym, and words with typing errors. */
export const queries = ["captcha", "smtp password", "max upload", "capcha requird"] as const;

/**
 * Kept as a string because the compiler of this file adds helper functions that do not exist in the page. A message
 * sent in an animation frame arrives once that frame is painted. Only changes to elements that hold results count, not
 * those of the router's own elements.
 */
const watch = `(() => {
  const state = (window.searchTimes = { key: NaN, worst: 0 });
  document.addEventListener("keydown", () => { state.key = performance.now(); }, true);
  new MutationObserver((records) => {
    const { key } = state;
    if (!records.some(({ target }) => (target.parentElement ?? target).closest("main, [role=dialog]"))) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { state.worst = Math.max(state.worst, performance.now() - key); };
      port2.postMessage(null);
    });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;

/** Starts watching the page; call once per page load. */
export const watchSearch = (page: Page) => page.evaluate(watch);

/** The longest time, in milliseconds, from a key press of the query until its change to the page is painted. */
export async function searchTime(page: Page, box: Locator, query: string): Promise<number> {
  await box.fill("");
  await page.waitForTimeout(betweenKeysMs);
  await page.evaluate("window.searchTimes.worst = 0");
  await box.pressSequentially(query, { delay: betweenKeysMs });
  await page.waitForTimeout(betweenKeysMs);
  return page.evaluate<number>("window.searchTimes.worst");
}
