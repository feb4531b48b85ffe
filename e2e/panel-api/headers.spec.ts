import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, METRICS_TOKEN, test } from "../support/instance";
import { operator, type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { Wire } from "../support/wire";

const CSP = "content-security-policy";
const NONCE = "nonce-of-the-client";
const LARGE = { "content-length": "999999999" };

let panel: Panel;
let client: PanelClient;
let authorization: string;
test.beforeAll(async ({ panelWith }) => {
  ({ panel, client } = await panelWith());
  authorization = await client.userToken();
});

type Kind = "page" | "form" | "nothing" | "open";

const base = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const page = expect.stringMatching(
  /^default-src 'self'; script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'; .*; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
);
const kinds: Record<Kind, Record<string, unknown>> = {
  page: { ...base, [CSP]: page },
  form: {
    ...base,
    [CSP]:
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
  nothing: { ...base, [CSP]: nothing },
  open: { ...base, [CSP]: nothing, "cross-origin-resource-policy": "cross-origin" },
};

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function ask(origin: string, path: string, { method = "GET", headers, body }: Asked = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer: IncomingMessage) => {
      const { statusCode: status = 0, headers: answered } = answer;
      text(answer).then((read) => resolve({ status, headers: answered, body: read }), reject);
    });
    sent.on("error", reject);
    // A body over the limit is not sent, because the server responds as soon as it has read the
    // Content-Length header.
    if (headers?.["content-length"] === LARGE["content-length"]) sent.flushHeaders();
    else sent.end(body);
  });
}

const json = { "content-type": "application/json" };
const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };

const answers: [what: string, kind: Kind, status: number, path: string, asked?: Asked][] = [
  ["a page", "page", 200, "/login"],
  ["an unknown page", "page", 404, "/nowhere"],
  ["a redirect to the sign-in page", "page", 307, "/settings/general"],
  ["a redirect to the canonical path", "nothing", 308, "/login/"],
  ["an unknown script", "page", 404, "/_next/static/chunks/nope.js"],
  ["an unknown action", "nothing", 405, "/login", { method: "POST", headers: { "next-action": "x" } }],
  ["options of the whole server", "nothing", 405, "*", { method: "OPTIONS" }],
  [
    "the image optimizer",
    "page",
    404,
    `/_next/image?url=${encodeURIComponent('/x\n{"level":30}')}&w=64&q=75`,
  ],
  ["a page with an unsupported method", "nothing", 405, "/login", { method: "TRACE" }],
  ["a page with a body over the limit", "nothing", 405, "/login", { method: "POST", headers: LARGE }],
  ["a malformed path", "nothing", 404, "/settings/%zz"],
  ["a static file", "nothing", 200, "/screenshot.png"],
  ["a part of a static file", "nothing", 206, "/screenshot.png", { headers: { range: "bytes=0-9" } }],
  ["the icon", "nothing", 200, "/icon.svg"],
  ["health", "nothing", 200, "/api/health"],
  ["health with an unsupported method", "nothing", 405, "/api/health", { method: "DELETE" }],
  ["metrics without the token", "nothing", 401, "/api/metrics"],
  ["metrics", "nothing", 200, "/api/metrics", { headers: bearer }],
  ["the panel API without a session", "nothing", 401, "/api/panel/config"],
  [
    "the panel API with a body over the limit and no session",
    "nothing",
    401,
    "/api/panel/config",
    { method: "PATCH", headers: LARGE },
  ],
  ["the panel API with a malformed path", "nothing", 404, "/api/panel/%zz"],
  [
    "setup from another origin",
    "nothing",
    403,
    "/api/setup",
    { method: "POST", headers: { origin: "https://evil.example" } },
  ],
  ["next-auth with a CSRF token", "form", 200, "/api/auth/csrf"],
  ["next-auth at sign-in", "form", 302, "/api/auth/signin"],
  ["next-auth at sign-out", "form", 200, "/api/auth/signout"],
  ["next-auth with an error", "form", 302, "/api/auth/error?error=Verification"],
  ["next-auth with an unknown path", "form", 400, "/api/auth/nowhere"],
  ["next-auth with an unsupported method", "form", 405, "/api/auth/csrf", { method: "TRACE" }],
  [
    "next-auth with a body over the limit",
    "form",
    413,
    "/api/auth/signout",
    { method: "POST", headers: LARGE },
  ],
  [
    "next-auth with invalid JSON",
    "form",
    400,
    "/api/auth/signout",
    { method: "POST", headers: json, body: "{" },
  ],
  ["the instance API without a token", "open", 401, "/api/v9/applications", { method: "POST" }],
  ["the instance API with an unknown path", "open", 404, "/api/v9/nowhere"],
  ["the instance API with a TRACE request", "open", 405, "/api/v9/applications", { method: "TRACE" }],
  ["the instance API with an unsupported method", "open", 405, "/api/v9/applications", { method: "PUT" }],
  ["the instance API with a preflight request", "open", 204, "/api/v9/applications", { method: "OPTIONS" }],
  ["the instance API with a malformed path", "open", 404, "/api/v9/%zz"],
  ["the instance API's description", "open", 200, "/api/openapi.json"],
];

for (const [what, kind, status, path, asked] of answers) {
  test(`the response has security headers: ${what}, ${asked?.method ?? "GET"} ${path} (${status})`, async () => {
    const answer = await ask(panel.url, path, asked);
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(kinds[kind])]);
    // Over http, this header would force the browser to use https.
    expect(answer.headers).not.toHaveProperty("strict-transport-security");
  });
}

