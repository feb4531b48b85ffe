import { once } from "node:events";
import { requestContext } from "@/testing/rooms";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { proxyToUpstream } from "./upstream-proxy";
import { sentBody } from "@/testing/sent-body";

/** Simulates an upstream instance. The returned `ask` forwards a request to it. */
async function startUpstream(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const note = vi.fn();
  const ask = (address: string, method = "GET", body?: object) => {
    const { pathname: path, search } = new URL(`http://panel.test${address}`);
    const request = { method, path, search, header: () => null, readBody: sentBody(body) };
    return proxyToUpstream(
      { health: { note }, log: pino({ level: "silent" }), timeout: 5_000 },
      { ...request, context: requestContext(), closed: () => new AbortController().signal },
      base,
      "203.0.113.1",
    );
  };
  return { seen, ask, note };
}

test("a page returned by the instance cannot run scripts on the panel's origin", async () => {
  const page = "<script>steal()</script>";
  const { ask } = await startUpstream((_, response) =>
    response
      .writeHead(404, { "content-type": "text/html", "content-security-policy": "sandbox allow-scripts" })
      .end(page),
  );
  const answer = await ask("/api/v9/users/@me");
  expect([answer.status, Buffer.from(answer.body ?? "").toString()]).toEqual([404, page]);
  expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none';.*; sandbox$/);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("refuses paths that are not endpoints or that contain encoded separators", async () => {
  const { ask, seen } = await startUpstream((_, response) => response.end("{}"));
  for (const id of ["..%2F..%2F..%2Fadmin", "..%5c..%5cadmin", "..%252Fadmin", "%2e.%3Ba", "1%3Fa", "1%23"]) {
    const refused = ask(`/api/v9/applications/${id}/bot`, "POST");
    await expect(refused).rejects.toMatchObject({ code: "not-found" });
  }
  for (const version of ["v9x", "v", "vv9", "v9.1", "v-1", "admin", "V9", "%76%39"]) {
    await expect(ask(`/api/${version}/applications`, "POST")).rejects.toMatchObject({ code: "not-found" });
  }
  for (const place of ["guilds", "guilds/1", "guilds/1/members/2", "gateway/x", "applications1"])
    await expect(ask(`/api/v9/${place}`)).rejects.toMatchObject({ code: "not-found" });
  await ask("/api/v9/gateway");
  await ask("/api/v9/applications/1/bot?a=%2F", "POST");
  await ask("/api/applications", "POST");
  expect(seen).toEqual([
    "GET /api/v9/gateway",
    "POST /api/v9/applications/1/bot?a=%2F",
    "POST /api/applications",
  ]);
});

test.each(["0", "01", "%31", "@me", "x", "%C3%A9", "9223372036854775808", "9".repeat(400)])(
  "does not forward a request with the application id %s, which is not a Snowflake",
  async (id) => {
    const { ask, seen } = await startUpstream((_, response) => response.end("{}"));
    const unknown = { code: "unknown-application" };
    await expect(ask(`/api/v9/applications/${id}`)).rejects.toMatchObject(unknown);
    await expect(ask(`/api/v9/applications/${id}/bot/reset`, "POST")).rejects.toMatchObject(unknown);
    const query = `client_id=1&client_id=${encodeURIComponent(id)}`;
    await expect(ask(`/api/v9/oauth2/authorize?${query}`, "POST")).rejects.toMatchObject(unknown);
    expect(seen).toEqual([]);
  },
);

test.each([600, 799, 999])("returns 502 if the instance answers with status %i", async (status) => {
  const { ask } = await startUpstream((_, response) => response.writeHead(status).end("{}"));
  await expect(ask("/api/v9/users/@me")).rejects.toMatchObject({ code: "bad-gateway" });
});

test.each(["GET", "HEAD"])("forwards a %s request that has a body, without the body", async (method) => {
  const { ask, seen, note } = await startUpstream((_, response) => response.end("{}"));
  expect((await ask("/api/v9/gateway", method, {})).status).toBe(200);
  expect(seen).toEqual([`${method} /api/v9/gateway`]);
  expect(note.mock.calls).toEqual([[true]]);
});
