import { expect, Instance, test } from "../support/instance";
import { startPanel } from "../support/panel";
import { type PostgresServer, startPostgres } from "../support/postgres";
import { PanelClient } from "../support/session";

/* The database goes away and comes back; the panel stays (issue 5, PostgreSQL). */

test.skip(({ database }) => database === "sqlite", "a SQLite database does not go away");

test("while PostgreSQL is away requests answer 503, and then all goes on by itself", async () => {
  const server: PostgresServer = await startPostgres();
  const instance = await Instance.start({ databaseUrl: await server.createDatabase() });
  try {
    const client = await PanelClient.signIn(instance.panel);
    const { id } = await instance.addBot();
    const create = () => instance.post("/api/v9/applications", { name: "Harbor" });
    // Requests that are under way when the server dies end with an answer too.
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
    const panel = await client.fetch("/api/panel/guilds");
    expect([panel.status, panel.headers.get("content-type")]).toEqual([503, "application/problem+json"]);

    await server.start();
    await expect.poll(async () => (await create()).status).toBe(200);
    expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
    expect((await client.fetch("/api/panel/guilds")).status).toBe(200);
  } finally {
    await instance.stop();
    await server.dispose();
  }
});

test("a start without its database ends with a sentence that helps", async ({ newDatabase }) => {
  const known = new URL((await newDatabase()) ?? "");
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
