import type { BrowserContext, Page } from "@playwright/test";
import { box, enter, open } from "../support/browser";
import { expect, test } from "../support/journey";
import type { Panel } from "../support/panel";

/*
 * Over HTTP/1.1, a browser opens at most six connections to a server. If each tab opened an event stream, the streams
 * would block all other requests (components/shell/connection/live-events.ts).
 */

const streams = /\/api\/panel\/events(\?|$)/;

/** One more than the connections that a browser opens. */
const COUNT = 7;

/**
 * Opens the same settings page in several tabs of one browser. Returns the tabs and the event streams that they have
 * opened.
 */
async function openTabs(context: BrowserContext, panel: Panel) {
  const opened: string[] = [];
  context.on("request", (request) => {
    if (streams.test(request.url())) opened.push(request.url());
  });
  await enter(context, panel);
  const tabs: Page[] = [];
  for (let i = 0; i < COUNT; i++) {
    const tab = await context.newPage();
    await open(tab, `${panel.url}/settings/general`);
    tabs.push(tab);
  }
  return { tabs, opened };
}

async function rename(tab: Page, name: string): Promise<void> {
  await box(tab, "general.instanceName").fill(name);
  await tab.getByRole("button", { name: "Save 1 change" }).click();
  await expect(tab.getByText("Saved 1 change")).toBeVisible();
}

test("seven tabs share one event stream", async ({ browser, panel }) => {
  const context = await browser.newContext();
  const { tabs, opened } = await openTabs(context, panel);
  const [first, ...others] = tabs as [Page, ...Page[]];
  expect(opened).toHaveLength(1);

  await rename(others.at(-1)!, "Seven Harbors");
  for (const tab of tabs) await expect(box(tab, "general.instanceName")).toHaveValue("Seven Harbors");

  const next = context.waitForEvent("request", (request) => streams.test(request.url()));
  await first.close();
  await next;
  await rename(others[0]!, "Six Harbors");
  for (const tab of others) await expect(box(tab, "general.instanceName")).toHaveValue("Six Harbors");
  expect(opened).toHaveLength(2);
  await context.close();
});

test("seven tabs receive changes even if Web Locks are unavailable", async ({ browser, panel }) => {
  const context = await browser.newContext();
  // Browsers do not offer locks on a page that was loaded over plain HTTP from another machine.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  const { tabs, opened } = await openTabs(context, panel);
  for (const url of opened) expect(url).toMatch(/\?once$/);
  await rename(tabs.at(-1)!, "Far Harbor");
  for (const tab of tabs) await expect(box(tab, "general.instanceName")).toHaveValue("Far Harbor");
  await context.close();
});
