import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { freePort } from "../support/free-port";
import { expect, Instance, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/* Beside an existing instance (INSTANCE_API_URL): a second copy of this app plays the instance. */

test.skip(({ database }) => database === "postgres", "nothing of this is stored");

test.describe("beside an existing instance", () => {
  let instance: Instance;
  let panel: Panel;
  test.beforeAll(async () => {
    instance = await Instance.start();
    panel = await startPanel({ env: { INSTANCE_API_URL: `${instance.url}/api` } });
  });
  test.afterAll(async () => {
    await panel.dispose();
    await instance.stop();
  });

  async function through(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${panel.url}${path}`, {
      method: "POST",
      headers: {
        authorization: await instance.token(instance.operatorId),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  }

  test("the endpoints reach it, and everything is made there", async () => {
    const { body: application } = await through("/api/v9/applications", { name: "Afar" });
    const { id } = application as { id: string };
    const bot = await through(`/api/v9/applications/${id}/bot`);
    expect([bot.status, Object.keys(bot.body)]).toEqual([200, ["token"]]);
    expect((await through(`/api/v9/applications/${id}/bot/reset`)).status).toBe(200);
    const authorized = await through(`/api/oauth2/authorize?client_id=${id}`, {
      guild_id: instance.guildId,
      permissions: "8",
      authorize: true,
    });
    const location = `/oauth2/authorized?guild_id=${instance.guildId}&permissions=8`;
    expect([authorized.status, authorized.body]).toEqual([200, { location }]);
    expect(authorized.headers.get("access-control-allow-origin")).toBe("*");
    expect(await instance.sql("select id from applications where id = ?", id)).toHaveLength(1);
    expect(await instance.sql("select user_id from members where user_id = ?", id)).toHaveLength(1);
  });

  test("its refusals come through as they are", async () => {
    const cases: [string, unknown, Record<string, string>][] = [
      ["/api/v9/applications", { name: 1 }, {}],
      ["/api/v9/applications", "{", { "content-type": "application/json" }],
      ["/api/v9/applications", "x", { "content-type": "text/plain" }],
      ["/api/v9/applications", { name: "x" }, { authorization: "bad" }],
      ["/api/v5/applications", { name: "x" }, {}],
      ["/api/v9/applications/1/bot", undefined, {}],
      ["/api/v9/oauth2/authorize?client_id=1", { guild_id: "1", authorize: true }, {}],
    ];
    for (const [path, body, headers] of cases) {
      const [there, here] = [await instance.post(path, body, headers), await through(path, body, headers)];
      expect([path, here.status, here.body]).toEqual([path, there.status, there.body]);
    }
  });

  test("its limits and their headers come through, counted by the caller's address", async () => {
    const window = 3600;
    const rate = { enabled: true, ip: { count: 2, window }, global: { count: 100, window } };
    instance.configure((config) => {
      config.limits = { rate };
      Object.assign(config.security ?? {}, { forwardedFor: "X-Forwarded-For", trustedProxies: "loopback" });
    });
    const authorization = await instance.token(await instance.addUser("somebody"));
    const send = () =>
      through("/api/v9/applications", { name: "x" }, { authorization, "x-forwarded-for": "203.0.113.9" });
    expect((await send()).headers.get("x-ratelimit-remaining")).toBe("1");
    await send();
    const limited = await send();
    expect([limited.status, limited.headers.get("x-ratelimit-scope")]).toEqual([429, "user"]);
    expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
    instance.configure((config) => void delete config.limits);
  });

  test("bodies are counted here, other methods and paths are answered here", async () => {
    const large = await through("/api/v9/applications", JSON.stringify({ name: "x".repeat(70_000) }), {
      "content-type": "application/json",
    });
    expect([large.status, large.body]).toMatchObject([413, { code: 40005 }]);
    expect((await fetch(`${panel.url}/api/v9/applications`, { method: "PUT" })).status).toBe(405);
    expect((await through("/api/v9/channels/1/messages", { content: "x" })).status).toBe(404);
  });

  test("nothing is generated into its configuration file", async () => {
    const config = JSON.parse(await panel.readConfig().catch(() => "{}")) as Record<
      string,
      Record<string, unknown>
    >;
    expect([config.security?.jwtSecret, config.security?.requestSignature]).toEqual([undefined, undefined]);
    expect(config.general?.instanceId).toBeUndefined();
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A stranger's server in place of the instance. */
async function beside(answer: Answer, work: (panel: Panel) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    // What the panel asks on its own account, to tell whether the instance answers.
    if (request.url === "/api/v9/gateway") response.end("{}");
    else answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const panel = await startPanel({
    env: { INSTANCE_API_URL: `http://127.0.0.1:${port}/api/`, INSTANCE_API_TIMEOUT: "1000" },
  });
  try {
    await work(panel);
  } finally {
    await panel.dispose();
    server.closeAllConnections();
    server.close();
  }
}

const create = (panel: Panel, init: RequestInit = {}) =>
  fetch(`${panel.url}/api/v9/applications`, { method: "POST", body: "{}", ...init });

test("only what the instance needs to know is sent on; what it answers is not followed", async () => {
  const seen: IncomingMessage[] = [];
  const answer: Answer = (request, response) => {
    seen.push(request);
    if (request.url?.startsWith("/api/v9/users/@me/guilds")) return response.end("[]");
    response.writeHead(302, { location: "http://127.0.0.1:1/elsewhere", "set-cookie": "a=b" }).end();
  };
  await beside(answer, async (panel) => {
    const headers = { authorization: "token", cookie: "session=ours", "x-instance-admin-peer": "9.9.9.9" };
    const redirected = await create(panel, { headers });
    expect([redirected.status, await redirected.json()]).toEqual([
      502,
      { code: 0, message: "502: Bad Gateway" },
    ]);
    expect(redirected.headers.get("set-cookie")).toBeNull();
    const [sent] = seen;
    expect(sent?.headers).toMatchObject({ authorization: "token", "x-forwarded-for": "127.0.0.1" });
    expect(sent?.headers.cookie).toBeUndefined();
    expect(sent?.headers["x-instance-admin-peer"]).toBeUndefined();
    // What only pages ask is for whoever is signed in, and nothing else is in their reach.
    expect((await fetch(`${panel.url}/api/v9/guilds/1/members/2`, { headers })).status).toBe(404);
    const there = `${panel.url}/api/panel/instance/v9`;
    const stranger = await fetch(`${there}/users/@me/guilds`, { headers });
    expect([stranger.status, stranger.headers.get("content-type")]).toEqual([
      401,
      "application/problem+json",
    ]);
    const client = await PanelClient.signIn(panel);
    const page = { headers: { authorization: "token" } };
    const guilds = await client.fetch("/api/panel/instance/v9/users/@me/guilds", page);
    expect([guilds.status, await guilds.json()]).toEqual([200, []]);
    expect(guilds.headers.get("access-control-allow-origin")).toBeNull();
    for (const path of [
      "v9/users/@me/channels",
      "v9/applications/a",
      "v9/applications/1/bot/x",
      "applications",
    ])
      expect([path, (await client.fetch(`/api/panel/instance/${path}`, page)).status]).toEqual([path, 404]);
    expect(seen).toHaveLength(2);
    expect(seen[1]?.headers.cookie).toBeUndefined();
  });
});

test("attempts to sign in are passed on, counted here by address, and not logged", async () => {
  const seen: string[] = [];
  const answer: Answer = (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request
      .resume()
      .on("end", () => response.writeHead(400, { "content-type": "application/json" }).end("{}"));
  };
  await beside(answer, async (panel) => {
    const client = await PanelClient.signIn(panel);
    const logIn = () =>
      client.fetch("/api/panel/instance/v9/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ login: "keeper@example.org", password: "never to be logged" }),
      });
    // limits.rate.routes.auth.login: five in a minute, also while limits.rate is switched off.
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn()).status).toBe(400);
    const limited = await logIn();
    expect([limited.status, await limited.json()]).toMatchObject([429, { global: false }]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(seen).toEqual(Array.from({ length: 5 }, () => "POST /api/v9/auth/login"));
    expect(panel.output()).toContain("/api/panel/instance/v9/auth/login");
    for (const secret of ["keeper@example.org", "never to be logged"])
      expect(panel.output()).not.toContain(secret);
  });
});

test("without INSTANCE_API_URL there is nothing to sign in to", async ({ instance }) => {
  const answer = await instance.send("/api/v9/auth/login", { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
});

test("an instance that is away is a bad gateway, one that does not answer a timeout", async () => {
  const panel = await startPanel({ env: { INSTANCE_API_URL: `http://127.0.0.1:${await freePort()}/api` } });
  try {
    const answer = await create(panel);
    expect([answer.status, await answer.json()]).toEqual([502, { code: 0, message: "502: Bad Gateway" }]);
    // Nothing was sent, so whoever asked may ask again.
    expect(answer.headers.get("x-instance-reached")).toBe("no");
  } finally {
    await panel.dispose();
  }
  await beside(
    () => undefined,
    async (silent) => {
      const answer = await create(silent);
      expect([answer.status, await answer.json()]).toEqual([
        504,
        { code: 0, message: "504: Gateway Timeout" },
      ]);
      expect(answer.headers.get("x-instance-reached")).toBeNull();
    },
  );
});