test("responses to signed-in operators have security headers and must not be cached", async () => {
  for (const [path, kind, status] of [
    ["/settings/general", "page", 200],
    ["/api/panel/config", "nothing", 200],
    ["/api/panel/config/export", "nothing", 200],
    ["/api/panel/events", "nothing", 200],
    ["/api/panel/nowhere", "nothing", 404],
  ] as const) {
    const response = await client.fetch(path);
    expect([path, response.status]).toEqual([path, status]);
    expect(Object.fromEntries(response.headers)).toEqual(expect.objectContaining(kinds[kind]));
    expect([path, response.headers.get("cache-control")]).toEqual([
      path,
      expect.stringContaining("no-store"),
    ]);
    await response.body?.cancel();
  }
});

test("the instance API's responses to requests with a valid token have security headers", async () => {
  const headers = { ...json, authorization };
  const sent: [status: number, asked: Asked][] = [
    [200, { headers, body: '{"name":"Harbor"}' }],
    [400, { headers, body: "{" }],
    [413, { headers: { ...headers, ...LARGE } }],
  ];
  for (const [status, asked] of sent) {
    const answer = await ask(panel.url, "/api/v9/applications", { method: "POST", ...asked });
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(kinds.open)]);
  }
});

test("responses to invalid HTTP have security headers", async () => {
  const raw: [status: number, ...lines: string[]][] = [
    [400, "NONSENSE"],
    [400, "GET /login HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"],
    [400, "MOOR /login HTTP/1.1"],
    [417, "GET /login HTTP/1.1", "Connection: close", "Expect: a miracle"],
    [431, "GET /login HTTP/1.1", `X-Long: ${"x".repeat(20_000)}`],
  ];
  for (const [status, ...lines] of raw) {
    const received = (await (await Wire.to(panel.url)).head(...lines).ended()).toLowerCase();
    expect([lines[0], received.split("\r\n")[0]]).toEqual([lines[0], expect.stringContaining(` ${status} `)]);
    for (const [name, value] of Object.entries(kinds.nothing))
      expect(received).toContain(`\r\n${name}: ${String(value)}\r\n`);
  }
});

test("the response to a request without a Host header has security headers", async () => {
  const wire = await Wire.to(panel.url);
  const received = (await wire.lines("GET /login HTTP/1.1", "Connection: close").ended()).toLowerCase();
  expect(received).toMatch(/^http\/1\.1 400 /);
  for (const [name, value] of Object.entries(kinds.nothing))
    expect(received).toContain(`\r\n${name}: ${String(value)}\r\n`);
});

test("a page never uses a nonce that the client sent", async () => {
  const paths = ["/login", "/nowhere", "/icon.svgX", "/icon.svg/x", "/favicon.ico", "/api%2fx", "/%61pi/x"];
  const files = [
    "/_next/static/nope.js",
    "/_next/image?url=x",
    "/_next/data/x/api/y.json",
    "/screenshot.pngX",
  ];
  const headers = { "x-nonce": NONCE, [CSP]: `script-src 'nonce-${NONCE}'` };
  for (const path of [...paths, ...files]) {
    const answer = await ask(panel.url, path, { headers });
    expect([path, answer.headers[CSP]]).toEqual([path, page]);
    expect([path, answer.body.includes(NONCE)]).toEqual([path, false]);
  }
});

test.describe("with an https:// address in NEXTAUTH_URL", () => {
  const host = "panel.example.org";
  let secure: Panel;
  test.beforeAll(async () => void (secure = await startPanel({ env: { NEXTAUTH_URL: `https://${host}` } })));
  test.afterAll(() => secure.dispose());

  test("every response has Strict-Transport-Security", async () => {
    const hsts = { "strict-transport-security": "max-age=31536000" };
    for (const path of [
      "/login",
      "/nowhere",
      "/screenshot.png",
      "/api/health",
      "/api/auth/csrf",
      "/api/v9/x",
    ]) {
      const { headers } = await ask(secure.url, path, { headers: { host } });
      expect([path, headers]).toEqual([path, expect.objectContaining(hsts)]);
    }
    const received = await (await Wire.to(secure.url)).head("NONSENSE").ended();
    expect(received).toContain("\r\nStrict-Transport-Security: max-age=31536000\r\n");
  });

  test("all cookies have the prefix __Host-, and sign-in works", async () => {
    const session = new PanelClient(secure.url);
    const lines = [
      ...(await session.fetch("/api/auth/csrf")).headers.getSetCookie(),
      ...(await session.trySignIn(operator)).headers.getSetCookie(),
    ];
    const names = lines.map((line) => line.split("=")[0]);
    expect(new Set(names)).toEqual(
      new Set([
        "__Host-next-auth.csrf-token",
        "__Host-next-auth.callback-url",
        "__Host-next-auth.session-token",
      ]),
    );
    for (const line of lines) {
      for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
        expect(line).toContain(`; ${attribute}`);
      expect(line).not.toMatch(/; domain=/i);
    }
    expect((await session.fetch("/api/panel/config")).status).toBe(200);
    const { csrfToken } = await session.json<{ csrfToken: string }>("/api/auth/csrf");
    const left = await session.send("POST", "/api/auth/signout", { csrfToken, json: true });
    expect([left.status, (await session.fetch("/api/panel/config")).status]).toEqual([200, 401]);
  });

  test("next-auth removes an invalid callback cookie", async () => {
    const cookie = "__Host-next-auth.callback-url=javascript:alert(1)";
    const { status, headers } = await ask(secure.url, "/api/auth/csrf", { headers: { host, cookie } });
    expect([status, String(headers["set-cookie"])]).toEqual([200, expect.not.stringContaining("javascript")]);
  });
});

test("cookies have no prefix over http", async () => {
  const { headers } = await ask(panel.url, "/api/auth/csrf");
  const names = headers["set-cookie"]?.map((line) => line.split("=")[0]);
  expect(names).toEqual(["next-auth.csrf-token", "next-auth.callback-url"]);
});
