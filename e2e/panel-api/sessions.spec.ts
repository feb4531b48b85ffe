import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { SessionPage } from "@/lib/shared/contract/operators";
import { databaseOf } from "../support/database";
import { FileStream } from "../support/file-stream";
import { guessTogether } from "../support/guesses";
import { expect, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { sample } from "../support/sample";
import { PanelClient } from "../support/session";

/* Tests how sessions end, what a page's event stream reports, and how password guesses are delayed. */

const config = "/api/panel/config";
const sessionsPath = "/api/panel/account/sessions";
const password = "a lantern on the pier";

let panel: Panel;
test.beforeAll(async ({ panelWith }) => ({ panel } = await panelWith()));

/** Adds a second operator and signs in. Returns the client and the operator's id. */
async function secondOperator(first: PanelClient, credentials: { username: string; password: string }) {
  const id = await first.addOperator(credentials);
  return { id, client: await PanelClient.signIn(first, credentials) };
}

test("the event stream closes when the session ends", async () => {
  const streamed = await startPanel({ config: sample });
  try {
    const client = await PanelClient.signIn(streamed);
    const stream = await FileStream.open(client);
    const { etag } = await client.json<ConfigSnapshot>(config);
    expect(await stream.next("hello")).toMatchObject({ etag, state: "usable" });
    const other = await secondOperator(client, { username: "bosun", password });
    const staying = await FileStream.open(other.client);
    await staying.next("hello");
    await streamed.replaceConfig(sample.replace('"Harbor"', '"From outside"'));
    const change = await stream.next("config");
    expect(change).toMatchObject({
      state: "usable",
      author: "outside the panel",
      changed: ["general.instanceName"],
    });
    expect(JSON.stringify(change)).not.toContain("From outside");
    const { revisions } = await client.json<RevisionPage>(`${config}/revisions`);
    expect(change.outside).toBe(revisions[0]?.id);

    expect((await client.fetch(sessionsPath, { method: "DELETE" })).status).toBe(200);
    // The change makes both streams check whether their session is still valid.
    await Promise.all([stream.next("signed-out"), staying.heartbeat()]);
    await stream.ended();
    expect(staying.received).toMatch(/^: still here/m);

    await streamed.stop();
    await staying.ended();
    expect(staying.received).not.toContain("signed-out");
  } finally {
    await streamed.dispose();
  }
});

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

test("a copied cookie is useless after sign-out", async () => {
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

test("an operator sees their sessions, and can end one or all of them", async () => {
  const client = await PanelClient.signIn(panel);
  await client.fetch(sessionsPath, { method: "DELETE" });
  const [here, there] = [await PanelClient.signIn(panel), await PanelClient.signIn(panel)];
  const { sessions: listed } = await here.json<SessionPage>(sessionsPath);
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  for (const { browser, address, createdAt, lastSeenAt } of listed) {
    expect(browser).toBe("node");
    expect(address).toMatch(/^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    expect(lastSeenAt).toBeGreaterThanOrEqual(createdAt);
  }
  // A session's id in the list is not part of its cookie, so the list cannot be used to take over a session.
  for (const { id } of listed) expect(cookieOf(here) + cookieOf(there)).not.toContain(id);

  const other = listed.find(({ current }) => !current)!;
  const end = () => here.fetch(`${sessionsPath}/${other.id}`, { method: "DELETE" });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect([await status(here), await status(there)]).toEqual([200, 401]);
  expect((await here.fetch(sessionsPath, { method: "DELETE" })).status).toBe(200);
  expect(await status(here)).toBe(401);
});

test("signing in again in the same browser ends the old session", async () => {
  const client = await PanelClient.signIn(panel);
  const cookie = cookieOf(client);
  await client.signInAgain();
  expect(await status(client)).toBe(200);
  expect((await fetch(`${panel.url}/api/panel/guilds`, { headers: { cookie } })).status).toBe(401);
});

test("a demoted, disabled or signed-out operator loses access to the instance API", async ({ panelWith }) => {
  const { panel, client } = await panelWith();
  const status = async (authorization: string) =>
    (await fetch(`${panel.url}/api/oauth2/authorize`, { method: "POST", headers: { authorization } })).status;
  const other = await secondOperator(client, { username: "stoker", password });
  const [own, theirs] = [await client.userToken(), await other.client.userToken()];
  expect([await status(own), await status(theirs)]).toEqual([400, 400]);
  const path = `/api/panel/operators/${other.id}`;
  await client.send("PATCH", path, { role: "viewer" });
  expect([await status(own), await status(theirs)], "a viewer's token changes nothing").toEqual([400, 401]);
  await client.send("PATCH", path, { role: "editor" });
  const disabled = await client.send("PATCH", `/api/panel/operators/${other.id}`, { disabled: true });
  expect(disabled.status).toBe(200);
  expect([await status(own), await status(theirs)]).toEqual([400, 401]);
  expect((await client.fetch(sessionsPath, { method: "DELETE" })).status).toBe(200);
  expect(await status(own)).toBe(401);
  const again = await (await PanelClient.signIn(panel)).userToken();
  expect([await status(own), await status(again)]).toEqual([401, 400]);
});

test("guesses at the current password are limited per operator and do not block sign-ins", async ({
  panelWith,
}) => {
  const { panel, client: keeper } = await panelWith();
  const guesser = { username: "guesser", password };
  await keeper.addOperator(guesser);
  const client = await PanelClient.signIn(panel, guesser);
  const guess = (by = client) =>
    by.send("PUT", "/api/panel/account/password", {
      current: "a wrong guess",
      next: "fog horn at dawn",
    });
  const { answers, mostChecked } = await guessTogether(40, () => guess());
  const judged = answers.filter(({ status }) => status === 422);
  expect(judged.length).toBeGreaterThanOrEqual(10);
  expect(judged.length).toBeLessThanOrEqual(mostChecked);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await refused?.json()).toMatchObject({
    code: "rate-limited",
    detail: expect.stringMatching(/too many wrong passwords\. Try again in \d+ seconds?\.$/),
  });
  await PanelClient.signIn(panel, guesser);
  expect((await guess(keeper)).status).toBe(422);
});

/** Returns the error code in the response to a sign-in with next-auth. */
const errorOf = async (answer: Response): Promise<string | null> =>
  new URL(((await answer.json()) as { url: string }).url).searchParams.get("error");

test("all spellings of a username share one account and one lockout", async ({ panelWith }) => {
  const security = { trustedProxies: "loopback", forwardedFor: "X-Forwarded-For" };
  const { panel, client } = await panelWith(JSON.stringify({ security }));
  const known = { username: "ops", password };
  await client.addOperator(known);
  const names = ["ops", "ｏｐｓ", "OPS", "ｏPs "];
  // No other test signs in from this address.
  const visitor = new PanelClient(panel.url, new Map(), { "x-forwarded-for": "203.0.113.9" });
  const { answers, mostChecked } = await guessTogether(24, (index) =>
    visitor.trySignIn({ username: names[index % 4]!, password: "a wrong guess" }),
  );
  const errors = await Promise.all(answers.map(errorOf));
  const judged = errors.filter((error) => error === "CredentialsSignin").length;
  expect(judged).toBeGreaterThanOrEqual(10);
  expect(judged).toBeLessThanOrEqual(mostChecked);
  for (const error of errors) expect(error).toMatch(/^(CredentialsSignin|throttled:\d+)$/);
  // Each wrong guess doubles the delay. After a few guesses, even the correct password is refused for some
  // seconds.
  const secondsToWait = async () => {
    const error = await errorOf(await visitor.trySignIn({ username: "OPS", password: "a wrong guess" }));
    return Number(/^throttled:(\d+)$/.exec(error ?? "")?.[1] ?? 0);
  };
  await expect.poll(secondsToWait, { intervals: [250], timeout: 60_000 }).toBeGreaterThanOrEqual(8);
  const late = await visitor.trySignIn(known);
  expect(late.status).toBe(401);
  expect(await late.text()).toContain("throttled");
});

test("the account page lists the first 50 sessions if the operator has 10,000", async () => {
  const client = await PanelClient.signIn(panel);
  const { query } = databaseOf(undefined, panel.dataDir);
  await query(`insert into sessions
      (id, operator_id, sessions_valid_since, address, user_agent, created_at, last_seen_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
    select 'session' || n, operator_id, sessions_valid_since, address, user_agent, created_at, last_seen_at
    from numbers join (select * from sessions where operator_id = 1 limit 1)`);
  const page = await client.fetch("/account");
  expect(page.status).toBe(200);
  expect((await page.arrayBuffer()).byteLength).toBeLessThan(300_000);
  const { sessions, total, next } = await client.json<SessionPage>(sessionsPath);
  expect([sessions.length, sessions[0]?.current, total > 10_000]).toEqual([51, true, true]);
  const following = await client.json<SessionPage>(`${sessionsPath}?after=${next}`);
  expect(following.sessions).toHaveLength(50);
  expect((await client.fetch(`${sessionsPath}?after=x`)).status).toBe(422);
  await query("delete from sessions where id like 'session%'");
});
