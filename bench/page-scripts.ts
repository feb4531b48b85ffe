import { gzipSync } from "node:zlib";
import { type Browser, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/browser";
import { type Panel } from "../e2e/support/panel";

/** Milliseconds for what a page fetches ahead; the stream of the file's events never lets the network go idle. */
const settleMs = 1500;

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

/** The addresses of the scripts that a page's HTML names: what it needs to start. */
async function scriptsIn(page: Page, address: string): Promise<Set<string>> {
  const html = await (await page.request.get(address)).text();
  return new Set(html.match(/\/_next\/static\/[^"'\\]+\.js/g));
}

export interface PageScripts {
  /** Bytes, after gzip, that the page needs to start. */
  needed: number;
  /** The same with everything that it fetches on its own afterwards, before anybody touches it. */
  all: number;
  files: number;
}

/** The JavaScript of a fresh visit to a page. With BENCH_CHUNKS set its files are listed. */
export async function pageScripts(browser: Browser, panel: Panel, path: string): Promise<PageScripts> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, panel);
  await page.goto("about:blank");
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const body = await response.body().catch(() => null);
    if (body) sizes.set(response.url().replace(panel.url, ""), gzipSync(body).length);
  });
  await page.goto(panel.url + path);
  await page.waitForTimeout(settleMs);
  const named = await scriptsIn(page, panel.url + path);
  await context.close();
  if (process.env.BENCH_CHUNKS) {
    const rows = [...sizes].toSorted((left, right) => right[1] - left[1]);
    console.table(rows.map(([address, bytes]) => ({ address, bytes, needed: named.has(address) })));
  }
  const needed = [...sizes].filter(([address]) => named.has(address)).map(([, bytes]) => bytes);
  return { needed: sum(needed), all: sum(sizes.values()), files: needed.length };
}

/** The page that needs most of all these, by what their HTML names. */
export async function heaviestPage(browser: Browser, panel: Panel, paths: readonly string[]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, panel);
  const sizes = new Map<string, number>();
  const sizeOf = async (address: string) => {
    const known =
      sizes.get(address) ?? gzipSync(await (await page.request.get(panel.url + address)).body()).length;
    sizes.set(address, known);
    return known;
  };
  let heaviest = { path: "", needed: 0 };
  for (const path of paths) {
    let needed = 0;
    for (const address of await scriptsIn(page, panel.url + path)) needed += await sizeOf(address);
    if (needed > heaviest.needed) heaviest = { path, needed };
  }
  await context.close();
  return heaviest;
}
