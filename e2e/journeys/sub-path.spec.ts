import { createServer, request, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { operator, type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

const BASE = "/admin";
const PAGES = [
  "/settings/limits",
  "/settings/reference",
  "/settings/raw",
  "/instance",
  "/applications",
  "/audit",
];

/** A proxy that passes only addresses below the path to the panel. With `strips`, it removes the path from them. */
async function startProxy(
  target: () => string,
): Promise<{ server: Server; origin: string; lost: string[]; strips: boolean }> {
  const state = { lost: [] as string[], strips: false };
  const server = createServer((incoming, outgoing) => {
    const { url = "", method, headers } = incoming;
    if (url !== BASE && !url.startsWith(`${BASE}/`) && !url.startsWith(`${BASE}?`)) {
      state.lost.push(url);
      return outgoing.writeHead(404).end();
    }
    const path = state.strips ? url.slice(BASE.length).replace(/^(?=\?|$)/, "/") : url;
    const sent = request(`${target()}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once("error", () => outgoing.destroy());
    outgoing.once("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return Object.assign(state, {
    server,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
  });
}

let panel: Panel;
let proxy: Awaited<ReturnType<typeof startProxy>>;

test.beforeAll(async () => {
  proxy = await startProxy(() => panel.url);
  panel = await startPanel({ env: { BASE_PATH: BASE, NEXTAUTH_URL: proxy.origin } });
});
test.afterAll(async () => {
  proxy.server.close().closeAllConnections();
  await panel.dispose();
});

for (const strips of [false, true]) {
  test(`works below ${BASE} behind a proxy that ${strips ? "removes" : "passes"} the path`, async ({
    page,
  }) => {
    proxy.strips = strips;
    proxy.lost.length = 0;
    const url = `${proxy.origin}${BASE}`;
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(error.message));
    page.on("response", (response) => {
      // After signing out, an open event stream gets 401.
      if (response.status() >= 400 && response.status() !== 401)
        failures.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
    await expect(page).toHaveURL(`${url}/login`);
    await page.getByLabel("Username").fill(operator.username);
    await page.getByLabel("Password", { exact: true }).fill(operator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(url);
    expect((await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.size))) > 0).toBe(true);

    for (const path of strips ? ["/instance"] : PAGES) {
      await page.goto(`${url}${path === "/" ? "" : path}`);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    }

    await page.goto(`${url}/settings/general`);
    const name = page.getByRole("textbox", { name: "Instance name" });
    await name.fill(`Below a path ${strips}`);
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect.poll(panel.readConfig).toContain(`Below a path ${strips}`);
    // Another client's save reaches the open page, so the event stream passes.
    const client = await PanelClient.signIn({ url: panel.url }, operator, { origin: proxy.origin });
    expect((await client.saveSetting("general.instanceName", `Events ${strips}`)).status).toBe(200);
    await expect(name).toHaveValue(`Events ${strips}`);

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All settings" }).click();
    await expect(page).toHaveURL(`${url}/settings`);
    await page.getByRole("button", { name: operator.username }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${url}/login`);
    expect(failures).toEqual([]);
    expect(proxy.lost).toEqual([]);
  });
}
