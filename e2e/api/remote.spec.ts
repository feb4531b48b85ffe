import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { freePort } from "../support/free-port";
import { anyDatabase, expect, type Instance, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { sessionIn } from "../support/session";

/* Tests a panel that is connected to an instance (INSTANCE_API_URL). A second panel acts as the instance. */

test.describe("a panel that is connected to an instance", anyDatabase, () => {
  let instance: Instance;
  let panel: Panel;
  test.beforeAll(async ({ instance: shared }) => {
    instance = shared;
    panel = await startPanel({ env: { INSTANCE_API_URL: `${instance.url}/api` } });
  });
  test.afterAll(() => panel.dispose());

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

  test("forwards create requests to the instance", async () => {
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

  test("returns the instance's errors unchanged", async () => {
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

  test("returns the instance's 429 responses and rate limit headers", async () => {
    const before = await instance.panel.readConfig();
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
    await instance.panel.replaceConfig(before);
  });

  test("refuses large bodies, unsupported methods and unknown paths", async () => {
    const large = await through("/api/v9/applications", JSON.stringify({ name: "x".repeat(70_000) }), {
      "content-type": "application/json",
    });
    expect([large.status, large.body]).toMatchObject([413, { code: 40005 }]);
    expect((await fetch(`${panel.url}/api/v9/applications`, { method: "PUT" })).status).toBe(405);
    expect((await through("/api/v9/channels/1/messages", { content: "x" })).status).toBe(404);
  });

  test("adds no secrets or instance id to the configuration file", async () => {
    const config = JSON.parse(await panel.readConfig().catch(() => "{}")) as Record<
      string,
      Record<string, unknown>
    >;
    expect([config.security?.jwtSecret, config.security?.requestSignature]).toEqual([undefined, undefined]);
    expect(config.general?.instanceId).toBeUndefined();
  });
});

test("the sign-in returns 404 if INSTANCE_API_URL is not set", anyDatabase, async ({ instance }) => {
  const answer = await instance.send("/api/v9/auth/login", { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
});

test.describe("a panel that is connected to a misbehaving server", anyDatabase, () => {
  // The tests run in order, because the server starts listening in the first test.
  test.describe.configure({ mode: "serial" });
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    // The panel sends these requests to check whether the instance responds.
    if (request.url === "/api/v9/gateway") response.end("{}");
    else answer(request, response);
  });
  let panel: Panel;
  let port: number;
  test.beforeAll(async () => {
    port = await freePort();
    panel = await startPanel({
      env: { INSTANCE_API_URL: `http://127.0.0.1:${port}/api/`, INSTANCE_API_TIMEOUT: "1000" },
    });
  });
  test.afterAll(async () => {
    await panel.dispose();
    server.closeAllConnections();
    server.close();
  });

  const create = (init: RequestInit = {}) =>
    fetch(`${panel.url}/api/v9/applications`, { method: "POST", body: "{}", ...init });

  test("returns 502 if the instance is unreachable", async () => {
    const away = await create();
    expect([away.status, await away.json()]).toEqual([502, { code: 0, message: "502: Bad Gateway" }]);
    // This header means that the panel sent nothing to the instance, so the caller can retry.
    expect(away.headers.get("x-instance-reached")).toBe("no");
    await once(server.listen(port, "127.0.0.1"), "listening");
  });

  test("forwards only required headers, and does not follow redirects", async () => {
    const seen: IncomingMessage[] = [];
    answer = (request, response) => {
      seen.push(request);
      response.writeHead(302, { location: "http://127.0.0.1:1/elsewhere", "set-cookie": "a=b" }).end();
    };
    const headers = { authorization: "token", cookie: "session=ours", "x-instance-admin-peer": "9.9.9.9" };
    const redirected = await create({ headers });
    expect([redirected.status, await redirected.json()]).toEqual([
      502,
      { code: 0, message: "502: Bad Gateway" },
    ]);
    expect(redirected.headers.get("set-cookie")).toBeNull();
    const [sent] = seen;
    expect(sent?.headers).toMatchObject({ authorization: "token", "x-forwarded-for": "127.0.0.1" });
    expect(sent?.headers.cookie).toBeUndefined();
    expect(sent?.headers["x-instance-admin-peer"]).toBeUndefined();
    // Pages request data about guilds through the panel API, which requires a session.
    expect((await fetch(`${panel.url}/api/v9/guilds/1/members/2`, { headers })).status).toBe(404);
    expect((await fetch(`${panel.url}/api/panel/guilds`, { headers })).status).toBe(401);
    const client = await sessionIn(panel);
    expect((await client.fetch("/api/panel/guilds", { headers: { authorization: "token" } })).status).toBe(
      403,
    );
    expect(seen).toHaveLength(1);
  });

  test("forwards sign-ins, limits them by address, and does not log them", async () => {
    const seen: string[] = [];
    answer = (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request
        .resume()
        .on("end", () => response.writeHead(400, { "content-type": "application/json" }).end("{}"));
    };
    const client = await sessionIn(panel);
    const logIn = () =>
      client.send("PUT", "/api/panel/instance/account", {
        login: "keeper@example.org",
        password: "never to be logged",
      });
    // limits.rate.routes.auth.login allows five requests per minute. This limit applies even while
    // limits.rate is off.
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn()).status).toBe(400);
    const limited = await logIn();
    const { retry_after: seconds, ...refusal } = (await limited.json()) as { retry_after: number };
    expect([limited.status, refusal]).toMatchObject([429, { code: "rate-limited", global: false }]);
    expect(seconds).toBeGreaterThan(0);
    expect(seen).toEqual(Array.from({ length: 5 }, () => "POST /api/v9/auth/login"));
    expect(panel.output()).toContain("/api/panel/instance/account");
    for (const secret of ["keeper@example.org", "never to be logged"])
      expect(panel.output()).not.toContain(secret);
  });

  test("returns 504 if the instance does not respond", async () => {
    answer = () => undefined;
    const silent = await create();
    expect([silent.status, await silent.json()]).toEqual([504, { code: 0, message: "504: Gateway Timeout" }]);
    expect(silent.headers.get("x-instance-reached")).toBeNull();
  });
});
