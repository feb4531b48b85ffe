import { decodeJwt } from "jose";
import { anyDatabase, expect, test } from "../support/instance";

/* Tests the endpoints for applications (docs/instance-api.md). */

const required = { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] };

test("creating an application returns exactly the fields that the owner may see", async ({ instance }) => {
  const { status, body, headers } = await instance.post("/api/v9/applications", {
    name: "  Cafe\u0301 \u200b",
    unknown: 1,
  });
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    id: expect.stringMatching(/^\d{17,20}$/),
    name: "Café",
    description: "",
    icon: null,
    bot_public: true,
    flags: 0,
    owner: { id: instance.operatorId, username: "keeper" },
  });
});

test(
  "creating an application with an invalid name returns an error for the field `name`",
  anyDatabase,
  async ({ instance }) => {
    const cases: [unknown, unknown][] = [
      [{}, required],
      [{ name: null }, required],
      [
        { name: 5 },
        { _errors: [{ code: "STRING_TYPE_CONVERT", message: "Could not interpret the value as string." }] },
      ],
      ...["", " ", "\u200b", "\u202e\u0000\n", "x".repeat(33), "\u{1f991}".repeat(33)].map(
        (name): [unknown, unknown] => [
          { name },
          { _errors: [{ code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 32 in length." }] },
        ],
      ),
      ...["a\u202eb", "\u2067a", "a\u200e", "a\ufeff", "a\u0000b"].map((name): [unknown, unknown] => [
        { name },
        {
          _errors: [
            {
              code: "BASE_TYPE_INVALID",
              message: "Must not contain NUL, half of a character, a byte order mark or direction controls.",
            },
          ],
        },
      ]),
    ];
    for (const [sent, name] of cases) {
      const { status, body } = await instance.post("/api/v9/applications", sent);
      expect([status, body]).toEqual([400, { code: 50035, message: "Invalid Form Body", errors: { name } }]);
    }
    for (const sent of [[], "text", null]) {
      const { status, body } = await instance.post("/api/v9/applications", JSON.stringify(sent), {
        "content-type": "application/json",
      });
      expect([status, body.code, body.errors]).toMatchObject([
        400,
        50035,
        { _errors: [{ code: "DICT_TYPE_CONVERT" }] },
      ]);
    }
    const empty = await instance.post("/api/v9/applications");
    expect([empty.status, empty.body.code]).toEqual([400, 50109]);
  },
);

test("settings for bot creation, API versions and name length take effect without a restart", async ({
  instance,
}) => {
  instance.configure((config) => {
    config.general = { autoCreateBotUsers: true };
    config.limits = { user: { maxUsername: 6 } };
    config.api = { defaultVersion: "7", activeVersions: ["7"] };
  });
  try {
    await expect
      .poll(async () => (await instance.post("/api/v9/applications", { name: "Harbor" })).body.code)
      .toBe(50041);
    const { body } = await instance.post("/api/applications", { name: "Harbor" });
    expect(body.bot).toEqual({ id: body.id, username: "Harbor" });
    expect((await instance.post("/api/v7/applications", { name: "Harbors" })).status).toBe(400);
    const { token } = (await instance.post(`/api/v7/applications/${String(body.id)}/bot`)).body;
    expect(decodeJwt(String(token)).id).toBe(body.id);
  } finally {
    instance.configure((config) => {
      delete config.general;
      delete config.limits;
      delete config.api;
    });
    await expect
      .poll(async () => (await instance.post("/api/v9/applications", { name: "Harbor" })).status)
      .toBe(200);
  }
});

test("creating a bot again issues another token for the same bot, and earlier tokens remain valid", async ({
  instance,
}) => {
  const { id, token } = await instance.addBot();
  const again = await instance.post(`/api/v9/applications/${id}/bot`);
  expect([again.status, Object.keys(again.body)]).toEqual([200, ["token"]]);
  expect(again.body.token).not.toBe(token);
  for (const known of [token, String(again.body.token)]) {
    expect(decodeJwt(known)).toMatchObject({ id, iat: expect.any(Number) });
    // The error code 20001 means that the panel recognized the caller as a bot. Bots may not call this endpoint.
    const answer = await instance.post(
      "/api/v9/applications",
      { name: "x" },
      { authorization: `Bot ${known}` },
    );
    expect(answer.body.code).toBe(20001);
  }
  expect(await instance.sql("select id from users where id = ? and bot = 1", id)).toHaveLength(1);
});

test("resetting a bot's token immediately invalidates its earlier tokens", async ({ instance }) => {
  const { id, token } = await instance.addBot();
  const reset = await instance.post(`/api/v9/applications/${id}/bot/reset`);
  const asBot = (known: unknown) =>
    instance.post("/api/v9/applications", { name: "x" }, { authorization: `Bot ${String(known)}` });
  expect((await asBot(token)).status).toBe(401);
  expect((await asBot(reset.body.token)).body.code).toBe(20001);
});

test("only the owner of an application gets bot tokens, and an unknown application returns 404", async ({
  instance,
}) => {
  const { id } = await instance.addBot();
  const authorization = await instance.token(await instance.addUser("somebody"));
  for (const route of ["bot", "bot/reset"]) {
    const foreign = await instance.post(`/api/v9/applications/${id}/${route}`, undefined, { authorization });
    expect([foreign.status, foreign.body.code]).toEqual([403, 20012]);
    for (const unknown of [
      "1",
      "0",
      "x",
      "%00",
      "-1",
      "9".repeat(30),
      "%27%20or%201=1",
      "..%2f..",
      "%F0%9F%A6%91",
    ]) {
      const answer = await instance.post(`/api/v9/applications/${unknown}/${route}`);
      expect([unknown, answer.status, answer.body]).toEqual([
        unknown,
        404,
        { code: 10002, message: "Unknown Application" },
      ]);
    }
  }
  const botless = (await instance.post("/api/v9/applications", { name: "Botless" })).body.id;
  const reset = await instance.post(`/api/v9/applications/${String(botless)}/bot/reset`);
  expect([reset.status, reset.body.code]).toEqual([400, 50010]);
});

test("the owner can list, read, change and delete an application", async ({ instance }) => {
  const userId = await instance.addUser("harbor-pilot");
  const headers = { authorization: await instance.token(userId) };
  const ask = (method: string, path = "", body?: unknown) =>
    instance.call(method, `/api/v9/applications${path}`, body, headers);
  expect((await ask("GET")).body).toEqual([]);
  const first = (await ask("POST", "", { name: "First" })).body;
  const second = (await ask("POST", "", { name: "Second" })).body;
  const token = String((await ask("POST", `/${String(second.id)}/bot`)).body.token);
  const bot = { id: second.id, username: "Second" };
  expect((await ask("GET")).body).toEqual([{ ...second, bot }, first]);
  expect((await ask("GET", `/${String(second.id)}`)).body).toEqual({ ...second, bot });

  const change = { name: " Pilot ", description: "Moors\nships", bot_public: false, flags: 5, owner: null };
  const changed = (await ask("PATCH", `/${String(second.id)}`, change)).body;
  const after = { name: "Pilot", description: "Moors\nships", bot_public: false };
  expect(changed).toEqual({ ...second, ...after, bot: { ...bot, username: "Pilot" } });
  expect((await ask("PATCH", `/${String(second.id)}`, {})).body).toEqual(changed);
  const emptied = await ask("PATCH", `/${String(second.id)}`, { description: null });
  expect(emptied.body).toEqual({ ...changed, description: "" });
  const wrong = await ask("PATCH", `/${String(second.id)}`, { name: "", description: "x".repeat(401) });
  expect([wrong.status, wrong.body.code]).toEqual([400, 50035]);

  const asBot = (id: string) =>
    instance.send(`/api/v9/applications/${id}`, {
      method: "GET",
      headers: { authorization: `Bot ${token}` },
    });
  expect((await asBot("@me")).body).toMatchObject({ id: second.id, name: "Pilot" });
  expect((await asBot(String(first.id))).body.code).toBe(20001);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const foreign = await instance.call(
      method,
      `/api/v9/applications/${String(second.id)}`,
      method === "PATCH" ? {} : undefined,
    );
    expect([method, foreign.status, foreign.body.code]).toEqual([method, 403, 20012]);
    for (const id of ["1", "x", "@me", "..%2f.."]) {
      const unknown = await ask(method, `/${id}`, method === "PATCH" ? {} : undefined);
      expect([method, unknown.status, unknown.body.code]).toEqual([method, 404, 10002]);
    }
  }
  const deleted = await ask("DELETE", `/${String(second.id)}`);
  expect([deleted.status, deleted.text, deleted.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "",
    "*",
  ]);
  expect((await ask("DELETE", `/${String(second.id)}`)).status).toBe(404);
  expect((await asBot("@me")).status).toBe(401);
  expect((await ask("GET")).body).toEqual([first]);
});
