import { expect, type Instance, test } from "../support/instance";
import { rawRequest } from "../support/raw-request";

/*
 * Tests limits.rate.* (docs/instance-api.md, "Rate limits"). The panel counts separately for each combination
 * of maximum count and window length, so each test uses a different window length. The windows are so long
 * that none ends during a test.
 */

const limited = { message: "You are being rate limited.", retry_after: expect.any(Number) };
const roomy = { count: 100_000, window: 3600 };
let length = 10_000;

function limit(instance: Instance, windows: Record<string, number>): void {
  const counts = { ip: roomy.count, global: roomy.count, error: roomy.count, ...windows };
  length += 1;
  const rate = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, { count, window: length }]),
  );
  instance.configure((config) => void (config.limits = { rate: { enabled: true, ...rate } }));
}

/** Adds a user. Returns a function that creates an application as this user, with a valid name by default. */
async function person(instance: Instance, rights = "0") {
  const authorization = await instance.token(await instance.addUser("somebody", rights));
  const create = (name: unknown = "Harbor", headers: Record<string, string> = {}) =>
    instance.post("/api/v9/applications", { name }, { authorization, ...headers });
  return { create };
}

test.afterEach(({ instance }) => instance.configure((config) => void delete config.limits));

test("no rate limit applies while limits.rate.enabled is off", async ({ instance }) => {
  instance.configure((config) => void (config.limits = { rate: { ip: { count: 1, window: 3600 } } }));
  const { create } = await person(instance);
  for (let request = 0; request < 3; request += 1) {
    const { status, headers } = await create();
    expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, null]);
  }
});

