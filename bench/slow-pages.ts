/**
 * `npm run bench:pages` measures pages with the production build (SKIP_BUILD uses the last one): the largest contentful
 * paint of a first visit at 400 kbit/s, and Lighthouse's scores. Lighthouse comes from the registry (`npx`).
 * NO_LIGHTHOUSE leaves it out. Arguments are paths to measure instead of all.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { z } from "zod";
import { enter } from "../e2e/support/browser";
import { freePort } from "../e2e/support/free-port";
import { type Panel, startPanel } from "../e2e/support/panel";
import { findChromium } from "../scripts/chromium.mjs";

const LIGHTHOUSE = "lighthouse@12";
const viewport = { width: 1350, height: 940 };
const BYTES_PER_SECOND = 400_000 / 8;
/** How long after the load event a larger paint may follow (ms). */
const settleMs = 1_500;

const allPaths = [
  "/",
  "/settings",
  "/settings/general",
  "/settings/limits",
  "/settings/reference",
  "/settings/raw",
  "/settings/import",
  "/settings/history",
  "/applications",
  "/guilds",
  "/users",
  "/instance",
  "/running",
  "/audit",
  "/operators",
  "/notifications",
  "/backups",
];

const chosen = process.argv.slice(2);
const paths = chosen.length > 0 ? chosen : allPaths;

/** The time of the largest contentful paint on a slow connection with an empty cache (ms). */
async function largestPaint(browser: Browser, panel: Panel, path: string): Promise<number> {
  // A new context has an empty cache.
  const context = await browser.newContext({ viewport });
  await enter(context, panel);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestPaint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });`);
  await page.goto(panel.url + path, { timeout: 120_000 });
  await page.waitForTimeout(settleMs);
  const time = await page.evaluate<number>("window.largestPaint");
  await context.close();
  return time;
}

const report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ id: z.string(), score: z.number().nullable(), scoreDisplayMode: z.string() }),
  ),
});

/** Lighthouse's scores of a page, and the audits of accessibility and best practices that failed. */
async function lighthouse(url: string, port: number) {
  const options = [
    `--port=${port}`,
    "--disable-storage-reset",
    "--preset=desktop",
    "--only-categories=performance,accessibility,best-practices",
    "--output=json",
    "--quiet",
  ];
  // Playwright holds each new tab of its browser until it has seen it, so this process must not block.
  const { stdout } = await promisify(execFile)("npx", ["-y", LIGHTHOUSE, url, ...options], {
    maxBuffer: 64e6,
  });
  const { categories, audits } = report.parse(JSON.parse(stdout));
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0,
  );
  const scores = Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]);
  return { ...Object.fromEntries(scores), failed: failed.map(({ id }) => id).join(" ") };
}

async function measure(browser: Browser, panel: Panel, port: number) {
  for (const path of paths) {
    const paint = await largestPaint(browser, panel, path);
    const scores = process.env.NO_LIGHTHOUSE ? "" : JSON.stringify(await lighthouse(panel.url + path, port));
    console.log(path.padEnd(22), `LCP ${(paint / 1000).toFixed(2)} s`, scores);
  }
}

if (!process.env.SKIP_BUILD) {
  const { status } = spawnSync("npm", ["run", "build"], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const panel = await startPanel({ config: await readFile("e2e/fixtures/branded-full.json", "utf8") });
const profile = mkdtempSync(join(tmpdir(), "slow-pages-"));
const port = await freePort();
const executablePath = await findChromium();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
// Lighthouse opens its tab in the browser's default context, so the session must be there.
const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  viewport,
});
try {
  await enter(context, panel);
  await measure(browser, panel, port);
} finally {
  await context.close();
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
  await panel.dispose();
}
