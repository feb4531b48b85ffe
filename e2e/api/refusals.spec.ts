import { randomUUID } from "node:crypto";
import { endpoints, reads } from "../support/endpoints";
import { anyDatabase, expect, test } from "../support/instance";

/*
 * Tests how every endpoint checks the API version and the token (docs/instance-api.md, "Requests"). All
 * request bodies are valid. Tests of bodies, ids and methods are in bodies.spec.ts, ids.spec.ts and
 * methods.spec.ts.
 */

const unauthorized = { code: 0, message: "401: Unauthorized" };
const invalidVersion = { code: 50041, message: "Invalid API version" };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

for (const [name, prepare] of Object.entries({ ...endpoints, ...reads })) {
  test.describe(name, () => {
    test("a user token is accepted with or without Bearer, and with or without an API version", async ({
      instance,
    }) => {
      const { method = "POST", path, body } = await prepare(instance);
      const token = await instance.token(instance.operatorId);
      for (const prefix of ["/api", "/api/v6", "/api/v7", "/api/v8", "/api/v9"]) {
        for (const authorization of [token, `Bearer ${token}`]) {
          expect((await instance.call(method, `${prefix}${path}`, body, { authorization })).status).toBe(200);
        }
      }
    });

    test("an inactive API version is refused before any other check", anyDatabase, async ({ instance }) => {
      const { method = "POST", path } = await prepare(instance);
      for (const version of ["v5", "v10", "v09", "v9.0", "v9x"]) {
        const answer = await instance.call(
          method,
          `/api/${version}${path}`,
          method === "GET" ? undefined : "{",
          { authorization: "" },
        );
        expect([version, answer.status, answer.body]).toEqual([version, 400, invalidVersion]);
      }
      for (const none of ["latest", "V9", "9", "v"]) {
        expect([none, (await instance.call(method, `/api/${none}${path}`)).status]).toEqual([none, 404]);
      }
    });

    test(
      "the configuration file sets the active API versions and the default version",
      anyDatabase,
      async ({ instance }) => {
        const { method = "POST", path, body } = await prepare(instance);
        const answers = () =>
          Promise.all(
            ["/api/v9", "/api/v12", "/api"].map(
              async (prefix) => (await instance.call(method, `${prefix}${path}`, body)).status,
            ),
          );
        try {
          instance.configure(
            (config) => void (config.api = { defaultVersion: "12", activeVersions: ["12"] }),
          );
          expect(await answers()).toEqual([400, 200, 200]);
          instance.configure((config) => void (config.api = { defaultVersion: "9", activeVersions: ["12"] }));
          expect(await answers()).toEqual([400, 200, 400]);
        } finally {
          instance.configure((config) => void delete config.api);
        }
        expect(await answers()).toEqual([200, 400, 200]);
      },
    );

    test("tokens that do not belong to an active user are refused", async ({ instance }) => {
      const { method = "POST", path, body } = await prepare(instance);
      const id = instance.operatorId;
      const gone = await instance.addUser(`gone-${randomUUID()}`);
      await instance.sql("update users set deleted = 1 where id = ?", gone);
      const disabled = await instance.addUser(`disabled-${randomUUID()}`);
      await instance.sql("update users set disabled = 1 where id = ?", disabled);
      const now = Math.floor(Date.now() / 1000);
      const secret = "another secret that is long enough to be one";
      const tokens = {
        none: "",
        "not a token": "x",
        "the scheme alone": "Bearer",
        unsigned: `${part({ alg: "none", typ: "JWT" })}.${part({ id, iat: now })}.`,
        "unsigned, with a signature": `${part({ alg: "none" })}.${part({ id, iat: now })}.x`,
        "HS384, of the right secret": await instance.token(id, {}, { alg: "HS384" }),
        "HS512, of the right secret": await instance.token(id, {}, { alg: "HS512" }),
        "another secret": await instance.token(id, {}, { secret }),
        expired: await instance.token(id, { exp: now - 1 }),
        "not valid yet": await instance.token(id, { nbf: now + 3600 }),
        "without a moment": await instance.token(id, { iat: undefined }),
        "of a moment that is none": await instance.token(id, { iat: String(now) }),
        "before the user's valid_tokens_since": await instance.token(id, { iat: 1 }),
        "without a user": await instance.token(id, { id: undefined }),
        "of nobody": await instance.token("404"),
        "of an id that is none": await instance.token("' or 1=1 --"),
        "of an id that is a number": await instance.token(id, { id: 1000 }),
        deleted: await instance.token(gone),
        disabled: await instance.token(disabled),
        "a person's as a bot's": `Bot ${await instance.token(id)}`,
        basic: `Basic ${await instance.token(id)}`,
        "two tokens": `${await instance.token(id)}, ${await instance.token(id)}`,
      };
      for (const [what, authorization] of Object.entries(tokens)) {
        const answer = await instance.call(method, `/api/v9${path}`, body, { authorization });
        expect([what, answer.status, answer.body]).toEqual([what, 401, unauthorized]);
      }
      const later = await instance.token(id, { exp: now + 3600 });
      expect((await instance.call(method, `/api/v9${path}`, body, { authorization: later })).status).toBe(
        200,
      );
    });

    test("user-only endpoints refuse bots", async ({ instance }) => {
      const { method = "POST", path, body, takesBots } = await prepare(instance);
      const bot = await instance.addBot();
      for (const authorization of [`Bot ${bot.token}`, `Bearer ${bot.token}`, bot.token]) {
        const answer = await instance.call(method, `/api/v9${path}`, body, { authorization });
        expect([answer.status, answer.body.code]).toEqual(takesBots ? [200, undefined] : [403, 20001]);
      }
    });

    test("the token is checked before the body", anyDatabase, async ({ instance }) => {
      const { method = "POST", path } = await prepare(instance);
      if (method === "GET") return;
      const { token } = await instance.addBot();
      const bodies: [string, string][] = [
        ["{", "application/json"],
        ["x", "text/plain"],
        ["x".repeat(70_000), "application/json"],
        ["[]", "application/json"],
      ];
      for (const [body, type] of bodies) {
        const send = (authorization: string) =>
          instance.call(method, `/api/v9${path}`, body, { authorization, "content-type": type });
        expect([(await send("bad")).status, (await send(`Bot ${token}`)).status]).toEqual([401, 403]);
      }
    });
  });
}

test("responses never contain a secret, a hash or a stack trace", async ({ instance }) => {
  // `Instance.send` checks that a response has only fields that the OpenAPI description contains.
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
