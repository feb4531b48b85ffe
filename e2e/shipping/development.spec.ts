import { expect, Instance, SECRET, test } from "../support/instance";
import { startPanel } from "../support/panel";
import { rawRequest } from "../support/raw-request";
import { Wire } from "../support/wire";

test("npm run dev serves the instance API and accepts connections for hot reload", async () => {
  // The development server compiles each part of the panel when it is first requested.
  test.setTimeout(300_000);
  const panel = await startPanel({
    dev: true,
    config: JSON.stringify({ security: { jwtSecret: SECRET } }),
    env: { NEXT_TELEMETRY_DISABLED: "1" },
  });
  try {
    // The test uses a token instead of signing in, to avoid compiling the sign-in routes.
    const instance = await Instance.of(panel);
    const authorization = await instance.token(instance.operatorId);
    const json = { "content-type": "application/json" };
    const create = (path: string, headers: Record<string, string>, body: string | string[]) =>
      rawRequest(panel.url, path, { headers: { ...json, ...headers }, body });

    const made = await create("/api/v9/applications", { authorization }, '{"name":"Harbor"}');
    expect([made.status, made.body]).toMatchObject([200, { name: "Harbor" }]);
    // Both the front door (`lib/server/http/door`) and the route set these headers, but the response contains each
    // header only once.
    expect(made.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.headers["content-security-policy"]).toMatch(/^default-src 'none';[^,]+$/);
    const { id } = made.body as { id: string };
    const bot = await rawRequest(panel.url, `/api/applications/${id}/bot`, { headers: { authorization } });
    expect([bot.status, bot.body]).toEqual([200, { token: expect.any(String) }]);
    const elsewhere = await rawRequest(panel.url, "/api/v9/made/up", { headers: { authorization } });
    expect([elsewhere.status, elsewhere.body]).toEqual([404, { code: 0, message: "404: Not Found" }]);
    const large = await create("/api/v9/applications", { authorization }, ["x".repeat(70_000)]);
    expect([large.status, large.body]).toMatchObject([413, { code: 40005 }]);
    const put = await rawRequest(panel.url, "/api/v9/applications", { method: "PUT" });
    expect([put.status, put.headers.allow]).toEqual([405, "POST, GET, HEAD, OPTIONS"]);

    const wire = (await Wire.to(panel.url)).head(
      "GET /_next/hmr?id=test HTTP/1.1",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    );
    expect(await wire.says(/\r\n/)).toMatch(/^HTTP\/1\.1 101 /);
    wire.close();
  } finally {
    await panel.dispose();
  }
});
