import { createServer, type RequestListener } from "node:http";
import { createServer as createTcp, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { closedPort, drafts, listening, outline, tried } from "@/testing/check-setting";

const serving = (listener: RequestListener) => listening(createServer(listener));

describe("a check over HTTP", () => {
  it("sends one request, and shows only the status of the response", async () => {
    const asked: string[] = [];
    const port = await serving((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.host}`);
      response.writeHead(404).end("a page that must not be told");
    });
    const result = await tried("imageProxy", {
      "cdn.imageProxyServerUrl": `http://127.0.0.1:${port}`,
    });
    expect(result).toMatchObject({ ok: true });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Answer ok"]);
    expect(asked).toEqual([`GET / 127.0.0.1:${port}`]);
    expect(JSON.stringify(result)).not.toContain("a page that must not be told");
  });

  it.each([
    ["api", "api.endpointPrivate", "/api/v9/ping"],
    ["imageProxy", "cdn.imageProxyServerUrl", "/"],
    ["errorTracking", "errorTracking.endpoint", "/"],
    ["gateway", "gateway.endpointPrivate", "/"],
  ] as const)("requests a well-known path instead of the stored path: %s", async (kind, path, known) => {
    const asked: string[] = [];
    const port = await serving((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "no key"}`);
      response.end();
    });
    const stored = ["/admin/users/1/delete?sure=1", "/api/../_cat/indices/7", "/%2e%2e/latest/meta-data/1"];
    for (const rest of stored) await tried(kind, { [path]: `http://key:word@127.0.0.1:${port}${rest}` });
    expect(asked).toEqual(stored.map(() => `GET ${known} no key`));
  });

  it("appends its request to the path of a CDN, as the instance does", async () => {
    const asked: string[] = [];
    const port = await serving((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "no key"}`);
      response.writeHead(request.url === "/ping" ? 200 : 404).end();
    });
    const at = (rest: string) => ({ "cdn.endpointPrivate": `http://key:word@127.0.0.1:${port}${rest}` });
    const results = [];
    for (const rest of ["", "/", "/nope", "/a/../nope/?x=1"])
      results.push(await tried("cdn", at(rest), { naming: "branded" }));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, false]);
    const nope = "GET /nope/ping no key";
    expect(asked).toEqual(["GET /ping no key", "GET /ping no key", nope, nope]);
  });

  it.each([
    [428, true],
    [429, false],
    [430, true],
  ])("counts status %i as a response: %s", async (status, isUp) => {
    const port = await serving((_request, response) => {
      response.writeHead(status, { "retry-after": "12" }).end();
    });
    const { ok, steps } = await tried("cdn", { "cdn.endpointPrivate": `http://127.0.0.1:${port}` });
    expect(ok).toBe(isUp);
    if (!isUp) expect(steps.at(-1)?.message).toContain("refuses requests for 12 more seconds");
  });

  it("checks the public and the internal address, and labels each step", async () => {
    const port = await serving((_request, response) => response.end());
    const nowhere = await closedPort(createTcp());
    const result = await tried("api", {
      "api.endpointPublic": `http://localhost:${port}/api`,
      "api.endpointPrivate": `http://127.0.0.1:${nowhere}`,
    });
    expect(result.ok).toBe(false);
    expect(result.steps.map(({ target, name, ok }) => [target, name, ok])).toEqual([
      ["Public address", "Name", true],
      ["Public address", "Connection", true],
      ["Public address", "Answer", true],
      ["Internal address", "Name", true],
      ["Internal address", "Connection", false],
    ]);
    expect(result.steps.at(-1)?.message).toMatch(/^No service is listening on this port/);
  });

  it("fails on a redirect, and does not follow it", async () => {
    const asked: string[] = [];
    const port = await serving((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    });
    const result = await tried("cdn", { "cdn.endpointPublic": `http://127.0.0.1:${port}` });
    expect(result.ok).toBe(false);
    expect(result.steps.at(-1)?.message).toContain("redirects to http://169.254.169.254. Many clients");
    expect(asked).toEqual(["/ping"]);
  });

  it("fails if the server responds with status 500 or 502", async () => {
    const port = await serving((request, response) =>
      response.writeHead(request.url === "/ping" ? 502 : 500).end(),
    );
    const proxy = await tried("cdn", { "cdn.endpointPublic": `http://127.0.0.1:${port}` });
    expect(proxy.steps.at(-1)?.message).toContain("the service behind it does not");
    const server = await tried("imageProxy", { "cdn.imageProxyServerUrl": `http://127.0.0.1:${port}` });
    expect(server.steps.at(-1)).toMatchObject({ ok: false, name: "Answer" });
  });

  it("closes the connection at the time limit or if the operator cancels", async () => {
    const sockets: Promise<unknown>[] = [];
    const silent = createTcp((socket: Socket) => {
      sockets.push(new Promise((resolve) => socket.on("close", resolve)));
      socket.resume();
    });
    const saved = { "cdn.endpointPublic": `http://127.0.0.1:${await listening(silent)}` };
    const slow = await tried("cdn", saved, { limitMs: 100 });
    expect(slow.steps.at(-1)).toMatchObject({ name: "Answer", ok: false });
    expect(slow.steps.at(-1)?.message).toContain("No response within 0.1 seconds");

    const canceled = new AbortController();
    silent.once("connection", () => canceled.abort());
    const stopped = await tried("cdn", saved, { signal: canceled.signal });
    expect(stopped.steps.at(-1)).toMatchObject({ ok: false, message: "Canceled." });
    expect(sockets).toHaveLength(2);
    await Promise.all(sockets);
  });

  it("fails if the response is neither HTTP nor TLS, and does not show it", async () => {
    const port = await listening(createTcp((socket) => void socket.end("220 secret banner\r\n")));
    const plain = await tried("cdn", { "cdn.endpointPublic": `http://127.0.0.1:${port}` });
    expect(plain.ok).toBe(false);
    const tls = await tried("cdn", { "cdn.endpointPublic": `https://127.0.0.1:${port}` });
    expect(tls.steps.at(-1)).toMatchObject({ name: "TLS", ok: false });
    expect(JSON.stringify([plain, tls])).not.toContain("secret banner");
  });

  it("fails if the address is not set or the host does not exist", async () => {
    expect((await tried("api", {})).steps).toEqual([
      { name: "Address", ok: false, message: "The address is not set. Enter one first." },
    ]);
    const unknown = await tried("api", { "api.endpointPublic": "https://no-such-host.invalid/api" });
    expect(outline(unknown.steps)).toEqual(["Name failed"]);
  });

  it("fails before connecting if a DSN has no key", async () => {
    const asked: string[] = [];
    const port = await serving((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? "no key"}`);
      response.writeHead(302, { location: "/auth/login/" }).end();
    });
    const good = await tried("errorTracking", {
      "errorTracking.endpoint": `http://thekey@127.0.0.1:${port}/12`,
    });
    expect(outline(good.steps)).toEqual(["DSN ok", "Name ok", "Connection ok", "Answer ok"]);
    const bad = await tried("errorTracking", { "errorTracking.endpoint": `http://127.0.0.1:${port}/12` });
    expect(outline(bad.steps)).toEqual(["DSN failed"]);
    expect(asked).toEqual(["/ no key"]);
  });
});

