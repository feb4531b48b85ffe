import { beforeAll, describe, expect, test } from "vitest";
import { db, theRooms } from "@/testing/rooms";
import type { Session } from "@/lib/server/operators";
import { openTestPanel, type Visitor } from "@/testing/test-panel";
import { scriptedInstance } from "@/testing/scripted-instance";
import type { InviteQuery } from "./invites";

const panel = openTestPanel();

let bot = "";
let keepers: Session;
let mara: Visitor;
/**
 * The ids of guilds. The operator `keeper` owns `harbor` and `pier`. `mara` owns `lagoon`, and `keeper`
 * manages it.
 */
const guilds = { harbor: "", pier: "", lagoon: "" };

const newBot = async (name: string) => {
  const { id } = await panel.get("createApplication", { body: { name } });
  await panel.get("issueToken", { params: { id } });
  return id;
};
const authorize = (id: string, guildId: string, permissions = "0") =>
  panel.get("authorizeBot", { params: { id, guildId }, body: { permissions } });

beforeAll(async () => {
  keepers = (await panel.session())!;
  bot = await newBot("Buoy");
  await panel.get("editBot", { params: { id: bot }, body: { description: "Floats" } });
  mara = await panel.visitor({ username: "mara" });
  const create = async (visitor: Pick<Visitor, "get">, name: string) =>
    (await visitor.get("createGuild", { body: { name } })).id;
  guilds.pier = await create(panel, "Pier");
  guilds.lagoon = await create(mara, "Lagoon");
  guilds.harbor = await create(panel, "Harbor");
  const userId = keepers.operator.userId!;
  await mara.get("addMember", { params: { id: guilds.lagoon }, body: { userId } });
  await mara.get("setManager", { params: { id: guilds.lagoon, userId }, body: { manager: true } });
});

const open = (query: InviteQuery, session = keepers) =>
  theRooms().panel.readInvite(session, session.operator.userId, query);
const outcome = (query: InviteQuery, session = keepers) => theRooms().panel.readInviteOutcome(session, query);

