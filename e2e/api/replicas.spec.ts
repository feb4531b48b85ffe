import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, Instance, SECRET, SESSION_SECRET, test } from "../support/instance";
import { guessTogether } from "../support/guesses";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/* Tests that several processes with the same database and configuration file behave like one process. */

/** Returns a function that sends requests like `Instance.post`, but to another process. */
function through(instance: Instance, panel: Pick<Panel, "url">) {
  return async (path: string, body?: unknown, authorization?: string) => {
    const response = await fetch(`${panel.url}${path}`, {
      method: "POST",
      headers: {
        authorization: authorization ?? (await instance.token(instance.operatorId)),
        "content-type": "application/json",
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}

const PANELS = 3;
let folder: string;
let starts: PromiseSettledResult<Panel>[];
let instance: Instance;
let other: Panel;

// Several panels start at the same time. The tests send requests to two of them.
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ newDatabase }) => {
  const databaseUrl = await newDatabase();
  folder = await mkdtemp(join(tmpdir(), "instance-admin-"));
  // With PostgreSQL, the replicas share only the database, the file and the session secret.
  const envOf = (index: number): Record<string, string> => ({
    LOG_LEVEL: "trace",
    ...(databaseUrl !== undefined && {
      DATA_DIR: join(folder, `data-${index}`),
      NEXTAUTH_SECRET: SESSION_SECRET,
      AUDIT_KEY: SESSION_SECRET,
    }),
  });
  starts = await Promise.allSettled(
    Array.from({ length: PANELS }, (_, index) => startPanel({ folder, databaseUrl, env: envOf(index) })),
  );
  const [first, second] = panels();
  if (!first || !second) return;
  instance = await Instance.of(first, databaseUrl);
  other = second;
});
test.afterAll(async () => {
  await Promise.all(panels().map((panel) => panel.stop()));
  await instance?.stop();
  await rm(folder, { recursive: true, force: true });
});

const panels = () => starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));

test("three new panels that start at the same time set up the database and the file once", async () => {
  expect(starts.filter(({ status }) => status === "rejected")).toEqual([]);
  const client = await PanelClient.signIn(instance.panel);
  for (const panel of panels()) {
    expect((await fetch(`${panel.url}/api/health`)).status).toBe(200);
    // The session is valid on all replicas, because they share the session secret.
    expect(await client.at(panel).json("/api/panel/guilds")).toHaveLength(1);
  }
  for (const table of ["kysely_migration", "operators", "users", "guilds"])
    expect([table, (await instance.sql(`select 1 from ${table}`)).length]).toEqual([table, 1]);
  // Only one replica has created the file, and only one replica has generated the file's secrets.
  const versions = await instance.sql<{ note: string }>("select note from config_revisions order by id");
  expect(versions.map(({ note }) => note.split(" ")[0])).toEqual(["Created", "Generated"]);
  await Promise.all(panels().map((panel) => panel === instance.panel || panel === other || panel.stop()));
  instance.configure((config) => void Object.assign(config.security ?? {}, { jwtSecret: SECRET }));
});

