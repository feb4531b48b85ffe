import { type Endpoint, endpoints, reads } from "../support/endpoints";
import { anyDatabase, expect, test } from "../support/instance";
import { rawRequest } from "../support/raw-request";
import { PanelClient } from "../support/session";

/* Tests methods, preflight requests and unknown paths (docs/instance-api.md, "Requests"). */

const origin = "https://bots.example";
const others = ["GET", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "SEARCH", "LINK", "M-SEARCH"];
const exposed = ["Limit", "Remaining", "Reset", "Reset-After", "Bucket", "Global", "Scope"].map(
  (name) => `X-RateLimit-${name}`,
);

const allowOf = ({ allow = "POST, OPTIONS" }: Endpoint) => allow;

for (const [name, prepare] of Object.entries({ ...endpoints, ...reads })) {
  test.describe(name, anyDatabase, () => {
    test("unsupported methods return 405 with an Allow header, with and without a version in the path", async ({
      instance,
    }) => {
      const endpoint = await prepare(instance);
      const { path } = endpoint;
      const allow = allowOf(endpoint);
      for (const prefix of ["/api/v9", "/api"]) {
        for (const method of others.filter((one) => !allow.includes(one))) {
          const { status, headers, body } = await rawRequest(instance.url, `${prefix}${path}`, { method });
          expect([method, status, headers.allow]).toEqual([method, 405, allow]);
          expect(body).toEqual({ code: 0, message: "405: Method Not Allowed" });
          expect(headers["access-control-allow-origin"]).toBe("*");
        }
        const authorization = await instance.token(instance.operatorId);
        const head = await rawRequest(instance.url, `${prefix}${path}`, {
          method: "HEAD",
          headers: { authorization },
        });
        expect([head.status, head.body]).toEqual([allow.includes("HEAD") ? 200 : 405, null]);
      }
    });

    test("preflight requests are accepted from every origin, but do not allow credentials", async ({
      instance,
    }) => {
      const endpoint = await prepare(instance);
      const { path } = endpoint;
      for (const prefix of ["/api/v9", "/api"]) {
        const { status, headers, text } = await instance.send(`${prefix}${path}`, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,content-type",
          },
        });
        expect([status, text, headers.get("allow")]).toEqual([204, "", allowOf(endpoint)]);
        expect(headers.get("access-control-allow-origin")).toBe("*");
        expect(headers.get("access-control-allow-methods")).toContain(endpoint.method ?? "POST");
        expect(headers.get("access-control-allow-headers")).toBe("authorization,content-type");
        expect(headers.get("access-control-allow-credentials")).toBeNull();
      }
    });

    test("pages from any origin can read the responses, including errors", async ({ instance }) => {
      const { method = "POST", path, body } = await prepare(instance);
      const ask = (version: string, headers = {}, sent: unknown = body) =>
        instance.call(method, `/api/${version}${path}`, sent, { origin, ...headers });
      const answers = {
        200: await ask("v9"),
        400: await ask("v5"),
        401: await ask("v9", { authorization: "" }),
        ...(method !== "GET" && {
          413: await ask("v9", {}, "x".repeat(70_000)),
          415: await ask("v9", { "content-type": "text/plain" }, "x"),
        }),
      };
      for (const [status, { status: answered, headers }] of Object.entries(answers)) {
        expect(answered).toBe(Number(status));
        expect(headers.get("access-control-allow-origin")).toBe("*");
        expect(headers.get("access-control-allow-credentials")).toBeNull();
        const readable = headers.get("access-control-expose-headers")?.split(", ");
        expect(readable).toEqual(expect.arrayContaining([...exposed, "Retry-After"]));
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("content-type")).toBe("application/json");
      }
    });
  });
}

test(
  "the instance API responds to an unknown path with an error in its own format",
  anyDatabase,
  async ({ instance }) => {
    for (const path of ["/api/v9/users/1", "/api/v9", "/api/v9/applications/1/bot/x", "/api/v9/oauth2"]) {
      const answer = await instance.post(path, { name: "x" });
      expect([path, answer.status, answer.body]).toEqual([path, 404, { code: 0, message: "404: Not Found" }]);
    }
  },
);

test("the panel API responds to an unknown path with problem details", anyDatabase, async ({ instance }) => {
  const client = await PanelClient.signIn(instance.panel);
  for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"]) {
    const response = await client.fetch("/api/panel/nowhere/at/all", { method });
    expect([method, response.status, response.headers.get("content-type")]).toEqual([
      method,
      404,
      "application/problem+json",
    ]);
  }
});