describe("allowed targets of a check", () => {
  const counting = async () => {
    let connections = 0;
    const server = createServer((_request, response) => response.end());
    server.on("connection", () => (connections += 1));
    const port = await listening(server);
    onTestFinished(() => server.closeAllConnections());
    return { port, connections: () => connections };
  };

  it("include localhost if the file contains 127.0.0.1 with the same port", async () => {
    const port = await listening(createServer((_request, response) => response.end()));
    const saved = { "cdn.endpointPublic": `http://127.0.0.1:${port}` };
    const named = (address: string) =>
      tried("cdn", saved, { operations: drafts({ "cdn.endpointPublic": address }) });
    expect((await named(`http://localhost:${port}`)).ok).toBe(true);
    const operations = drafts({ "cdn.endpointPublic": `http://localhost:${port}` });
    const instanceApiUrl = `http://127.0.0.1:${port}/api`;
    expect((await tried("cdn", {}, { operations, instanceApiUrl })).ok).toBe(true);
    expect((await named(`http://localhost:${port === 65_535 ? 1 : port + 1}`)).steps[0]?.message).toContain(
      "private address",
    );
  });

  it("include a private address only if the saved file, CHECK_ALLOW or the operator permits it", async () => {
    const { port, connections } = await counting();
    const operations = drafts({ "cdn.endpointPublic": `http://127.0.0.1:${port}` });
    const refused = await tried("cdn", {}, { operations });
    expect(outline(refused.steps)).toEqual(["Name failed"]);
    expect(refused.steps[0]?.message).toContain("CHECK_ALLOW");
    expect(refused.steps[0]?.confirm).toBe(`127.0.0.1:${port}`);
    const otherPort = await tried("cdn", { "api.endpointPrivate": "http://127.0.0.1:9" }, { operations });
    expect(otherPort.ok).toBe(false);
    expect(connections()).toBe(0);

    const named = await tried(
      "cdn",
      { "api.endpointPrivate": `http://127.0.0.1:${port}/api` },
      { operations },
    );
    expect(named.ok).toBe(true);
    const allowed = await tried("cdn", {}, { operations, allow: ["127.0.0.0/8"] });
    expect(allowed.ok).toBe(true);
    const confirmed = [`127.0.0.1:${port}`];
    expect((await tried("cdn", {}, { operations, confirmed })).ok).toBe(true);
    expect((await tried("cdn", {}, { operations, confirmed: ["127.0.0.1:9"] })).ok).toBe(false);
    expect(connections()).toBe(3);
  });

  it.each([
    "169.254.169.254",
    "[fe80::1]",
    "0.0.0.0",
    "[::ffff:a9fe:a9fe]",
    "[::169.254.169.254]",
    "[2002:a9fe:a9fe::]",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "224.0.0.1",
    "2852039166",
    "0xa9.0376.43518",
  ])("never include %s, even if the file and CHECK_ALLOW contain it", async (host) => {
    const saved = { "cdn.endpointPublic": `http://${host}/latest/meta-data` };
    const result = await tried("cdn", saved, { allow: ["0.0.0.0/0", "::/0"] });
    expect(outline(result.steps)).toEqual(["Name failed"]);
    expect(result.steps[0]?.message).toContain("never checks");
  });

  it("are contacted even if another setting is invalid", async () => {
    const { port, connections } = await counting();
    const saved = { "cdn.endpointPublic": `http://127.0.0.1:${port}` };
    const other = drafts({ "general.instanceName": 7 });
    expect((await tried("cdn", saved, { operations: other })).ok).toBe(true);
    const wrong = drafts({ "cdn.endpointPublic": "gopher://127.0.0.1" });
    await expect(tried("cdn", saved, { operations: wrong })).rejects.toMatchObject({
      code: "invalid-settings",
      problems: [{ path: "cdn.endpointPublic" }],
    });
    const unset = await tried("cdn", saved, { operations: [{ op: "unset", path: "cdn.endpointPublic" }] });
    expect(outline(unset.steps)).toEqual(["Address failed"]);
    expect(connections()).toBe(1);
  });
});
