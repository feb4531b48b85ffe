import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { expect, METRICS_TOKEN, test } from "../support/instance";
import { operator, type Panel, startPanel } from "../support/panel";
import { rawRequest } from "../support/raw-request";
import { PanelClient } from "../support/session";
import { Wire } from "../support/wire";

/* Tests the front door on all kinds of paths (docs/decisions/0002-front-door.md). */

/** Makes the instance trust a proxy on the same machine. */
const TRUSTING = JSON.stringify({
  security: { trustedProxies: "loopback", forwardedFor: "X-Forwarded-For" },
});

let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ panelWith }) => {
  const security = { trustedProxies: "loopback", forwardedFor: "X-Forwarded-For" };
  ({ panel, client } = await panelWith(JSON.stringify({ security })));
});

const h2c = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
];

test("the panel responds with HTTP/1.1 if the client offers HTTP/2", async () => {
  // Requests the health endpoint before and after a page, because Next starts to handle upgrades only when a
  // page is first requested.
  for (const path of ["/api/health", "/login", "/api/health", "/api/auth/csrf"]) {
    const wire = await Wire.to(panel.url);
    const received = await wire.head(`GET ${path} HTTP/1.1`, ...h2c).says(/\r\n\r\n[^]+/);
    expect([path, received.split("\r\n")[0]]).toEqual([path, "HTTP/1.1 200 OK"]);
    wire.close();
  }
});

