import type { Panel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

interface Listed {
  id: string;
  current: boolean;
  browser: string;
  address: string;
  createdAt: number;
  lastSeenAt: number;
}

let panel: Panel;
test.beforeAll(async ({ panelWith }) => {
  ({ panel } = await panelWith());
});

const sessionsPath = "/api/panel/account/sessions";
const cookieOf = (client: PanelClient) =>
  client.browserCookies.map(({ name, value }) => `${name}=${value}`).join("; ");
const status = async (client: PanelClient) => (await client.fetch("/api/panel/guilds")).status;

async function signOut(client: PanelClient): Promise<Response> {
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  return client.fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
  });
}

test("signing out ends the session: its cookie is good for nothing any more", async () => {
  const client = await PanelClient.signIn(panel);
  const elsewhere = await PanelClient.signIn(panel);
  const token = await client.userToken();
  const cookie = cookieOf(client);
  const withOldCookie = (path: string) =>
    fetch(`${panel.url}${path}`, { headers: { cookie }, redirect: "manual" });
  expect(await (await withOldCookie("/api/auth/session")).json()).toMatchObject({ user: { name: "keeper" } });
  expect((await signOut(client)).status).toBe(200);

  expect((await withOldCookie("/api/panel/config")).status).toBe(401);
  expect(await (await withOldCookie("/api/auth/session")).json()).toEqual({});
  expect((await withOldCookie("/account")).headers.get("location")).toMatch(/^\/login/);
  const atInstance = await fetch(`${panel.url}/api/v9/applications`, {
    method: "POST",
    headers: { authorization: token },
  });
  expect(atInstance.status).toBe(401);
  expect(await status(elsewhere), "other sessions go on").toBe(200);
});

test("sessions are listed, and ended one by one or all at once", async () => {
  const client = await PanelClient.signIn(panel);
  await client.fetch(sessionsPath, { method: "DELETE" });
  const [here, there] = [await PanelClient.signIn(panel), await PanelClient.signIn(panel)];
  const listed = await here.json<Listed[]>(sessionsPath);
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  for (const { browser, address, createdAt, lastSeenAt } of listed) {
    expect(browser).toBe("node");
    expect(address).toMatch(/^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    expect(lastSeenAt).toBeGreaterThanOrEqual(createdAt);
  }
  // What is listed names a session and does not open it.
  for (const { id } of listed) expect(cookieOf(here) + cookieOf(there)).not.toContain(id);

  const other = listed.find(({ current }) => !current)!;
  const end = () => here.fetch(`${sessionsPath}/${other.id}`, { method: "DELETE" });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect([await status(here), await status(there)]).toEqual([200, 401]);
  expect((await here.fetch(sessionsPath, { method: "DELETE" })).status).toBe(200);
  expect(await status(here)).toBe(401);
});

test("nobody sees or ends the sessions of somebody else", async () => {
  const client = await PanelClient.signIn(panel);
  const second = { username: "bosun", password: "a lantern on the pier" };
  await client.send("POST", "/api/panel/operators", second);
  const bosun = await PanelClient.signIn(panel, second);
  const [own] = await bosun.json<Listed[]>(sessionsPath);
  expect(await bosun.json<Listed[]>(sessionsPath)).toHaveLength(1);
  expect((await client.fetch(`${sessionsPath}/${own?.id}`, { method: "DELETE" })).status).toBe(404);
  expect(await status(bosun)).toBe(200);
});

test("whoever signs in anew in one browser leaves no session behind", async () => {
  const client = await PanelClient.signIn(panel);
  const cookie = cookieOf(client);
  await client.signInAgain();
  expect(await status(client)).toBe(200);
  expect((await fetch(`${panel.url}/api/panel/guilds`, { headers: { cookie } })).status).toBe(401);
});
