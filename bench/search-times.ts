import { type Locator, type Page } from "@playwright/test";

/**
 * The time between two keystrokes (ms). It is longer than any search, so that a late result is never
 * attributed to the next keystroke.
 */
const betweenKeysMs = 250;

/** Typical operator queries: a word, words from two settings, a synonym, and misspelled words. */
export const queries = ["captcha", "smtp password", "max upload", "capcha requird"] as const;

/**
 * Measures in the page when results are painted. A message from an animation frame arrives when that frame is
 * painted. Only changes to result elements count, not changes that the router makes. This is a string instead
 * of a function, because the compiler adds calls to helpers that do not exist in the page.
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

/** Starts the measurement in the page. Call this once per page load. */
export const watchSearch = (page: Page) => page.evaluate(watch);

/** Measures the longest time from a keystroke in the query until the new results are painted (ms). */
export async function searchTime(page: Page, box: Locator, query: string): Promise<number> {
  await box.fill("");
  await page.waitForTimeout(betweenKeysMs);
  await page.evaluate("window.searchTimes.worst = 0");
  await box.pressSequentially(query, { delay: betweenKeysMs });
  await page.waitForTimeout(betweenKeysMs);
  return page.evaluate<number>("window.searchTimes.worst");
}
