import { anyDatabase, expect, test } from "../support/instance";

/*
 * Tests the endpoints that return the caller, the caller's guilds and the gateway's address (docs/instance-api.md, "The
 * caller").
 */

test("the endpoint for the current user returns the caller, whether a person or a bot", async ({
  instance,
}) => {
  const { id, token } = await instance.addBot("Fog horn");
  const me = async (authorization: string) =>
    (await instance.call("GET", "/api/v9/users/@me", undefined, { authorization })).body;
  const person = await instance.token(instance.operatorId);
  expect(await me(person)).toMatchObject({ id: instance.operatorId, username: "keeper", bot: false });
  expect(await me(`Bot ${token}`)).toMatchObject({ id, username: "Fog horn", bot: true });
  expect(JSON.stringify(await me(person))).not.toMatch(/password|e-?mail|token|rights/i);
});

test("the caller's guilds are returned in pages, ordered by id, with the caller's permissions", async ({
  instance,
}) => {
  const userId = await instance.addUser("sailor");
  const authorization = await instance.token(userId);
  const ids = ["9", "10", "17", "200"].map((id) => `77${id}`);
  for (const id of ids) {
    await instance.sql(
      "insert into guilds (id, name, owner_id, created_at) values (?, ?, ?, 0)",
      id,
      `G${id}`,
      instance.operatorId,
    );
    await instance.sql(
      "insert into roles (id, guild_id, name, permissions, position, managed) values (?, ?, '@everyone', '1024', 0, 0)",
      id,
      id,
    );
    await instance.addMember(id, userId);
  }
  await instance.addRole("7717", 32n, userId);
  const list = async (query = "") => {
    const { status, body } = await instance.call("GET", `/api/v9/users/@me/guilds${query}`, undefined, {
      authorization,
    });
    return status === 200 ? (body as unknown as { id: string; permissions: string }[]) : [status, body.code];
  };
  const idsOf = async (query: string) => ((await list(query)) as { id: string }[]).map(({ id }) => id);
  expect(await list("?limit=3")).toEqual([
    { id: "779", name: "G779", icon: null, owner: false, permissions: "1024", features: [] },
    expect.objectContaining({ id: "7710" }),
    expect.objectContaining({ id: "7717", permissions: "1056" }),
  ]);
  expect(await idsOf("?after=7710")).toEqual(["7717", "77200"]);
  expect(await idsOf("?before=7717&limit=1")).toEqual(["7710"]);
  expect(await idsOf("?after=779&before=77200&with_counts=true")).toEqual(["7710", "7717"]);
  for (const wrong of ["limit=0", "limit=201", "limit=x", "limit=1.5", "after=x", "before=-1", "after="])
    expect([wrong, await list(`?${wrong}`)]).toEqual([wrong, [400, 50035]]);
});

test("anyone can request the gateway's address", anyDatabase, async ({ instance }) => {
  const ask = () => instance.send("/api/v9/gateway", { method: "GET" });
  expect((await ask()).status).toBe(404);
  instance.configure((config) => void (config.gateway = { endpointPublic: "wss://gateway.example.org" }));
  try {
    await expect.poll(async () => (await ask()).body).toEqual({ url: "wss://gateway.example.org" });
    const { token } = await instance.addBot();
    for (const authorization of ["bad", `Bot ${token}`, await instance.token(instance.operatorId)])
      expect((await instance.call("GET", "/api/gateway", undefined, { authorization })).status).toBe(200);
    expect((await instance.send("/api/v5/gateway", { method: "GET" })).body.code).toBe(50041);
  } finally {
    instance.configure((config) => void delete config.gateway);
  }
});
