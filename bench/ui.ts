/**
 * `npm run bench:ui`: what the settings console costs a browser, measured against the production build. Figures depend on
 * the machine and are printed, never asserted. Builds first, unless SKIP_BUILD is set.
 */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/browser";
import { type Panel, startPanel } from "../e2e/support/panel";
import { findChromium } from "../scripts/chromium.mjs";

const section = "limits";
const rounds = 5;
/** How long a pointer rests on a link before it clicks, in milliseconds: quick hands take about this long. */
const hoverMs = 100;
/** Milliseconds for what a page fetches ahead; the stream of the file's events never lets the network go idle. */
const settleMs = 1500;

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (time: number) => `${time.toFixed(1)} ms`;

/** Compressed bytes of every script that a fresh visit to a settings page loads, prefetched ones apart. */
async function javaScript(browser: Browser, panel: Panel) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, panel);
  await page.goto("about:blank");
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (!/javascript/.test(type)) return;
    const body = await response.body().catch(() => null);
    if (body) sizes.set(response.url().replace(panel.url, ""), gzipSync(body).length);
  });
  await page.goto(`${panel.url}/settings/${section}`);
  await page.waitForTimeout(settleMs);
  const html = await (await page.request.get(`${panel.url}/settings/${section}`)).text();
  await context.close();
  const inPage = [...sizes].filter(([url]) => html.includes(url));
  const sum = (list: [string, number][]) => list.reduce((total, [, size]) => total + size, 0);
  if (process.env.BENCH_CHUNKS)
    console.table(
      [...sizes]
        .toSorted((a, b) => b[1] - a[1])
        .map(([url, size]) => ({ url, size: kB(size), inPage: html.includes(url) })),
    );
  return { page: sum(inPage), all: sum([...sizes]), chunks: inPage.length };
}

/**
 * Milliseconds from the click on another section until its last row is painted, after the first load. As with a hand,
 * the pointer is over the link for a moment before it clicks.
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

/** The longest time between two frames while a number of the largest section is typed, key by key. */
async function worstFrame(page: Page): Promise<number> {
  await page.goto(page.url().replace(/\/settings\/.*/, `/settings/${section}`));
  await page.waitForTimeout(settleMs);
  const input = page.locator('[id="limits.user.maxFriends"]').getByRole("textbox");
  await input.click();
  // As text, since what compiles this file adds helpers to functions that the page does not have.
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

async function main() {
  if (!process.env.SKIP_BUILD) {
    const { status } = spawnSync("npx", ["--no-install", "next", "build"], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
  const config = await readFile("e2e/fixtures/branded-full.json", "utf8");
  const panel = await startPanel({ config });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const script = await javaScript(browser, panel);
    console.log(`JavaScript of /settings/${section}, gzip: ${kB(script.page)} in ${script.chunks} files`);
    console.log(`  with what is fetched ahead afterwards: ${kB(script.all)}`);

    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, panel);
    await page.goto(`${panel.url}/settings/general`);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await openSection(page, "general", section, "limits.absoluteRate.sendMessage.window"));
    }
    console.log(
      `Opening ${section} after the first load: median ${ms(median(times))}, first ${ms(times[0] ?? NaN)}`,
    );
    console.log(`Longest frame while typing in ${section}: ${ms(await worstFrame(page))}`);
  } finally {
    await browser.close();
    await panel.dispose();
  }
}

await main();
