/**
 * `npm run bench:watch` measures what 400 days of monitoring data cost: rows, bytes, the time of the
 * overview's request, and the time until a browser draws the first plot. The data is eight time series: the
 * response times of five services, and three counts. Requires a build (`npm run build`). The figures depend
 * on the machine, so they are printed but not checked.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/browser";
import { startPanel } from "../e2e/support/panel";
import { PanelClient } from "../e2e/support/session";
import { readEnv } from "@/lib/env";
import { migrate } from "@/lib/server/db";
import { readMeasured } from "@/lib/server/monitor";
import { openFoundation } from "@/lib/server/rooms";
import { watchRanges } from "@/lib/shared/contract/values";
import { findChromium } from "../scripts/chromium.mjs";
import { fillHistory } from "./watch-history";

const rounds = Number(process.env.ROUNDS ?? 15);
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const worst = (numbers: number[]) => Math.max(...numbers);
const row = (name: string, times: number[]) =>
  console.log(
    `${name.padEnd(44)} ${median(times).toFixed(1).padStart(8)} ms ${worst(times).toFixed(1).padStart(9)} ms`,
  );

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const time = await timed(work);
    if (round >= 0) all.push(time);
  }
  return all;
}

/** Measures the time from the request for a page to the first frame with a drawn plot (ms). */
async function firstPlot(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("[data-slot=plot] canvas").first().waitFor({ state: "attached" });
  return page.evaluate(() => performance.now());
}

/**
 * Measures the time from a click on a link to the first frame with a drawn plot (ms). The page's layout is
 * already loaded.
 */
async function nextPlot(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/audit`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).hover();
  await page.waitForTimeout(400);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        new MutationObserver((_, observer) => {
          if (document.querySelector("[data-slot=plot] canvas") === null) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - start));
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLAnchorElement>('nav[aria-label=Main] a[href="/"]')?.click();
      }),
  );
}

const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "bench-watch-"));
mkdirSync(join(folder, "data"));
// The database stores monitoring data per configuration file. This process writes the data and the panel
// below reads it, so both must use the same file.
process.env.CONFIG_PATH = join(folder, "config.json");
const path = join(folder, "data", "instance.db");
process.env.DATA_DIR = join(folder, "data");
const { db, config, close } = openFoundation(readEnv());
const watch = { db, fileId: () => config.id() };
await migrate(db);
const empty = statSync(path).size;
const filling = await timed(() => fillHistory(watch));
const count = async (table: "watch_samples" | "watch_hours") =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const rows = { samples: await count("watch_samples"), hours: await count("watch_hours") };
const measured = new Map<string, number[]>();
for (const range of watchRanges) measured.set(range, await times(() => readMeasured(watch, range)));
await close();
const bytes = statSync(path).size - empty;
console.log(
  `${rows.samples.toLocaleString("en")} samples of 48 hours and ${rows.hours.toLocaleString("en")} hours of 400 days: ` +
    `${(bytes / 1e6).toFixed(1)} MB, ${(bytes / (rows.samples + rows.hours)).toFixed(0)} bytes a row, written in ${(filling / 1000).toFixed(1)} s\n`,
);
console.log(`${"".padEnd(44)} ${"median".padStart(11)} ${"worst".padStart(12)}`);
for (const [range, list] of measured) row(`read from the database, ${range}`, list);

const panel = await startPanel({ folder, config: "{}", env: { WATCH_INTERVAL: "3600", LOG_LEVEL: "warn" } });
try {
  const client = await PanelClient.signIn(panel);
  for (const range of watchRanges)
    row(
      `GET /api/panel/watch?range=${range}`,
      await times(async () => (await client.fetch(`/api/panel/watch?range=${range}`)).text()),
    );
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, panel);
  const opened: number[] = [];
  const navigated: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    opened.push(await firstPlot(page, `${panel.url}/`));
    navigated.push(await nextPlot(page, panel.url));
  }
  row("from opening the overview to its first plot", opened);
  row("from a click on a link to the overview to its first plot", navigated);
  await browser.close();
} finally {
  await panel.dispose();
  rmSync(folder, { recursive: true, force: true });
}
