import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { FileStream } from "../support/file-stream";
import { expect, Instance, SESSION_SECRET, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { type PostgresServer, startPostgres } from "../support/postgres";
import { PanelClient } from "../support/session";

/*
 * Replicas on one PostgreSQL announce changes of the configuration file to each other (issue 5, LISTEN/NOTIFY). The other
 * replica cannot notice them by itself here (`blind.mjs`): neither a watched folder nor the regular look tells it.
 */

test.skip(({ database }) => database === "sqlite", "announcements are PostgreSQL's");
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
  instance = await Instance.start({ databaseUrl, env: { NEXTAUTH_SECRET: SESSION_SECRET } });
  blind = await startPanel({
    databaseUrl,
    env: {
      NEXTAUTH_SECRET: SESSION_SECRET,
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

/** Process ids of the connections that wait for announcements. */
async function listeners(): Promise<number[]> {
  const rows = await instance.sql<{ pid: number }>(
    "select pid from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
}

/** Changes the file as another program would, which announces nothing. */
async function changeByHand(name: string): Promise<void> {
  const config = JSON.parse(await readFile(instance.panel.configPath, "utf8")) as Record<string, object>;
  await writeFile(
    instance.panel.configPath,
    JSON.stringify({ ...config, general: { ...config.general, instanceName: name } }),
  );
}

test("a save at one replica reaches the open pages of the other", async () => {
  const outside = new pg.Client(databaseUrl);
  await outside.connect();
  try {
    await outside.query("listen instance_admin_config");
    const announced = new Promise((heard) => outside.once("notification", heard));
    expect((await client.saveSetting("limits.user.maxBio", 7)).status).toBe(200);
    await announced;
  } finally {
    await outside.end();
  }
  expect(await stream.next("config")).toMatchObject({ author: "keeper", changed: ["limits.user.maxBio"] });
});

test("only announcements tell it: a change by hand shows with the next of them", async () => {
  await changeByHand("By hand");
  expect((await client.saveSetting("limits.user.maxBio", 8)).status).toBe(200);
  const { changed } = await stream.next("config");
  expect((changed as string[]).toSorted()).toEqual(["general.instanceName", "limits.user.maxBio"]);
});

test("after its connections were ended it listens again", async () => {
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

test("what it missed while PostgreSQL was away it learns when that is back", async () => {
  await server.kill();
  await changeByHand("Meanwhile");
  // The file counts at once, and its open pages stay open; what needs the database waits for it.
  expect((await client.at(blind).fetch("/api/panel/guilds")).status).toBe(503);
  await server.start();
  expect(await stream.next("config")).toMatchObject({ changed: ["general.instanceName"] });
  await expect.poll(async () => (await client.at(blind).fetch("/api/panel/guilds")).status).toBe(200);
  expect((await client.saveSetting("limits.user.maxBio", 10)).status).toBe(200);
  expect(await stream.next("config")).toMatchObject({ changed: ["limits.user.maxBio"] });
});
