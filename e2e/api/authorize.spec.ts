import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import { anyDatabase, expect, type Instance, test } from "../support/instance";

type Change = Record<string, unknown>;

async function setting(instance: Instance) {
  const bot = await instance.addBot();
  const guildId = instance.guildId;
  const path = `/api/v9/oauth2/authorize?client_id=${bot.id}`;
  const body = { guild_id: guildId, permissions: "8", authorize: true };
  return {
    bot,
    guildId,
    path,
    ask: (change: Change = {}, headers: Record<string, string> = {}) =>
      instance.post(path, { ...body, ...change }, headers),
    roles: () =>
      instance.sql<{ permissions: string; managed: number; name: string }>(
        `select permissions, managed, name from roles join member_roles on role_id = roles.id
         where user_id = ? and roles.guild_id = ?`,
        bot.id,
        guildId,
      ),
    member: async () =>
      (await instance.sql("select 1 from members where guild_id = ? and user_id = ?", guildId, bot.id))
        .length,
  };
}

/* Tests `POST /oauth2/authorize` (docs/instance-api.md). */

test("authorizing adds the bot as a member, with a managed role that has the granted permissions", async ({
  instance,
}) => {
  const { ask, roles, member, guildId } = await setting(instance);
  const { status, body } = await ask();
  expect([status, body]).toEqual([200, { location: `/oauth2/authorized?guild_id=${guildId}&permissions=8` }]);
  expect(await roles()).toEqual([{ permissions: "8", managed: 1, name: "Lighthouse" }]);
  expect(await member()).toBe(1);
});

test("authorizing a bot that is already a member replaces its permissions", async ({ instance }) => {
  const { ask, roles, member } = await setting(instance);
  for (const permissions of ["8", "2048", 1024, undefined, "0", "8"]) {
    const { status, body } = await ask({ permissions });
    expect([status, body.location]).toEqual([
      200,
      expect.stringContaining(`permissions=${permissions ?? 0}`),
    ]);
    const wanted = permissions === undefined || permissions === "0" ? [] : [String(permissions)];
    expect((await roles()).map((role) => role.permissions)).toEqual(wanted);
    expect(await member()).toBe(1);
  }
});

test("authorizing accepts permissions as an unsigned 64-bit number without losing digits", async ({
  instance,
}) => {
  const { ask, path, guildId, roles } = await setting(instance);
  const largest = "18446744073709551615";
  expect((await ask({ permissions: largest })).body.location).toContain(`permissions=${largest}`);
  const asInteger = `{"guild_id":"${guildId}","permissions":9007199254740993,"authorize":true}`;
  await instance.post(path, asInteger, { "content-type": "application/json" });
  expect((await roles()).map((role) => role.permissions)).toEqual(["9007199254740993"]);
  for (const permissions of [
    "-1",
    -1,
    "18446744073709551616",
    1.5,
    "1e3",
    "0x8",
    " 8",
    "",
    "eight",
    true,
    null,
    [],
    {},
  ]) {
    const { status, body } = await ask({ permissions });
    expect([permissions, status, body.code, Object.keys(body.errors as object)]).toEqual([
      permissions,
      400,
      50035,
      ["permissions"],
    ]);
  }
});

test("declining changes nothing, even if the bot is already in the guild", async ({ instance }) => {
  const { ask, roles, member } = await setting(instance);
  const decline = async () => {
    const { status, body } = await ask({ permissions: "1024", authorize: false });
    const location = new URL(String(body.location), "http://x");
    expect([status, location.pathname]).toEqual([200, "/oauth2/authorized"]);
    expect(location.searchParams.get("error")).toBe("access_denied");
  };
  await decline();
  expect([await roles(), await member()]).toEqual([[], 0]);
  await ask();
  await decline();
  expect([(await roles()).map(({ permissions }) => permissions), await member()]).toEqual([["8"], 1]);
  // Declining requires the same permissions as adding a bot.
  const headers = { authorization: await instance.token(await instance.addUser("outsider")) };
  expect((await ask({ authorize: false }, headers)).status).toBe(404);
});

test(
  "authorizing reports all missing and invalid fields in one response",
  anyDatabase,
  async ({ instance }) => {
    const { bot } = await setting(instance);
    const { status, body } = await instance.post("/api/v9/oauth2/authorize", {
      authorize: "yes",
      permissions: "x",
    });
    expect([status, body]).toMatchObject([
      400,
      {
        code: 50035,
        errors: {
          guild_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] },
          permissions: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] },
          authorize: { _errors: [{ code: "BOOLEAN_TYPE_CONVERT" }] },
          client_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] },
        },
      },
    ]);
    const numeric = await instance.post(`/api/v9/oauth2/authorize?client_id=${bot.id}`, {
      guild_id: 1,
      authorize: true,
    });
    expect(numeric.body.code).toBe(50035);
  },
);

