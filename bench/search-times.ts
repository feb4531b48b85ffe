import { type Locator, type Page } from "@playwright/test";

/**
 * The time between two keystrokes (ms). It is longer than any search, so each result belongs to the last
 * keystroke.
 */
const betweenKeysMs = 250;

/** Typical operator queries: a word, words from two settings, a synonym, and misspelled words. */
export const queries = ["captcha", "smtp password", "max upload", "capcha requird"] as const;

/**
 * A script for the page that measures when search results are painted. An animation frame posts a message,
 * which arrives when that frame has been painted. Changes outside the main area and dialogs do not count.
 * This is a string, because the compiler would add calls to helpers that the page does not have.
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

/** Measures the longest delay (ms) between a keystroke and the painting of the new results. */
export async function searchTime(page: Page, box: Locator, query: string): Promise<number> {
  await box.fill("");
  await page.waitForTimeout(betweenKeysMs);
  await page.evaluate("window.searchTimes.worst = 0");
  await box.pressSequentially(query, { delay: betweenKeysMs });
  await page.waitForTimeout(betweenKeysMs);
  return page.evaluate<number>("window.searchTimes.worst");
}
