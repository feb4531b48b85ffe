import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, Instance, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/* Several processes on one database and one configuration file behave as one. */

/** The instance's requests, sent to another process. */
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

test.describe("two replicas", () => {
  let instance: Instance;
  let other: Panel;
  test.beforeAll(async ({ newDatabase }) => {
    instance = await Instance.start({ databaseUrl: await newDatabase() });
    other = await instance.replica();
  });
  test.afterAll(async () => {
    await other.stop();
    await instance.stop();
  });

  test("what one does the other knows", async () => {
    const [here, there] = [through(instance, instance.panel), through(instance, other)];
    const { id } = (await here("/api/v9/applications", { name: "Relay" })).body as { id: string };
    const first = (await there(`/api/v9/applications/${id}/bot`)).body as { token: string };
    expect((await here("/api/v9/applications", { name: "x" }, `Bot ${first.token}`)).body.code).toBe(20001);
    await here(`/api/v9/applications/${id}/bot/reset`);
    expect((await there("/api/v9/applications", { name: "x" }, `Bot ${first.token}`)).status).toBe(401);
  });

  test("at once they make one bot, one member, one role, and never one id twice", async () => {
    const posts = [through(instance, instance.panel), through(instance, other)];
    const both = <T>(count: number, work: (post: (typeof posts)[number]) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => work(posts[index % 2]!)));
    const created = await both(100, (post) => post("/api/v9/applications", { name: "Twin" }));
    const ids = created.map(({ body }) => String(body.id));
    expect(new Set(ids).size).toBe(100);
    const workers = new Set(ids.map((id) => (BigInt(id) >> 12n) & 1023n));
    expect(workers.size).toBe(2);
    const [id] = ids;
    const bots = await both(50, (post) => post(`/api/v9/applications/${id}/bot`));
    expect(new Set(bots.map(({ status }) => status))).toEqual(new Set([200]));
    const sent = { guild_id: instance.guildId, permissions: "8", authorize: true };
    const authorized = await both(50, (post) => post(`/api/v9/oauth2/authorize?client_id=${id}`, sent));
    expect(new Set(authorized.map(({ status }) => status))).toEqual(new Set([200]));
    for (const table of [
      "members where user_id",
      "roles where application_id",
      "member_roles where user_id",
    ]) {
      expect([table, await instance.sql(`select 1 from ${table} = ?`, id)]).toMatchObject([
        table,
        { length: 1 },
      ]);
    }
  });

  test("a session of one is good at the other, and a setting saved at one counts at the other", async () => {
    const client = await PanelClient.signIn(instance.panel);
    const document = await client.fetch("/api/panel/config");
    const saved = await client.send(
      "PATCH",
      "/api/panel/config",
      { operations: [{ op: "set", path: "general.autoCreateBotUsers", value: true }] },
      { "if-match": document.headers.get("etag") ?? "" },
    );
    expect(saved.status).toBe(200);
    const { body } = await through(instance, other)("/api/v9/applications", { name: "Auto" });
    expect(body.bot).toEqual({ id: body.id, username: "Auto" });
    const elsewhere = await PanelClient.signIn(other);
    expect((await elsewhere.fetch("/api/panel/guilds")).status).toBe(200);
  });

  test("limits count over both", async ({ database }) => {
    test.skip(database === "sqlite", "processes that share a SQLite file limit each on its own");
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

test("five cold starts at once: one migration, one operator, five panels", async ({ newDatabase }) => {
  const databaseUrl = await newDatabase();
  const folder = await mkdtemp(join(tmpdir(), "instance-admin-"));
  const env: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startPanel({ folder, env })));
  try {
    expect(starts.filter(({ status }) => status === "rejected")).toEqual([]);
    const panels = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    for (const panel of panels) {
      expect((await fetch(`${panel.url}/api/health`)).status).toBe(200);
      const client = await PanelClient.signIn(panel);
      expect(await client.json("/api/panel/guilds")).toHaveLength(1);
    }
  } finally {
    for (const start of starts) if (start.status === "fulfilled") await start.value.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