test("every response has a different request id", async () => {
  const paths = ["/api/health", "/api/v9/applications", "/api/panel/config", "/login", "/screenshot.png"];
  const ids = await Promise.all(
    paths.map(async (path) => (await fetch(panel.url + path)).headers.get("x-request-id")),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(paths.length);
});

test("a path with invalid percent-encoding returns 404", async () => {
  for (const path of ["/settings/%zz", "/api/panel/operators/%", "/api/v9/%c3%28"]) {
    const { status } = await fetch(panel.url + path);
    expect([path, status]).toEqual([path, 404]);
  }
});

/** Headers of the operator's session, as a browser sends them. */
const signedIn = () => [
  `Cookie: ${client.browserCookies.map(({ name, value }) => `${name}=${value}`).join("; ")}`,
  `Origin: ${panel.url}`,
];

test.describe("bodies", () => {
  const limits: [path: string, limit: number, type: string, method?: string][] = [
    ["/api/auth/callback/credentials", 16 * 1024, "application/problem+json"],
    ["/api/auth/signout", 16 * 1024, "application/problem+json"],
    ["/api/setup", 16 * 1024, "application/problem+json"],
    ["/api/panel/guilds", 1024 * 1024, "application/problem+json"],
    ["/api/panel/config/raw", 8 * 1024 * 1024, "application/problem+json", "PUT"],
  ];

  // Checks all paths concurrently, because the server closes each connection with a short delay after its
  // response.
  const atEach = (expectRefusal: (...limit: (typeof limits)[number]) => Promise<void>) => async () => {
    await Promise.all(limits.map((limit) => expectRefusal(...limit)));
  };

  test(
    "a request that declares a body over the limit is refused before its body arrives",
    atEach(async (path, limit, type, method = "POST") => {
      const wire = await Wire.to(panel.url);
      // The request declares a body but never sends it.
      const received = await wire
        .head(`${method} ${path} HTTP/1.1`, `Content-Length: ${limit + 1}`, ...signedIn())
        .ended();
      expect(received, path).toMatch(/^HTTP\/1\.1 413 /);
      expect(received.toLowerCase(), path).toContain(`\r\ncontent-type: ${type}\r\n`);
      expect(received, path).toContain(`${limit} bytes`);
    }),
  );

  test(
    "an endless body is refused once it exceeds the limit",
    atEach(async (path, limit, _, method = "POST") => {
      const wire = (await Wire.to(panel.url)).head(
        `${method} ${path} HTTP/1.1`,
        "Transfer-Encoding: chunked",
        ...signedIn(),
      );
      const part = "x".repeat(4096);
      for (let sent = 0; sent <= limit; sent += part.length) wire.chunk(part);
      expect(await wire.ended(), path).toMatch(/^HTTP\/1\.1 413 /);
    }),
  );

  test("the panel API reads no body of a request without a session, or of an address without a route", async () => {
    for (const [path, headers, status] of [
      ["/api/panel/config/import", [], 401],
      ["/api/panel/nowhere", [], 401],
      ["/api/panel/nowhere", signedIn(), 404],
    ] as const) {
      const wire = await Wire.to(panel.url);
      // The request declares a body but never sends it.
      const received = await wire.head(`POST ${path} HTTP/1.1`, "Content-Length: 10", ...headers).ended();
      expect(received, path).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  test("the handler receives the complete body if the request does not declare its length", async () => {
    const token = "x".repeat(10_000);
    const body = JSON.stringify({
      token,
      username: "mara",
      password: "lantern on the pier",
      guildName: "Pier",
    });
    const streamed = await rawRequest(panel.url, "/api/setup", {
      headers: { "content-type": "application/json" },
      body: body.match(/.{1,100}/gs) ?? [],
    });
    expect([streamed.status, streamed.body]).toMatchObject([403, { code: "forbidden" }]);
  });

  test("sign-in accepts a body that is sent in chunks", async () => {
    const csrf = await fetch(`${panel.url}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    const form = new URLSearchParams({ csrfToken, ...operator, json: "true" }).toString();
    const { status, headers } = await rawRequest(panel.url, "/api/auth/callback/credentials", {
      headers: { cookie: cookie.join("; "), "content-type": "application/x-www-form-urlencoded" },
      body: form.match(/.{1,20}/gs) ?? [],
    });
    expect([status, String(headers["set-cookie"])]).toEqual([200, expect.stringContaining("session-token")]);
  });
});

test("the panel logs no error if a client disconnects while sending a body", async () => {
  const json = ["Content-Type: application/json", "Content-Length: 100"];
  const form = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 100"];
  const requests: [line: string, headers: string[]][] = [
    ["PATCH /api/panel/config", json],
    ["POST /api/panel/guilds", json],
    ["PUT /api/panel/config/raw", json],
    ["POST /api/auth/callback/credentials", form],
    ["POST /api/auth/callback/credentials", json],
    ["POST /api/setup", json],
    ["POST /api/v9/applications", json],
  ];
  const before = panel.output().length;
  const lines = () =>
    panel
      .output()
      .slice(before)
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { level: number; status?: number; msg: string });
  for (const [line, headers] of requests) {
    const wire = await Wire.to(panel.url);
    wire.head(`${line} HTTP/1.1`, ...headers, ...signedIn()).lines("{");
    // This answer shows that the front door has already received the first half of the request above.
    await fetch(`${panel.url}/api/health`);
    wire.close();
  }
  const left = () => lines().filter(({ status }) => status === 499).length;
  await expect.poll(left).toBe(requests.length);
  await client.fetch("/api/panel/config");
  expect(lines().filter(({ level }) => level >= 40)).toEqual([]);
});

test.describe("budgets", () => {
  const healthOf = async (url: string) => (await fetch(`${url}/api/health`)).status;
  const metrics = async ({ url } = panel) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    return (await fetch(`${url}/api/metrics`, { headers })).text();
  };
  /** Returns how much of a budget is in use, according to the metrics. */
  const used = (budget: string, text: string) =>
    Number(text.match(`budget_used\\{budget="${budget}"\\} (\\d+)`)?.[1]);

  test("the panel closes a connection with more than 32 waiting requests", async () => {
    const wire = await Wire.to(panel.url);
    wire.head(...Array.from({ length: 34 }, () => "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    expect(await healthOf(panel.url)).toBe(200);
    expect((await wire.ended()).match(/^HTTP\/1\.1 200/gm) ?? []).toHaveLength(0);
    expect(await metrics()).toMatch(/^instance_admin_budget_refused_total\{budget="pipelined"\} [1-9]/m);
  });

  test("the panel answers pipelined requests in order", async () => {
    const wire = await Wire.to(panel.url);
    const paths = Array.from({ length: 33 }, (_, at) => (at % 3 === 0 ? "/login" : `/api/v9/nothing/${at}`));
    const first = paths.slice(0, -1).map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    wire.head(`${first.join("")}GET ${paths.at(-1)} HTTP/1.1`, "Connection: close");
    const statuses = [...(await wire.ended()).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual(paths.map((path) => (path === "/login" ? "200" : "404")));
  });

  test("the panel renders 4 pages at a time, and answers other requests before queued pages", async () => {
    const order: string[] = [];
    const pages = Array.from({ length: 300 }, async () => {
      const response = await fetch(`${panel.url}/login`);
      await response.text();
      if (response.ok) order.push("page");
      return `${response.status} ${response.headers.get("retry-after")}`;
    });
    const done = Promise.all(pages).then(() => order.push("all"));
    const statuses = await Promise.all(
      ["/api/health", "/api/v9/nothing", "/api/panel/config"].map(async (path) => {
        const { status } = await client.fetch(path);
        order.push(path);
        return status;
      }),
    );
    const rendering: number[] = [];
    const queued: number[] = [];
    while (order.at(-1) !== "all") {
      const text = await metrics();
      rendering.push(used("pages rendering", text));
      queued.push(used("pages queued", text));
    }
    await done;
    expect(statuses).toEqual([200, 404, 200]);
    expect(new Set(await Promise.all(pages))).toEqual(new Set(["200 null", "503 2"]));
    // The front door answers the other requests after it has rendered only a few pages.
    expect(order.indexOf("/api/panel/config")).toBeLessThan(50);
    expect(Math.max(...rendering)).toBeLessThanOrEqual(4);
    expect(Math.max(...queued)).toBeLessThanOrEqual(100);
    const text = await metrics();
    expect(text).toMatch(/^instance_admin_budget_limit\{budget="pages queued"\} 100$/m);
    expect(text).toMatch(/^instance_admin_budget_refused_total\{budget="pages queued"\} [1-9]/m);
  });

  test("the panel does not render pages for clients that have disconnected", async () => {
    const wires = await Promise.all(Array.from({ length: 90 }, () => Wire.to(panel.url)));
    for (const wire of wires) wire.head("GET /login HTTP/1.1");
    for (const wire of wires) wire.close();
    await expect.poll(metrics).toMatch(/^instance_admin_budget_used\{budget="pages queued"\} 0$/m);
    expect((await fetch(`${panel.url}/login`)).status).toBe(200);
  });

  test("the panel allows 1,000 connections per client, and more for a trusted proxy", async ({
    panelBeforeSetUp,
  }) => {
    for (const [subject, isRefused] of [
      [panelBeforeSetUp, true],
      [panel, false],
    ] as const) {
      const { url } = subject;
      const wires: Wire[] = [];
      // Connections of earlier requests in this test are still open.
      const open = used("connections", await metrics(subject));
      while (wires.length < 1_000 - open) wires.push(await Wire.to(url));
      const healthOn = (wire: Wire | undefined) => wire?.head("GET /api/health HTTP/1.1").says(/\r\n\r\n/);
      expect(await healthOn(wires.at(-1))).toMatch(/^HTTP\/1\.1 200 /);
      const next = await Wire.to(url);
      expect(await healthOn(next)).toMatch(
        isRefused ? /^HTTP\/1\.1 503 [^]*\r\nRetry-After: / : /^HTTP\/1\.1 200 /,
      );
      for (const wire of [...wires, next]) wire.close();
      await expect.poll(() => healthOf(url).catch(() => 0)).toBe(200);
    }
  });
});

test.describe("a name that is slow to normalize does not delay other requests", () => {
  const name = "\u0344\u0323".repeat(64 * 1024);
  const password = "lantern on the pier";
  const json = { "content-type": "application/json" };
  const post = (path: string, body: string, headers: Record<string, string> = json) =>
    fetch(panel.url + path, { method: "POST", headers, body });

  /** Sends a request several times, and requests the panel's health concurrently. */
  async function meanwhile(send: () => Promise<Response>, times = 12): Promise<Set<number>> {
    const sent = Array.from({ length: times }, send);
    const health = await fetch(`${panel.url}/api/health`);
    expect(health.status).toBe(200);
    return new Set((await Promise.all(sent)).map(({ status }) => status));
  }

  test("during a sign-in", async () => {
    const form = new URLSearchParams({ csrfToken: "x", username: name, password, json: "true" }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    expect(await meanwhile(() => post("/api/auth/callback/credentials", form, type))).toEqual(new Set([413]));
  });

  test("during or after setup", async ({ panelBeforeSetUp }) => {
    for (const { url } of [panelBeforeSetUp, panel]) {
      const send = (body: object) => () =>
        fetch(`${url}/api/setup`, { method: "POST", headers: json, body: JSON.stringify(body) });
      const long = { token: "x", username: name, password, guildName: name };
      expect(await meanwhile(send(long))).toEqual(new Set([413]));
      for (const field of ["username", "guildName"]) {
        const body = { token: "x", username: "mara", password, guildName: "Pier" };
        // With this name, the body is just under the front door's limit.
        const refused = await meanwhile(send({ ...body, [field]: name.slice(0, 7000) }));
        expect([field, refused]).toEqual([field, new Set([422])]);
      }
    }
  });

  test("when a guild is created", async () => {
    const send = () => client.send("POST", "/api/panel/guilds", { name });
    expect(await meanwhile(send)).toEqual(new Set([400]));
  });

  test("when an application is created", async () => {
    const authorization = await client.userToken();
    const headers = { ...json, authorization };
    for (const [given, status] of [
      [name, 413],
      [name.slice(0, 30_000), 400],
    ] as const) {
      const body = JSON.stringify({ name: given });
      expect(await meanwhile(() => post("/api/v9/applications", body, headers))).toEqual(new Set([status]));
    }
  });
});

test("an unknown proxy is reported once, with the variable to set", async () => {
  const own = await startPanel({ env: { INSTANCE_API_URL: "http://127.0.0.1:9" }, config: TRUSTING });
  const configured = await startPanel({
    env: {
      INSTANCE_API_URL: "http://127.0.0.1:9",
      NEXTAUTH_URL: "https://panel.example.org",
      TRUSTED_PROXIES: "loopback",
    },
  });
  try {
    const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
    for (const { url } of [own, own, configured]) await fetch(`${url}/login`, { headers });
    const signedIn = await PanelClient.signIn(own);
    const problems = async () => {
      const { problems: all } = await signedIn.json<ConfigSnapshot>("/api/panel/config");
      return all.map(({ message }) => message);
    };
    for (const variable of ["NEXTAUTH_URL", "TRUSTED_PROXIES"]) {
      const sentence = expect.stringMatching(new RegExp(`\\bset ${variable} to\\b`, "i"));
      await expect.poll(problems).toContainEqual(sentence);
      expect(own.output().match(new RegExp(`"variable":"${variable}"`, "g"))).toHaveLength(1);
    }
    expect(configured.output()).not.toContain('"variable"');
  } finally {
    await own.dispose();
    await configured.dispose();
  }
});

test("wrong passwords from one address behind a trusted proxy do not lock out other addresses", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const attempt = (username: string, password: string, address: string) =>
    PanelClient.signIn(panel, { username, password }, from(address)).then(
      () => "in",
      (error: Error) => (error.message.includes("throttled") ? "throttled" : "wrong"),
    );
  const guesses: string[] = [];
  // The front door queues 25 sign-ins of a client.
  for (let from = 0; from < 53; from += 20) {
    const some = Array.from({ length: Math.min(20, 53 - from) }, (_, at) => `nobody ${from + at}`);
    guesses.push(...(await Promise.all(some.map((name) => attempt(name, "a wrong guess", "203.0.113.1")))));
  }
  expect(guesses.filter((outcome) => outcome === "wrong").length).toBeGreaterThanOrEqual(50);
  const { username, password } = operator;
  // A client can send addresses in the header, but the panel uses only the address that the proxy appends.
  const addresses = ["203.0.113.1", "203.0.113.2, 203.0.113.1", "203.0.113.2"];
  let outcomes: string[] = [];
  // The first wait is a second, and each further guess doubles it, until it is longer than three attempts take.
  for (let round = 0; round < 7 && outcomes[1] !== "throttled"; round += 1) {
    await attempt("nobody", "a wrong guess", "203.0.113.1");
    outcomes = await Promise.all(addresses.map((address) => attempt(username, password, address)));
  }
  expect(outcomes).toEqual(["throttled", "throttled", "in"]);
});
