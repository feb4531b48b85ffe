import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { expect, type Instance, test } from "../support/instance";
import { PanelClient } from "../support/session";

/*
 * What every endpoint refuses, and how (spec/decisions.md, "All endpoints of the instance API"). Each case runs against
 * each endpoint, with a body that would be accepted otherwise.
 */

interface Endpoint {
  path: string;
  body?: Record<string, unknown>;
}

const endpoints: Record<string, (instance: Instance) => Promise<Endpoint>> = {
  "create an application": async () => ({ path: "/applications", body: { name: "Harbor" } }),
  "create a bot": async (instance) => ({ path: `/applications/${(await instance.addBot()).id}/bot` }),
  "reset a bot's token": async (instance) => ({
    path: `/applications/${(await instance.addBot()).id}/bot/reset`,
  }),
  authorize: async (instance) => ({
    path: `/oauth2/authorize?client_id=${(await instance.addBot()).id}`,
    body: { guild_id: instance.guildId, permissions: "8", authorize: true },
  }),
};

const unauthorized = { code: 0, message: "401: Unauthorized" };
const malformed = { code: 50109, message: "The request body contains invalid JSON." };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

for (const [name, prepare] of Object.entries(endpoints)) {
  test.describe(name, () => {
    test("works with a user token, plain or as Bearer, in every active version and without one", async ({
      instance,
    }) => {
      const { path, body } = await prepare(instance);
      const token = await instance.token(instance.operatorId);
      for (const prefix of ["/api", "/api/v6", "/api/v9"]) {
        for (const authorization of [token, `Bearer ${token}`]) {
          expect((await instance.post(`${prefix}${path}`, body, { authorization })).status).toBe(200);
        }
      }
    });

    test("refuses every token that is not a person's of now", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      const id = instance.operatorId;
      const gone = await instance.addUser(`gone-${randomUUID()}`);
      await instance.sql("update users set deleted = 1 where id = ?", gone);
      const disabled = await instance.addUser(`disabled-${randomUUID()}`);
      await instance.sql("update users set disabled = 1 where id = ?", disabled);
      const now = Math.floor(Date.now() / 1000);
      const tokens = {
        none: "",
        "not a token": "x",
        unsigned: `${part({ alg: "none", typ: "JWT" })}.${part({ id, iat: now })}.`,
        "another secret": await instance.token(id, {}, "another secret that is long enough to be one"),
        expired: await instance.token(id, { exp: now - 1 }),
        "before the user's valid_tokens_since": await instance.token(id, { iat: 1 }),
        "of nobody": await instance.token("404"),
        "of an id that is none": await instance.token("' or 1=1 --"),
        deleted: await instance.token(gone),
        disabled: await instance.token(disabled),
        "a person's as a bot's": `Bot ${await instance.token(id)}`,
        basic: `Basic ${await instance.token(id)}`,
      };
      for (const [what, authorization] of Object.entries(tokens)) {
        const answer = await instance.post(`/api/v9${path}`, body, { authorization });
        expect([what, answer.status, answer.body]).toEqual([what, 401, unauthorized]);
      }
    });

    test("refuses bots", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      const bot = await instance.addBot();
      for (const authorization of [`Bot ${bot.token}`, bot.token]) {
        const answer = await instance.post(`/api/v9${path}`, body, { authorization });
        expect([answer.status, answer.body.code]).toEqual([403, 20001]);
      }
    });

    test("refuses versions that are not active", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      for (const version of ["v5", "v10", "v09", "v9.0", "v9x"]) {
        const answer = await instance.post(`/api/${version}${path}`, body, { authorization: "" });
        expect([answer.status, answer.body]).toEqual([400, { code: 50041, message: "Invalid API version" }]);
      }
      expect((await instance.post(`/api/latest${path}`, body)).status).toBe(404);
    });

    test("refuses bodies that are not JSON", async ({ instance }) => {
      const { path } = await prepare(instance);
      const bodies = [
        "{",
        "{name:1}",
        '{"name":"a","name":"b"}',
        '{"a":{"__proto__":{}}}',
        "[1,]",
        "\u0000",
        "//\n{}",
      ];
      for (const text of bodies) {
        const answer = await instance.post(`/api/v9${path}`, text, { "content-type": "application/json" });
        expect([text, answer.status, answer.body]).toEqual([text, 400, malformed]);
      }
      const authorization = await instance.token(instance.operatorId);
      const invalid = await instance.send(`/api/v9${path}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      });
      expect([invalid.status, invalid.body]).toEqual([400, malformed]);
    });

    test("refuses other content types", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      const text = JSON.stringify(body ?? {});
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin1",
        "json",
      ]) {
        const answer = await instance.post(`/api/v9${path}`, text, { "content-type": type });
        expect([type, answer.status]).toEqual([type, 415]);
      }
      const charset = await instance.post(`/api/v9${path}`, text, {
        "content-type": "application/json; charset=UTF-8",
      });
      expect(charset.status).toBe(200);
    });

    test("refuses bodies over 64 KiB, announced or streamed", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      const authorization = await instance.token(instance.operatorId);
      const padded = (size: number) => {
        const text = JSON.stringify({ ...body, padding: "" });
        return text.replace('"padding":""', `"padding":"${"x".repeat(size - text.length)}"`);
      };
      expect((await instance.post(`/api/v9${path}`, padded(65_536))).status).toBe(200);
      const announced = await instance.post(`/api/v9${path}`, padded(65_537));
      expect([announced.status, announced.body.code]).toEqual([413, 40005]);
      const streamed = await stream(`${instance.url}/api/v9${path}`, authorization, padded(70_000));
      expect(streamed).toEqual([413, { code: 40005, message: "Request entity too large" }]);
    });

    test("answers other methods with 405 and Allow", async ({ instance }) => {
      const { path } = await prepare(instance);
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
        const answer = await instance.send(`/api/v9${path}`, { method });
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
        if (method !== "HEAD") expect(answer.body).toEqual({ code: 0, message: "405: Method Not Allowed" });
      }
    });

    test("answers pages of any origin, without credentials", async ({ instance }) => {
      const { path, body } = await prepare(instance);
      const origin = "https://bots.example";
      const preflight = await instance.send(`/api/v9${path}`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
      for (const answer of [
        preflight,
        await instance.post(`/api/v9${path}`, body, { origin }),
        await instance.post(`/api/v5${path}`),
      ]) {
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
        expect(answer.headers.get("access-control-expose-headers")).toContain("X-RateLimit-Remaining");
      }
    });
  });
}

/** Sends a body in chunks, without announcing its length. */
function stream(url: string, authorization: string, text: string): Promise<[number, unknown]> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, "content-type": "application/json" };
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      let answer = "";
      response.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      response.on("end", () => resolve([response.statusCode ?? 0, JSON.parse(answer)]));
    });
    request.on("error", reject);
    for (let at = 0; at < text.length; at += 1000) request.write(text.slice(at, at + 1000));
    request.end();
  });
}

test("a path that does not exist is answered in the API's shape", async ({ instance }) => {
  for (const path of ["/api/v9/users/@me", "/api/v9", "/api/v9/applications/1/bot/x", "/api/v9/oauth2"]) {
    const answer = await instance.post(path, { name: "x" });
    expect([path, answer.status, answer.body]).toEqual([path, 404, { code: 0, message: "404: Not Found" }]);
  }
});

test("answers never tell a secret, a hash or a stack trace", async ({ instance }) => {
  const bot = await instance.addBot();
  const texts = [
    await instance.post("/api/v9/applications", { name: "Harbor" }),
    await instance.post(`/api/v9/oauth2/authorize?client_id=${bot.id}`, {
      guild_id: instance.guildId,
      authorize: true,
    }),
    await instance.post("/api/v9/applications", { name: 1 }),
    await instance.post(`/api/v9/applications/${"9".repeat(400)}/bot`),
  ].map((answer) => answer.text);
  for (const text of texts) expect(text).not.toMatch(/password|hash|e-?mail|secret|\bat .*\.js/i);
});

test("the panel's own API answers an unknown path with problem details", async ({ instance }) => {
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