test.describe("two replicas", () => {
  /** Sends a hundred concurrent requests, alternating between the two replicas. */
  function hundred<T>(work: (post: ReturnType<typeof through>, index: number) => Promise<T>): Promise<T[]> {
    const posts = [through(instance, instance.panel), through(instance, other)] as const;
    return Promise.all(
      Array.from({ length: 100 }, (_, index) => work(posts[index % 2 === 0 ? 0 : 1], index)),
    );
  }

  test("show each other's changes", async () => {
    const [here, there] = [through(instance, instance.panel), through(instance, other)];
    const { id } = (await here("/api/v9/applications", { name: "Relay" })).body as { id: string };
    const first = (await there(`/api/v9/applications/${id}/bot`)).body as { token: string };
    expect((await here("/api/v9/applications", { name: "x" }, `Bot ${first.token}`)).body.code).toBe(20001);
    await here(`/api/v9/applications/${id}/bot/reset`);
    expect((await there("/api/v9/applications", { name: "x" }, `Bot ${first.token}`)).status).toBe(401);
  });

  test("generate unique ids for a hundred concurrent requests", async () => {
    const created = await hundred((post) => post("/api/v9/applications", { name: "Twin" }));
    const ids = created.map(({ body }) => String(body.id));
    expect(new Set(ids).size).toBe(100);
    expect(new Set(ids.map((id) => (BigInt(id) >> 12n) & 1023n)).size).toBe(2);
  });

  test("create only one bot and one member for a hundred concurrent requests", async () => {
    const id = await instance.addApplication("Twin");
    const bots = await hundred((post) => post(`/api/v9/applications/${id}/bot`));
    expect(new Set(bots.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await instance.sql("select 1 from users where id = ? and bot = 1", id)).toHaveLength(1);
    for (const { body } of [bots[0]!, bots[99]!]) {
      const known = await through(instance, other)("/api/v9/applications", {}, `Bot ${String(body.token)}`);
      expect(known.body.code).toBe(20001);
    }

    const path = `/api/v9/oauth2/authorize?client_id=${id}`;
    const authorized = await hundred((post, index) =>
      post(path, { guild_id: instance.guildId, permissions: String(8 + index), authorize: true }),
    );
    expect(new Set(authorized.map(({ status }) => status))).toEqual(new Set([200]));
    for (const table of ["members where user_id", "roles where application_id", "member_roles where user_id"])
      expect([table, (await instance.sql(`select 1 from ${table} = ?`, id)).length]).toEqual([table, 1]);
  });

  test("accept each other's sessions and use each other's saved settings", async () => {
    const client = await PanelClient.signIn(instance.panel);
    const saved = await client.saveSetting("general.autoCreateBotUsers", true);
    expect(saved.status).toBe(200);
    const { body } = await through(instance, other)("/api/v9/applications", { name: "Auto" });
    expect(body.bot).toEqual({ id: body.id, username: "Auto" });
    expect((await client.at(other).fetch("/api/panel/guilds")).status).toBe(200);
  });

  test("share one counter for password guesses", async ({ database }) => {
    test.skip(database === "sqlite", "with SQLite, each process counts separately");
    const guess = { username: "bosun", password: "a wrong guess" };
    const [here, there] = [new PanelClient(instance.panel.url), new PanelClient(other.url)];
    const { answers, mostChecked } = await guessTogether(40, (index) =>
      (index % 2 === 0 ? here : there).trySignIn(guess),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    const judged = texts.filter((text) => text.includes("CredentialsSignin")).length;
    expect(judged).toBeGreaterThanOrEqual(10);
    expect(judged).toBeLessThanOrEqual(mostChecked);
    expect(texts.filter((text) => text.includes("throttled"))).toHaveLength(40 - judged);
  });

  test("share one limit on connection checks", async ({ database }) => {
    test.skip(database === "sqlite", "with SQLite, each process has separate limits");
    const client = await PanelClient.signIn(instance.panel);
    const check = (at: PanelClient) => at.send("POST", "/api/panel/checks/broker", {});
    const replicas = [client, client.at(other)] as const;
    for (let count = 0; count < 20; count += 1) {
      expect((await check(replicas[count % 2 === 0 ? 0 : 1])).status).toBe(200);
    }
    for (const replica of replicas) expect((await check(replica)).status).toBe(429);
  });

  test("share the rate limits", async ({ database }) => {
    test.skip(database === "sqlite", "with SQLite, each process has separate limits");
    const authorization = await instance.token(await instance.addUser("busy"));
    const window = 3600;
    const rate = { enabled: true, ip: { count: 4, window }, global: { count: 100, window } };
    instance.configure((config) => void (config.limits = { rate }));
    const [here, there] = [through(instance, instance.panel), through(instance, other)];
    const left = [];
    for (const post of [here, there, there, here, there, here]) {
      const { status, headers } = await post("/api/v9/applications", { name: "x" }, authorization);
      left.push(status === 200 ? headers.get("x-ratelimit-remaining") : status);
    }
    expect(left).toEqual(["3", "2", "1", "0", 429, 429]);
  });
});