describe("an invite link", () => {
  test("shows the bot and the guilds where the caller may add the bot", async () => {
    expect(await open({ client_id: bot, permissions: "1024", scope: "bot" })).toEqual({
      bot: {
        id: bot,
        name: "Buoy",
        description: "Floats",
        icon: null,
        owner: { id: keepers.operator.userId, username: "keeper" },
      },
      requested: "1024",
      guilds: [
        { id: guilds.harbor, name: "Harbor", owner: true, held: expect.any(String), present: null },
        { id: guilds.pier, name: "Pier", owner: true, held: expect.any(String), present: null },
        { id: guilds.lagoon, name: "Lagoon", owner: false, held: expect.any(String), present: null },
      ],
      guildId: null,
      isGuildUnknown: false,
    });
  });

  test.each([
    [{}, "0"],
    [{ permissions: "0" }, "0"],
    [{ permissions: "18446744073709551615" }, "18446744073709551615"],
  ])("requests the permissions in its query: %j", async (query, requested) => {
    expect(await open({ client_id: bot, ...query })).toMatchObject({ requested });
  });

  test.each([
    ["malformed-permissions", { permissions: "many" }],
    ["malformed-permissions", { permissions: "" }],
    ["malformed-permissions", { permissions: ["1", "2"] }],
    ["malformed-permissions", { permissions: "0".repeat(21) }],
    ["malformed-permissions", { permissions: "18446744073709551616" }],
    ["other-scope", { scope: "identify" }],
    ["other-scope", { scope: "robot" }],
    ["other-scope", { scope: ["bot", "identify"] }],
    ["other-scope", { scope: `bot ${"x".repeat(1000)}` }],
    ["unknown-bot", { client_id: undefined }],
    ["unknown-bot", { client_id: "x" }],
    ["unknown-bot", { client_id: "1574425641619554304" }],
    ["unknown-bot", { client_id: ["1", "2"] }],
  ])("is refused with the reason %s for the query %j", async (reason, query: InviteQuery) => {
    expect(await open({ client_id: bot, ...query })).toEqual({ reason });
  });

  test.each(["bot", "", undefined, "identify bot", "identify+bot", "identify,bot", `bot ${"x".repeat(996)}`])(
    "is accepted with the scope %j",
    async (scope) => {
      expect(await open({ client_id: bot, scope })).toMatchObject({ requested: "0" });
    },
  );

  test("selects the guild in its query", async () => {
    expect(await open({ client_id: bot, guild_id: guilds.lagoon })).toMatchObject({
      guildId: guilds.lagoon,
      isGuildUnknown: false,
    });
    for (const guild_id of ["1574425641619554304", ["1", "2"], "x".repeat(30)])
      expect(await open({ client_id: bot, guild_id })).toMatchObject({ guildId: null, isGuildUnknown: true });
    const visitor = await panel.visitor({ username: "nils" });
    const { id: only } = await visitor.get("createGuild", { body: { name: "Shoal" } });
    const session = (await visitor.session())!;
    expect(await open({ client_id: bot }, session)).toMatchObject({
      guilds: [{ id: only }],
      guildId: only,
      isGuildUnknown: false,
    });
    expect(await open({ client_id: bot, guild_id: guilds.pier }, session)).toMatchObject({
      guildId: null,
      isGuildUnknown: true,
    });
  });

  test("shows the bot's current permissions in guilds that the bot is in", async () => {
    const id = await newBot("Bell");
    await authorize(id, guilds.pier, "1024");
    const { guilds: shown } = (await open({ client_id: id })) as {
      guilds: { name: string; present: string | null }[];
    };
    expect(shown.map(({ name, present }) => [name, present])).toEqual([
      ["Harbor", null],
      ["Pier", "1024"],
      ["Lagoon", null],
    ]);
  });

  test("is refused if the application's bot is missing or disabled", async () => {
    const { id } = await panel.get("createApplication", { body: { name: "Lamp" } });
    expect(await open({ client_id: id })).toMatchObject({ reason: "no-bot-user", bot: { id, name: "Lamp" } });
    const disabled = await newBot("Foghorn");
    await db().updateTable("users").set({ disabled: 1 }).where("id", "=", disabled).execute();
    expect(await open({ client_id: disabled })).toMatchObject({
      reason: "disabled",
      bot: { name: "Foghorn" },
    });
  });

  test("to a private bot is valid for managers of the bot's guilds", async () => {
    const id = await newBot("Beacon");
    await panel.get("editBot", { params: { id }, body: { public: false } });
    const session = (await mara.session())!;
    expect(await open({ client_id: id }, session)).toMatchObject({
      reason: "private",
      bot: { name: "Beacon" },
    });
    expect(await open({ client_id: id })).toMatchObject({ guilds: [{}, {}, {}] });
    await authorize(id, guilds.lagoon);
    await mara.get("createGuild", { body: { name: "Reef" } });
    expect(await open({ client_id: id }, session)).toMatchObject({
      guilds: [{ name: "Lagoon", present: "0" }],
    });
    expect(await open({ client_id: bot }, session)).toMatchObject({ guilds: [{}, {}] });
  });

  test("to a private bot is valid for an owner who manages no guild", async () => {
    const visitor = await panel.visitor({ username: "bosun" });
    const { id } = await visitor.get("createApplication", { body: { name: "Buoy of the bosun" } });
    await visitor.get("issueToken", { params: { id } });
    await visitor.get("editBot", { params: { id }, body: { public: false } });
    expect(await open({ client_id: id }, (await visitor.session())!)).toMatchObject({
      guilds: [],
      guildId: null,
      isGuildUnknown: false,
    });
    expect(await open({ client_id: bot }, (await visitor.session())!)).toMatchObject({ guilds: [] });
  });
});