test("headers contain the remaining requests, and a 429 response contains the time to wait", async ({
  instance,
}) => {
  const { create } = await person(instance);
  limit(instance, { ip: 3 });
  for (const remaining of ["2", "1", "0"]) {
    const { status, headers } = await create();
    expect(status).toBe(200);
    expect(headers.get("x-ratelimit-limit")).toBe("3");
    expect(headers.get("x-ratelimit-remaining")).toBe(remaining);
    expect(headers.get("x-ratelimit-bucket")).toBeTruthy();
    const after = Number(headers.get("x-ratelimit-reset-after"));
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(length);
    // The reset time is in seconds since 1970, with a fraction: the time of the response plus the rest of the window.
    const answered = Date.parse(headers.get("date") ?? "") / 1000;
    expect(Math.abs(Number(headers.get("x-ratelimit-reset")) - after - answered)).toBeLessThan(60);
  }
  const { status, headers, body } = await create();
  expect([status, body]).toEqual([429, { ...limited, global: false }]);
  const wait = Number(body.retry_after);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
  expect(Number(headers.get("retry-after"))).toBe(Math.ceil(wait));
  expect(wait).toBeLessThanOrEqual(length);
  expect(headers.get("x-ratelimit-remaining")).toBe("0");
  expect(headers.get("x-ratelimit-scope")).toBe("user");
  expect(headers.get("x-ratelimit-global")).toBeNull();
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("the global window counts the requests of all callers together", async ({ instance }) => {
  const one = await person(instance);
  const other = await person(instance);
  limit(instance, { global: 2 });
  expect((await one.create()).headers.get("x-ratelimit-remaining")).toBe("1");
  expect((await other.create()).headers.get("x-ratelimit-remaining")).toBe("0");
  const { status, headers, body } = await one.create();
  expect([status, body]).toEqual([429, { ...limited, global: true }]);
  expect(headers.get("x-ratelimit-global")).toBe("true");
  expect(headers.get("x-ratelimit-scope")).toBe("global");
});

test("the error window counts each user's errors separately", async ({ instance }) => {
  const one = await person(instance);
  const other = await person(instance);
  limit(instance, { error: 2 });
  expect((await one.create()).status).toBe(200);
  expect((await one.create()).status).toBe(200);
  expect((await one.create(1)).status).toBe(400);
  expect((await one.create(1)).status).toBe(400);
  const { status, body } = await one.create();
  expect([status, body]).toEqual([429, { ...limited, global: false }]);
  expect((await other.create()).status).toBe(200);
});

test("errors caused by an invalid token count toward the limit for the caller's address", async ({
  instance,
}) => {
  const { create } = await person(instance);
  limit(instance, { error: 2 });
  for (const status of [401, 401, 429])
    expect((await create("Harbor", { authorization: "bad" })).status).toBe(status);
  expect((await create()).status).toBe(200);
});

test("every request counts toward the limit, including unknown paths and unsupported methods", async ({
  instance,
}) => {
  const { id } = await instance.addBot();
  const authorization = await instance.token(await instance.addUser("somebody"));
  const paths = [
    "applications",
    `applications/${id}/bot`,
    `applications/${id}/bot/reset`,
    "oauth2/authorize",
  ];
  const requests = [
    ...paths.map((path) => ["POST", path] as const),
    ["GET", "applications"] as const,
    ["GET", "gateway"] as const,
    ["PATCH", `applications/${id}`] as const,
    ["PUT", "users/@me"] as const,
    ["POST", "users/@me"] as const,
  ];
  for (const [method, path] of requests) {
    limit(instance, { ip: 1 });
    const send = () => instance.send(`/api/v9/${path}`, { method, headers: { authorization } });
    expect([path, (await send()).status === 429]).toEqual([path, false]);
    expect([path, (await send()).status]).toEqual([path, 429]);
  }
});

test("the rights BYPASS_RATE_LIMITS and OPERATOR exempt a user from every window", async ({ instance }) => {
  const common = await person(instance, String((1n << 64n) - 1n - 1n - (1n << 9n)));
  limit(instance, { ip: 1, global: 1, error: 1 });
  for (const rights of ["512", "1"]) {
    const { create } = await person(instance, rights);
    for (const [name, status] of [
      ["Harbor", 200],
      [1, 400],
      [1, 400],
      ["Harbor", 200],
    ] as const) {
      const answer = await create(name);
      expect([answer.status, answer.headers.get("x-ratelimit-limit")]).toEqual([status, null]);
    }
  }
  // Requests from exempt users do not count toward any limit. A user with every right except
  // BYPASS_RATE_LIMITS and OPERATOR is limited.
  expect((await common.create()).status).toBe(200);
  expect((await common.create()).status).toBe(429);
});

test("changed limits take effect immediately", async ({ instance }) => {
  const { create } = await person(instance);
  limit(instance, { ip: 1 });
  await create();
  expect((await create()).status).toBe(429);
  limit(instance, { ip: 2 });
  expect((await create()).headers.get("x-ratelimit-limit")).toBe("2");
  instance.configure((config) => void delete config.limits);
  expect((await create()).headers.get("x-ratelimit-limit")).toBeNull();
});

test.describe("the caller's address", () => {
  const headerName = "X-Real-Ip";

  /** Sends a request with these headers. Returns how many requests remain for the client's address. */
  async function left(instance: Instance, headers: Record<string, string>): Promise<number | string | null> {
    const { create } = await person(instance);
    const answer = await create("Harbor", headers);
    return answer.status === 429 ? "limited" : answer.headers.get("x-ratelimit-remaining");
  }

  test.afterEach(({ instance }) =>
    instance.configure((config) => {
      delete config.security?.forwardedFor;
      delete config.security?.trustedProxies;
    }),
  );

  test("is the socket's address if the client is not a trusted proxy", async ({ instance }) => {
    instance.configure((config) => {
      Object.assign(config.security ?? {}, { forwardedFor: headerName, trustedProxies: "203.0.113.0/24" });
    });
    limit(instance, { ip: 4 });
    const forged: Record<string, string>[] = [
      { "x-instance-admin-peer": "203.0.113.7" },
      { "X-Instance-Admin-Peer": "203.0.113.7", [headerName]: "198.51.100.1" },
      { "x-forwarded-for": "198.51.100.2" },
      { [headerName]: "198.51.100.3", forwarded: "for=198.51.100.3" },
    ];
    const seen = [];
    for (const headers of forged) seen.push(await left(instance, headers));
    expect(seen).toEqual(["3", "2", "1", "0"]);
    expect(await left(instance, { [headerName]: "198.51.100.4" })).toBe("limited");
  });

  test("is the last address in the proxy header that is not a trusted proxy", async ({ instance }) => {
    instance.configure((config) => {
      const trustedProxies = "loopback, 203.0.113.0/24";
      Object.assign(config.security ?? {}, { forwardedFor: headerName, trustedProxies });
    });
    limit(instance, { ip: 5 });
    // All these requests count toward the limit of 198.51.100.1, because the client could have written
    // anything to the left of this address.
    expect(await left(instance, { [headerName]: "198.51.100.1" })).toBe("4");
    expect(await left(instance, { [headerName]: "198.51.100.9, 198.51.100.1" })).toBe("3");
    expect(await left(instance, { [headerName]: "198.51.100.8,198.51.100.1 , 203.0.113.7" })).toBe("2");
    expect(await left(instance, { [headerName]: "::ffff:198.51.100.1" })).toBe("1");
    expect(await left(instance, { [headerName]: "198.51.100.1:4711, 203.0.113.7, 127.0.0.1" })).toBe("0");
    expect(await left(instance, { [headerName]: "198.51.100.9, 198.51.100.1" })).toBe("limited");
    // Another address has a separate count. A header other than the configured one is ignored.
    expect(await left(instance, { [headerName]: "198.51.100.2" })).toBe("4");
    expect(await left(instance, { "x-forwarded-for": "198.51.100.2" })).toBe("4");
    expect(await left(instance, { "x-forwarded-for": "198.51.100.3" })).toBe("3");
    // The panel stops reading the header at an entry that is not an address. Here, the request counts toward
    // the limit of the proxy itself.
    expect(await left(instance, { [headerName]: "nonsense" })).toBe("2");
  });

  test("comes from the Forwarded header if that header is configured", async ({ instance }) => {
    instance.configure((config) => {
      Object.assign(config.security ?? {}, { forwardedFor: "Forwarded", trustedProxies: "loopback" });
    });
    limit(instance, { ip: 4 });
    expect(await left(instance, { forwarded: "for=198.51.100.1;proto=https" })).toBe("3");
    expect(await left(instance, { forwarded: 'for=_made.up, proto=http;For="198.51.100.1:4711"' })).toBe("2");
    expect(await left(instance, { forwarded: 'for=198.51.100.1, for="[::1]:80";by=127.0.0.1' })).toBe("1");
    expect(await left(instance, { forwarded: 'for="[2001:db8::1]"' })).toBe("3");
    expect(await left(instance, { "x-forwarded-for": "198.51.100.1" })).toBe("3");
  });

  test("comes from the last proxy header if the request has several", async ({ instance }) => {
    instance.configure((config) => {
      Object.assign(config.security ?? {}, { forwardedFor: headerName, trustedProxies: "loopback" });
    });
    limit(instance, { ip: 4 });
    const authorization = await instance.token(await instance.addUser("somebody"));
    const remaining = [];
    for (const made of ["198.51.100.7", "198.51.100.8", "127.0.0.1"]) {
      const headers = { authorization, [headerName]: [made, "198.51.100.1"] };
      const answer = await rawRequest(instance.url, "/api/v9/applications", { headers });
      remaining.push(answer.headers["x-ratelimit-remaining"]);
    }
    expect(remaining).toEqual(["3", "2", "1"]);
  });

  test("is the socket's address if no address header is configured", async ({ instance }) => {
    instance.configure((config) => void Object.assign(config.security ?? {}, { trustedProxies: "loopback" }));
    limit(instance, { ip: 5 });
    expect(await left(instance, { "x-forwarded-for": "198.51.100.1" })).toBe("4");
    expect(await left(instance, { "x-forwarded-for": "198.51.100.2" })).toBe("3");
  });
});
