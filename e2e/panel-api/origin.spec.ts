import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { routes } from "@/lib/shared/contract";
import { expect, Instance, test } from "../support/instance";
import { operator } from "../support/panel";
import { changingRoutes, isOfInstanceApi } from "../support/routes";
import { PanelClient } from "../support/session";

/*
 * Tests that other sites cannot change anything through an operator's browser, on any route. The instance API
 * accepts requests from all origins, because it requires a token that other sites do not have.
 */

let instance: Instance;
let client: PanelClient;
// Uses a separate panel, because a panel records wrong passwords with a delay. Guesses in earlier tests could
// change the rows that this test compares.
test.beforeAll(async () => {
  instance = await Instance.start({ config: { general: { instanceName: "Harbor" }, buoys: 3 } });
  client = await PanelClient.signIn(instance.panel);
});
test.afterAll(() => instance.stop());

/**
 * Header sets of requests from other sites. Each route is tested with only two of these sets, because all
 * routes share one check.
 */
const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  // Another port on the same host
  { origin: "http://localhost:1" },
  // Sent by browsers that hide the origin
  { origin: "null" },
  // A subdomain.
  { "sec-fetch-site": "same-site", origin: "https://evil.example" },
  { "sec-fetch-site": "cross-site" },
];

/** A body with the fields of all routes. Each route ignores the fields that it does not recognize. */
const anything = {
  operations: [{ op: "set", path: "general.instanceName", value: "Evil" }],
  text: "{}",
  path: "buoys",
  secrets: true,
  name: "Evil",
  token: "x",
  username: "mallory",
  password: "fog horn at dawn",
  guildName: "Evil",
  current: operator.password,
  next: "fog horn at dawn",
  disabled: true,
};

/** Returns URLs that match a route. In the route's path, parameters are in brackets. */
function addressesOf(path: string): string[] {
  const actions = ["callback/credentials", "signin/credentials", "signout", "session", "_log"];
  if (path.includes("[...nextauth]")) return actions.map((action) => path.replace("[...nextauth]", action));
  const query = path.endsWith("/other") ? "?path=buoys" : "";
  return [path.replace("[kind]", "cdn").replace("[id]", "1") + query];
}

/** All data that a successful request would change. */
async function state() {
  const tables = ["operators", "guilds", "audit", "config_revisions", "meta"];
  const rows = await Promise.all(tables.map((table) => instance.sql(`select * from ${table}`)));
  return { file: await instance.panel.readConfig(), rows };
}

test("no route that changes something accepts a request from another site", async () => {
  const { etag } = await client.json<ConfigSnapshot>("/api/panel/config");
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  const before = await state();
  const body = JSON.stringify({ ...anything, csrfToken, to: etag });
  const form = new URLSearchParams({ csrfToken, ...operator }).toString();
  let asked = 0;
  for (const { method, path } of changingRoutes().filter((route) => !isOfInstanceApi(route))) {
    for (const address of addressesOf(path)) {
      for (const headers of [foreign[asked++ % foreign.length], foreign[asked++ % foreign.length]]) {
        const asForm = path.includes("nextauth");
        const type = asForm ? "application/x-www-form-urlencoded" : "application/json";
        const response = await client.fetch(address, {
          method,
          headers: { "content-type": type, "if-match": `"${etag}"`, ...headers },
          body: asForm ? form : body,
          redirect: "manual",
        });
        const answer = [method, address, headers, response.status, response.headers.getSetCookie()];
        expect(answer).toEqual([method, address, headers, 403, []]);
        expect(await response.json()).toMatchObject({ code: "forbidden" });
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(await state()).toEqual(before);
});

test("every route of the panel API requires a session", async () => {
  for (const { method, path } of Object.values(routes)) {
    const address = `/api/panel${path.replace(/:\w+/g, "1")}`;
    const response = await fetch(instance.url + address, { method });
    expect([method, address, response.status]).toEqual([method, address, 401]);
    expect(await response.json()).toMatchObject({ code: "unauthorized" });
  }
});

test("a link on another site can neither download the file nor read a secret", async () => {
  const before = await state();
  for (const address of ["/api/panel/config/export", "/api/panel/config/other?path=buoys"]) {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await client.fetch(address, { headers })).status).toBe(403);
  }
  expect(await state()).toEqual(before);
});

test("the panel accepts requests from its own pages and from programs", async () => {
  const { host } = new URL(instance.url);
  const ours: Record<string, string>[] = [
    {},
    { origin: instance.url },
    { origin: `https://${host}` },
    { origin: instance.url, "sec-fetch-site": "same-origin" },
    { origin: "https://behind-a-proxy.example", "sec-fetch-site": "same-origin" },
  ];
  for (const headers of ours) {
    const response = await client.send("POST", "/api/panel/config/preview", anything, headers);
    expect([headers, response.status]).toEqual([headers, 200]);
  }
});

test("the error for a refused origin names the environment variable to set", async () => {
  const ask = async (origin: string) => {
    const response = await client.send("POST", "/api/panel/config/preview", anything, { origin });
    return ((await response.json()) as { detail: string }).detail;
  };
  expect(await ask("https://panel.example.org")).toMatch(
    /https:\/\/panel\.example\.org\b.*http:\/\/localhost:\d+\..*NEXTAUTH_URL/,
  );
  expect(await ask("https://x/<script>")).toMatch(/another site.*http:\/\/localhost:\d+\..*NEXTAUTH_URL/);
});
