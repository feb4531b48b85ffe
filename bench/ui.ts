/**
 * `npm run bench:ui` measures the settings pages in a browser with the production build. Builds first, unless
 * SKIP_BUILD is set. The figures depend on the machine, so they are printed but not checked.
 */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { chromium, type Locator, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/browser";
import { pagesOf } from "../e2e/support/pages";
import { startPanel } from "../e2e/support/panel";
import { editionOf } from "@/lib/shared/settings/editions";
import { findChromium } from "../scripts/chromium.mjs";
import { heaviestPage, pageScripts, type Weight } from "./page-scripts";
import { pendingTime, worstShift } from "./page-shifts";
import { queries, searchTime, watchSearch } from "./search-times";

const section = "limits";
const rounds = 5;
/** How long the pointer is over a link before the click (ms). A quick user takes about as long. */
const hoverMs = 100;
/** How long to wait for the prefetches of a page (ms). The event stream stays open, so the network is never idle. */
const settleMs = 1500;

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const weight = ({ sent, gzip }: Weight) => `${kB(sent)} as sent to Chromium (${kB(gzip)} with gzip)`;
const ms = (time: number) => `${time.toFixed(1)} ms`;

/**
 * Measures the time from a click on a section's link until the section's last row is painted (ms). Both
 * sections must be in the same navigation group, because links of other groups are hidden. The pointer hovers
 * over the link before the click, as a user's pointer would.
 */
async function openSection(page: Page, from: string, to: string, row: string): Promise<number> {
  await page.locator(`nav[aria-label=Main] a[href="/settings/${from}"]`).click();
  await page.waitForURL(`**/settings/${from}`);
  await page.locator("[data-slot=setting]").first().waitFor();
  await page.waitForTimeout(settleMs);
  await page.locator(`nav[aria-label=Main] a[href="/settings/${to}"]`).hover();
  await page.waitForTimeout(hoverMs);
  return page.evaluate(
    ([href, id]) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(`nav[aria-label=Main] a[href="${href}"]`);
        if (link === null) return reject(new Error(`no link to ${href}`));
        const start = performance.now();
        new MutationObserver((_, observer) => {
          if (document.getElementById(id!) === null) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        }).observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    [`/settings/${to}`, row],
  );
}

/**
 * Measures the longest time between two frames while a number is typed, key by key, in the largest section.
 */
async function worstFrame(page: Page): Promise<number> {
  await page.goto(page.url().replace(/\/settings\/.*/, `/settings/${section}`));
  await page.waitForTimeout(settleMs);
  const input = page.locator('[id="limits.user.maxFriends"]').getByRole("textbox");
  await input.click();
  // A string instead of a function, because the compiler adds calls to helpers that do not exist in the page.
  await page.evaluate(`(() => {
    const state = (window.frameTimes = { worst: 0, last: performance.now() });
    requestAnimationFrame(function tick(now) {
      state.worst = Math.max(state.worst, now - state.last);
      state.last = now;
      requestAnimationFrame(tick);
    });
  })()`);
  for (let round = 0; round < 6; round += 1) {
    await input.press("ControlOrMeta+a");
    await input.pressSequentially("123456", { delay: 40 });
  }
  return page.evaluate<number>("window.frameTimes.worst");
}

/** Measures the search times in the top bar and on the settings page, for each query. */
async function searches(page: Page, url: string) {
  await page.goto(`${url}/settings`);
  await page.waitForTimeout(settleMs);
  await watchSearch(page);
  const finder = page.getByRole("textbox", { name: "Find settings" });
  const inPage = await searchEach(page, finder);
  await finder.fill("");
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog").getByRole("combobox", { name: "Search or run a command" });
  await palette.waitFor();
  const inPalette = await searchEach(page, palette);
  return [
    { place: "in the palette", times: inPalette },
    { place: "on the settings page", times: inPage },
  ];
}

async function searchEach(page: Page, box: Locator): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) times.push(await searchTime(page, box, query));
  return times;
}

async function main() {
  if (!process.env.SKIP_BUILD) {
    const { status } = spawnSync("npm", ["run", "build"], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
  const config = await readFile("e2e/fixtures/branded-full.json", "utf8");
  const panel = await startPanel({ config });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const script = await pageScripts(browser, panel, `/settings/${section}`);
    console.log(`JavaScript of /settings/${section}: ${weight(script.needed)}, in ${script.files} files`);
    console.log(`  including prefetches: ${weight(script.all)}`);
    const paths = editionOf("branded").registry.sections.map(({ id }) => `/settings/${id}`);
    const heaviest = await heaviestPage(browser, panel, paths);
    console.log(
      `  the section that needs the most JavaScript, without prefetches: ${heaviest.path}, ${weight(heaviest.needed)}`,
    );

    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, panel);
    await page.goto(`${panel.url}/settings/guild`);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await openSection(page, "guild", section, "limits.absoluteRate.sendMessage.limit"));
    }
    console.log(
      `Opening ${section} after the first load: median ${ms(median(times))}, first ${ms(times[0] ?? NaN)}`,
    );
    console.log(`Longest frame while typing in ${section}: ${ms(await worstFrame(page))}`);
    console.log("Search, from a key to the painted results, the longest of each query:");
    for (const { place, times } of await searches(page, panel.url)) {
      const words = queries.map((query, index) => `${query} ${ms(times[index] ?? NaN)}`);
      console.log(`  ${place}: ${ms(Math.max(...times))} (${words.join(", ")})`);
    }
    for (const width of [1440, 390]) {
      const { path, shift } = await worstShift(browser, panel, pagesOf("branded"), width);
      console.log(
        `Layout shift while a page loads at ${width} px, the most of all: ${shift.toFixed(4)} (${path})`,
      );
    }
    await page.goto(`${panel.url}/operators`);
    await page.waitForTimeout(settleMs);
    console.log(
      `From a click until the page shows that it is loading: ${ms(await pendingTime(page, "/audit"))}`,
    );
  } finally {
    await browser.close();
    await panel.dispose();
  }
}

await main();