describe("the result of using an invite link", () => {
  test("reports whether the bot is in the guild", async () => {
    const id = await newBot("Lighthouse");
    const query = { client_id: id, guild_id: guilds.harbor };
    expect(await outcome(query)).toEqual({ kind: "not-in" });
    await authorize(id, guilds.harbor, "2048");
    expect(await outcome(query)).toMatchObject({
      kind: "in",
      bot: { id, name: "Lighthouse" },
      guild: { id: guilds.harbor, name: "Harbor" },
      permissions: "2048",
    });
    expect(await outcome({ guild_id: guilds.harbor })).toEqual({
      kind: "some-bot-in",
      guild: { id: guilds.harbor, name: "Harbor" },
    });
  });

  test.each([
    ["declined", { error: "access_denied" }],
    ["not-in", {}],
    ["not-in", { guild_id: "1574425641619554304" }],
    ["not-in", { guild_id: ["1", "2"] }],
    ["not-in", { client_id: "1574425641619554304" }],
  ])("is %s for the query %j", async (kind, query: InviteQuery) => {
    const guild_id = "guild_id" in query || kind === "declined" ? query.guild_id : guilds.harbor;
    const given = Object.keys(query).length === 0 ? {} : { guild_id, ...query };
    expect(await outcome(given)).toEqual({ kind });
  });
});

describe("with a running instance", () => {
  const id = "1574425641619554304";
  const guildId = "1574425641619554305";
  const connected = async (routes: Parameters<typeof scriptedInstance>[0]) => {
    const instance = await scriptedInstance({
      "GET /users/@me": [200, { id: "7", username: "mara" }],
      ...routes,
    });
    panel.connect(instance.apiUrl);
    await panel.get("connectAccount", { body: { token: "account-token" } });
    return instance;
  };
  const lamp = { id, name: "Lamp", bot_public: true, bot: { id, username: "lamp" } };
  const harbor = { id: guildId, name: "Harbor", owner: true, owner_id: "7", permissions: "8" };

  test("an application is shown with its id if its name is unknown", async () => {
    await connected({ "GET /users/@me/guilds": [200, [harbor]] });
    try {
      expect(await theRooms().panel.readInvite(keepers, "7", { client_id: id })).toEqual({
        bot: { id, name: `Application ${id}`, description: "", icon: null, owner: null },
        requested: "0",
        guilds: [{ id: guildId, name: "Harbor", owner: true, held: expect.anything(), present: null }],
        guildId,
        isGuildUnknown: false,
      });
    } finally {
      panel.connect();
    }
  });

  test("a guild is shown with its id if its name is unknown", async () => {
    for (const answer of [
      [403, { code: 50_001, message: "Missing Access" }],
      [404, {}],
    ] as [number, unknown][]) {
      await connected({
        "GET /users/@me/guilds": [200, [harbor]],
        [`GET /applications/${id}`]: [200, lamp],
        [`GET /guilds/${guildId}`]: answer,
        [`GET /guilds/${guildId}/members/${id}`]: [200, {}],
      });
      try {
        expect(await outcome({ client_id: id, guild_id: guildId })).toMatchObject({
          kind: "in",
          bot: { name: "Lamp" },
          guild: { id: guildId, name: `guild ${guildId}` },
        });
      } finally {
        panel.connect();
      }
    }
  });

  test("an application that the instance does not find is an unknown bot", async () => {
    await connected({
      "GET /users/@me/guilds": [200, [harbor]],
      [`GET /applications/${id}`]: [404, { code: 404, message: "Application could not be found" }],
      [`GET /guilds/${guildId}`]: [200, { ...harbor, roles: [] }],
    });
    try {
      expect(await theRooms().panel.readInvite(keepers, "7", { client_id: id })).toEqual({
        reason: "unknown-bot",
      });
      expect(await outcome({ client_id: id, guild_id: guildId })).toEqual({ kind: "not-in" });
    } finally {
      panel.connect();
    }
  });

  test("a server error is not reported as an unknown bot or guild", async () => {
    await connected({
      "GET /users/@me/guilds": [500],
      [`GET /applications/${id}`]: [500],
      [`GET /guilds/${guildId}`]: [500],
    });
    try {
      await expect(theRooms().panel.readInvite(keepers, "7", { client_id: id })).rejects.toMatchObject({
        status: 502,
      });
      await expect(outcome({ client_id: id, guild_id: guildId })).rejects.toMatchObject({ status: 502 });
    } finally {
      panel.connect();
    }
  });
});
