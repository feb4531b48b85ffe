import { gzipSync } from "node:zlib";
import { type Browser, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/browser";
import { type Panel } from "../e2e/support/panel";

/** How long to wait for the prefetches of a page (ms). The event stream stays open, so the network is never idle. */
const settleMs = 1500;

/**
 * The size of scripts in bytes: as the panel sends them to Chromium, and compressed with gzip, as a proxy
 * might send them.
 */
export interface Weight {
  sent: number;
  gzip: number;
}

export interface PageScripts {
  needed: Weight;
  /** All scripts that the page loads before the user does anything. */
  all: Weight;
  files: number;
}

const sum = (weights: Iterable<Weight>): Weight =>
  [...weights].reduce((total, { sent, gzip }) => ({ sent: total.sent + sent, gzip: total.gzip + gzip }), {
    sent: 0,
    gzip: 0,
  });

/** Returns the size of a script. `length` is the Content-Length header, if the server sent one. */
function weigh(body: Buffer, length: string | undefined): Weight {
  const gzip = gzipSync(body).length;
  return { gzip, sent: length === undefined ? gzip : Number(length) };
}

/**
 * Returns the URLs of the scripts in a page's HTML. The page needs them to start. Leaves out scripts for
 * legacy browsers.
 */
async function scriptsIn(page: Page, address: string): Promise<Set<string>> {
  const html = (await (await page.request.get(address)).text()).replace(/<script[^>]*nomodule[^>]*>/gi, "");
  return new Set(html.match(/\/_next\/static\/[^"'\\]+\.js/g));
}

async function signedIn(browser: Browser, panel: Panel) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, panel);
  return { context, page };
}

/**
 * Returns the scripts that a first visit to a page loads. If BENCH_CHUNKS is set, prints the names of the
 * files.
 */
export async function pageScripts(browser: Browser, panel: Panel, path: string): Promise<PageScripts> {
  const { context, page } = await signedIn(browser, panel);
  await page.goto("about:blank");
  const weights = new Map<string, Weight>();
  page.on("response", async (response) => {
    const headers = response.headers();
    if (!/javascript/.test(headers["content-type"] ?? "")) return;
    const body = await response.body().catch(() => null);
    if (body) weights.set(response.url().replace(panel.url, ""), weigh(body, headers["content-length"]));
  });
  await page.goto(panel.url + path);
  await page.waitForTimeout(settleMs);
  const named = await scriptsIn(page, panel.url + path);
  await context.close();
  if (process.env.BENCH_CHUNKS) {
    const rows = [...weights].toSorted(([, left], [, right]) => right.gzip - left.gzip);
    console.table(rows.map(([address, weight]) => ({ address, ...weight, needed: named.has(address) })));
  }
  const needed = [...weights].filter(([address]) => named.has(address)).map(([, weight]) => weight);
  return { needed: sum(needed), all: sum(weights.values()), files: needed.length };
}

/** Finds the page whose HTML loads the most JavaScript. */
export async function heaviestPage(browser: Browser, panel: Panel, paths: readonly string[]) {
  const { context, page } = await signedIn(browser, panel);
  const known = new Map<string, Weight>();
  const weightOf = async (address: string): Promise<Weight> => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const response = await page.request.get(panel.url + address, { headers: { "accept-encoding": "br" } });
    const weight = weigh(await response.body(), response.headers()["content-length"]);
    known.set(address, weight);
    return weight;
  };
  const pages = [];
  for (const path of paths) {
    const addresses = await scriptsIn(page, panel.url + path);
    const weights: Weight[] = [];
    for (const address of addresses) weights.push(await weightOf(address));
    pages.push({ path, needed: sum(weights) });
  }
  await context.close();
  return pages.toSorted((left, right) => right.needed.gzip - left.needed.gzip)[0]!;
}