test("authorizing checks the preconditions in the documented order", async ({ instance }) => {
  const { ask, bot, guildId } = await setting(instance);
  const outsider = await instance.token(await instance.addUser("outsider"));
  const member = await instance.addUser("member");
  await instance.addMember(guildId, member);
  const asMember = { authorization: await instance.token(member) };
  const asOutsider = { authorization: outsider };
  const to = (clientId: string, change: Change = {}, headers: Record<string, string> = {}) =>
    instance.post(
      `/api/v9/oauth2/authorize?client_id=${clientId}`,
      { guild_id: guildId, permissions: "8", authorize: true, ...change },
      headers,
    );
  const botless = String((await instance.post("/api/v9/applications", { name: "Botless" })).body.id);
  const answers: [string, Promise<{ status: number; body: Change }>, number, number][] = [
    ["the body comes before the guild", ask({ guild_id: "1", permissions: "x" }), 400, 50035],
    ["an outsider learns nothing", to(bot.id, {}, asOutsider), 404, 10004],
    ["nor of a guild that is none", to(bot.id, { guild_id: "1" }, asOutsider), 404, 10004],
    ["a guild id that is none", ask({ guild_id: "\u0000" }), 404, 10004],
    ["the guild comes before the application", to("1", { guild_id: "1" }), 404, 10004],
    ["a member may not, whatever the application", to("1", {}, asMember), 403, 50013],
    ["unknown application", to("1"), 404, 10002],
    ["an application id that is none", to("%00"), 404, 10002],
    ["no bot", to(botless), 400, 50010],
  ];
  for (const [what, answer, status, code] of answers) {
    const { status: actual, body } = await answer;
    expect([what, actual, body.code]).toEqual([what, status, code]);
  }
});

test("authorizing a bot requires the permission Manage Guild or Administrator", async ({ instance }) => {
  const { bot } = await setting(instance);
  const send = async (guildId: string, userId: string, permissions = "0") => {
    const headers = { authorization: await instance.token(userId) };
    const sent = { guild_id: guildId, permissions, authorize: true };
    return instance.post(`/api/v9/oauth2/authorize?client_id=${bot.id}`, sent, headers);
  };
  const guildWith = async (userId: string) => {
    const id = String(2000n + BigInt(userId));
    await instance.sql(
      "insert into guilds (id, name, owner_id, created_at) values (?, 'guild', ?, 0)",
      id,
      instance.operatorId,
    );
    await instance.addMember(id, userId);
    return id;
  };
  const cases: [bigint, number][] = [
    [Bit.ManageGuild, 200],
    [Bit.Administrator, 200],
    [(1n << 64n) - 1n - Bit.ManageGuild - Bit.Administrator, 403],
  ];
  for (const [permissions, status] of cases) {
    const byRole = await instance.addUser("somebody");
    const one = await guildWith(byRole);
    await instance.addRole(one, permissions, byRole);
    expect([permissions, (await send(one, byRole)).status]).toEqual([permissions, status]);

    const byEveryone = await instance.addUser("somebody");
    const other = await guildWith(byEveryone);
    await instance.sql(
      `insert into roles (id, guild_id, name, permissions, position, managed) values (?, ?, '@everyone', ?, 0, 0)`,
      other,
      other,
      permissions.toString(),
    );
    expect([permissions, (await send(other, byEveryone)).status]).toEqual([permissions, status]);

    // Other users' roles, and roles in other guilds, give the caller no permissions.
    const without = await instance.addUser("somebody");
    await instance.addMember(one, without);
    expect((await send(one, without)).status).toBe(403);
    expect((await send(other, byRole)).status).toBe(404);
  }
});

test("the bot gets only permissions that the caller has from roles or @everyone", async ({ instance }) => {
  const { ask, guildId, roles } = await setting(instance);
  const user = await instance.addUser("mate");
  await instance.addMember(guildId, user);
  const headers = { authorization: await instance.token(user) };
  const wanted = (Bit.Administrator | Bit.BanMembers | Bit.KickMembers | Bit.SendMessages).toString();
  expect((await ask({ permissions: wanted }, headers)).status).toBe(403);

  await instance.addRole(guildId, Bit.ManageGuild | Bit.BanMembers, user);
  const granted = (Bit.BanMembers | Bit.SendMessages).toString();
  expect((await ask({ permissions: wanted }, headers)).body.location).toContain(`permissions=${granted}`);
  expect((await roles()).map((role) => role.permissions)).toEqual([granted]);

  await instance.addRole(guildId, Bit.Administrator, user);
  expect((await ask({ permissions: wanted }, headers)).body.location).toContain(`permissions=${wanted}`);
  expect((await ask({ permissions: wanted })).body.location).toContain(`permissions=${wanted}`);
});

test("authorizing is refused if it would exceed a limit in the configuration file", async ({ instance }) => {
  const { ask, roles, member } = await setting(instance);
  const limit = (limits: Change) => instance.configure((config) => void (config.limits = limits));
  const cases: [Change, number][] = [
    [{ guild: { maxMembers: 0 } }, 30031],
    [{ guild: { maxRoles: 0 } }, 30005],
    [{ user: { maxGuilds: 0 } }, 30001],
  ];
  try {
    for (const [limits, code] of cases) {
      limit(limits);
      await expect.poll(async () => (await ask()).body.code).toBe(code);
      expect([await roles(), await member()]).toEqual([[], 0]);
    }
  } finally {
    instance.configure((config) => void delete config.limits);
  }
  await expect.poll(async () => (await ask()).status).toBe(200);
  // A bot that is already a member does not count against the limits again.
  limit({ guild: { maxMembers: 0, maxRoles: 0 }, user: { maxGuilds: 0 } });
  try {
    expect((await ask({ permissions: "16" })).status).toBe(200);
    expect((await roles()).map(({ permissions }) => permissions)).toEqual(["16"]);
  } finally {
    instance.configure((config) => void delete config.limits);
  }
});
