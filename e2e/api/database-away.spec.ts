import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { FileStream } from "../support/file-stream";
import { expect, Instance, SESSION_SECRET, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { type PostgresServer, startPostgres } from "../support/postgres";
import { PanelClient } from "../support/session";

/*
 * Tests two replicas while their PostgreSQL server stops and restarts. The replicas use PostgreSQL to notify
 * each other about changes to the configuration file. One replica depends on these notifications, because
 * `blind.mjs` prevents it from watching or polling the folder.
 */

test.skip(
  ({ database }) => database === "sqlite",
  "SQLite runs in the panel's process, so it has no connection to lose",
);
test.describe.configure({ mode: "serial" });

let server: PostgresServer;
let databaseUrl: string;
let instance: Instance;
let blind: Panel;
let client: PanelClient;
let stream: FileStream;

test.beforeAll(async ({ database }) => {
  test.skip(database === "sqlite");
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
  instance = await Instance.start({
    databaseUrl,
    env: { NEXTAUTH_SECRET: SESSION_SECRET, AUDIT_KEY: SESSION_SECRET },
  });
  blind = await startPanel({
    databaseUrl,
    env: {
      NEXTAUTH_SECRET: SESSION_SECRET,
      AUDIT_KEY: SESSION_SECRET,
      CONFIG_PATH: instance.panel.configPath,
      NODE_OPTIONS: `--import ${resolve("e2e/support/blind.mjs")}`,
    },
  });
  client = await PanelClient.signIn(instance.panel);
  stream = await FileStream.open(client.at(blind));
  await stream.next("hello");
  await expect.poll(listeners).toHaveLength(2);
});
test.afterAll(async () => {
  await blind?.dispose();
  await instance?.stop();
  await server?.dispose();
});

async function listeners(): Promise<number[]> {
  const rows = await instance.sql<{ pid: number }>(
    "select pid from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
}

/** Changes the file as another program would, without notifying the replicas. */
async function changeByHand(name: string): Promise<void> {
  const config = JSON.parse(await readFile(instance.panel.configPath, "utf8")) as Record<string, object>;
  await writeFile(
    instance.panel.configPath,
    JSON.stringify({ ...config, general: { ...config.general, instanceName: name } }),
  );
}

test("a save on one replica updates open pages of the other replica", async () => {
  const outside = new pg.Client(databaseUrl);
  await outside.connect();
  try {
    await outside.query("listen instance_admin_config");
    const announced = new Promise((resolve) => outside.once("notification", resolve));
    expect((await client.saveSetting("limits.user.maxBio", 7)).status).toBe(200);
    await announced;
  } finally {
    await outside.end();
  }
  expect(await stream.next("config")).toMatchObject({ author: "keeper", changed: ["limits.user.maxBio"] });
});

test("a replica that missed a change shows the change after the next save", async () => {
  await changeByHand("By hand");
  expect((await client.saveSetting("limits.user.maxBio", 8)).status).toBe(200);
  const { changed } = await stream.next("config");
  expect((changed as string[]).toSorted()).toEqual(["general.instanceName", "limits.user.maxBio"]);
});

test("the replicas receive notifications again after the database has closed their connections", async () => {
  const before = await listeners();
  await instance.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await expect
    .poll(async () => (await listeners()).filter((pid) => !before.includes(pid)), { timeout: 30_000 })
    .toHaveLength(2);
  expect((await client.saveSetting("limits.user.maxBio", 9)).status).toBe(200);
  expect(await stream.next("config")).toMatchObject({ changed: ["limits.user.maxBio"] });
});

test("a change made while PostgreSQL is down appears on open pages after PostgreSQL recovers", async () => {
  await server.kill();
  await changeByHand("Meanwhile");
  // While PostgreSQL is unavailable, requests that need the database fail, and the event stream stays open.
  expect((await client.at(blind).fetch("/api/panel/guilds")).status).toBe(503);
  await server.start();
  expect(await stream.next("config")).toMatchObject({ changed: ["general.instanceName"] });
  await expect.poll(async () => (await client.at(blind).fetch("/api/panel/guilds")).status).toBe(200);
  expect((await client.saveSetting("limits.user.maxBio", 10)).status).toBe(200);
  expect(await stream.next("config")).toMatchObject({ changed: ["limits.user.maxBio"] });
});

test("the panel responds with 503 while PostgreSQL is unavailable, and recovers without a restart", async () => {
  const { id } = await instance.addBot();
  const create = () => instance.post("/api/v9/applications", { name: "Harbor" });
  // The panel must also answer requests that are in progress when PostgreSQL stops.
  const underWay = Promise.all(Array.from({ length: 30 }, create));
  await server.kill();
  for (const { status } of await underWay) expect([200, 503]).toContain(status);

  const unavailable = { code: 0, message: "503: Service Unavailable" };
  const requests = [
    create,
    () => instance.post(`/api/v9/applications/${id}/bot`),
    () =>
      instance.post(`/api/v9/oauth2/authorize?client_id=${id}`, {
        guild_id: instance.guildId,
        authorize: true,
      }),
  ];
  for (const request of requests) {
    const { status, body } = await request();
    expect([status, body]).toEqual([503, unavailable]);
  }
  const health = await fetch(`${instance.url}/api/health`);
  expect([health.status, await health.json()]).toMatchObject([503, { database: "unavailable" }]);
  const guilds = await client.fetch("/api/panel/guilds");
  expect([guilds.status, guilds.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  const pages = ["/login", "/", "/settings/general", "/setup", "/nowhere"];
  for (const path of pages) {
    const page = await client.fetch(path);
    expect([path, page.status, page.headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(await page.text()).toContain("<h1>The database is unavailable</h1>");
  }
  // An open page requests data. The response must not be the error page, because the open page may have unsaved
  // changes.
  const part = await client.fetch("/settings/general", { headers: { rsc: "1" } });
  expect(await part.text()).not.toContain("<h1>");

  await server.start();
  await expect.poll(async () => (await create()).status).toBe(200);
  for (const path of pages.slice(0, 3))
    expect([path, (await client.fetch(path)).status]).toEqual([path, 200]);
  expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
  expect((await client.fetch("/api/panel/guilds")).status).toBe(200);
});

test("while requests wait long for the database, further ones get 503 at once", async () => {
  const body = { name: "Watch", role: "viewer", confirmed: false, expiresInDays: 1 };
  const made = await client.send("POST", "/api/panel/api-tokens", body);
  const { token } = (await made.json()) as { token: string };
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  await blocker.query("begin");
  await blocker.query("lock table guilds in access exclusive mode");
  // The requests of a page cannot take all of the pool's ten connections, but with those of a script they can.
  const byScript = (path: string, ms: number) =>
    fetch(`${instance.url}/api/panel${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ms),
    });
  const waiting = Array.from({ length: 11 }, (_, nth) =>
    nth < 8 ? client.fetch("/api/panel/guilds") : byScript("/guilds", 60_000),
  );
  const ask = () => byScript("/config/histories", 500);
  try {
    // Those that nobody waits for any more wait in the panel.
    await expect
      .poll(() => ask().then((answer) => answer.text(), String))
      .toContain("takes no further requests");
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await fetch(`${instance.url}/api/metrics`)).status).toBe(404);
  } finally {
    await blocker.end();
  }
  for (const { status } of await Promise.all(waiting)) expect([200, 503]).toContain(status);
  await expect.poll(async () => (await client.fetch("/api/panel/guilds")).status).toBe(200);
});

test("starting without the database fails with an error that explains the cause", async () => {
  const known = new URL(databaseUrl);
  const cases: [string, RegExp][] = [
    ["postgres://keeper:hunter2@127.0.0.1:1/none", /ECONNREFUSED/],
    [`postgres://postgres:hunter2@${known.host}/none`, /database "none" does not exist/],
    [`postgres://nobody:hunter2@${known.host}/none`, /role "nobody" does not exist/],
  ];
  for (const [url, reason] of cases) {
    const failure = await startPanel({ env: { DATABASE_URL: url } }).then(() => "it started", String);
    expect(failure).toContain("The panel ended with 1:");
    expect(failure).toMatch(/Could not open the database at DATABASE_URL/);
    expect(failure).toMatch(reason);
    expect(failure).not.toContain("hunter2");
  }
});
