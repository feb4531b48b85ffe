import { describe, expect, test } from "vitest";
import {
  type Answer,
  failure,
  type Routes,
  simulatedInstance as instance,
} from "@/testing/simulated-instance";

const UNKNOWN_MEMBER: Answer = [404, { code: 10007, message: "Unknown Member" }];

const lamp = { id: "11", name: "Lamp", bot_public: false, bot: { id: "11", username: "lamp" } };
const buoy = { id: "9", name: "buoy", description: "Floats", owner: { id: "8", username: "ada" } };
const alpha = { id: "200", name: "Alpha", bot: {} };
const listed = { "GET /applications": [200, [lamp, { id: "x" }, buoy, alpha]] as Answer };

describe("the list of bots", () => {
  test("shows the newest bot first and skips entries that are not applications", async () => {
    const { applications } = await instance(listed);
    expect(await applications.list()).toMatchObject([
      { id: "200", hasBot: true, username: null, public: null, bot: { id: "200", username: "Alpha" } },
      {
        id: "11",
        description: "",
        public: false,
        icon: null,
        owner: { id: "7", username: "mara" },
        bot: { id: "11", username: "lamp" },
        createdAt: "2015-01-01T00:00:00.000Z",
      },
      { id: "9", description: "Floats", hasBot: false, bot: null, owner: { id: "8", username: "ada" } },
    ]);
  });

  test("is sorted and searched by the panel, and always fits on one page", async () => {
    const { bots } = await instance(listed);
    const names = async (query: Parameters<typeof bots.page>[0]) => {
      const { bots: entries, next } = await bots.page(query);
      expect(next).toBeNull();
      return entries.map(({ name, guildCount }) => (guildCount === null ? name : "?")).join();
    };
    expect(await names({})).toBe("Alpha,Lamp,buoy");
    expect(await names({ order: "oldest" })).toBe("buoy,Lamp,Alpha");
    expect(await names({ order: "name" })).toBe("Alpha,buoy,Lamp");
    expect(await names({ search: " LA" })).toBe("Lamp");
    expect(await names({ search: "11" })).toBe("Lamp");
    expect(await names({ search: "1" })).toBe("");
  });

  test("contains all of 2,600 applications, whose list is larger than other answers may be", async () => {
    const many = Array.from({ length: 2_600 }, (_, nth) => ({
      id: String(1_000 + nth),
      name: `Buoy ${nth}`,
      description: "x".repeat(1_700),
    }));
    expect(JSON.stringify(many).length).toBeGreaterThan(4 * 1024 * 1024);
    const { bots } = await instance({ "GET /applications": [200, many] });
    expect((await bots.page({})).bots).toHaveLength(2_600);
  });

  test("is not offered if the instance does not return a list", async () => {
    expect((await failure((await instance({})).bots.page({}))).code).toBe("not-offered");
    const other = await instance({ "GET /applications": [200, {}] });
    expect((await failure(other.bots.page({}))).code).toBe("not-offered");
  });
});

describe("a bot", () => {
  test("is requested by its id, or found in the list if the instance lacks the route", async () => {
    const asked = await instance({ "GET /applications/11": [200, lamp] });
    expect(await asked.bots.get("11")).toMatchObject({
      name: "Lamp",
      guilds: null,
      heirs: [],
      disabled: false,
    });
    const found = await instance(listed);
    expect(await found.bots.get("9")).toMatchObject({ name: "buoy" });
    expect((await failure(found.bots.get("12"))).message).toContain("no application with this id");
    expect((await failure(found.bots.get("lamp"))).code).toBe("unknown-application");
    const neither = await failure((await instance({})).bots.get("11"));
    expect(neither).toMatchObject({
      code: "not-offered",
      message: expect.stringContaining("details") as unknown,
    });
    const broken = await instance({ "GET /applications": [500, {}] });
    expect((await failure(broken.bots.get("11"))).code).not.toBe("not-offered");
  });

  test.each<[string, object, string | null, unknown]>([
    [
      "its own address",
      { ...lamp, custom_install_url: "https://add.example" },
      null,
      { url: "https://add.example", at: "instance" },
    ],
    [
      "the address of the front page",
      lamp,
      "https://chat.example/start",
      { url: "https://chat.example/oauth2/authorize?client_id=11&scope=bot", at: "guess" },
    ],
    ["no address", lamp, null, null],
    ["an application without a bot", { ...buoy, id: "11" }, "https://chat.example", null],
  ])("has an invite link only if the panel knows an address: %s", async (_case, entry, frontPage, invite) => {
    const { bots } = await instance({ "GET /applications/11": [200, entry] }, { frontPage });
    expect((await bots.get("11")).invite).toEqual(invite);
  });

  test("is edited by sending the changed fields, and the username in a second request", async () => {
    const { bots, asked, recorded } = await instance({
      "PATCH /applications/11": [200, {}],
      "PATCH /applications/11/bot": [200, {}],
      "GET /applications/11": [200, lamp],
    });
    expect(await bots.edit("11", { name: "Lamp", public: false, username: "lamp" })).toMatchObject({
      name: "Lamp",
    });
    expect(asked).toEqual([
      ["PATCH /applications/11", { name: "Lamp", bot_public: false }],
      ["PATCH /applications/11/bot", { username: "lamp" }],
      ["GET /applications/11"],
    ]);
    expect(recorded).toEqual([
      { action: "bot.edit", target: "11", id: "11", detail: { changed: ["name", "public", "username"] } },
    ]);
    asked.length = 0;
    await bots.edit("11", { username: "lamp" });
    await bots.edit("11", { description: "Shines" });
    expect(recorded.slice(1)).toMatchObject([
      { detail: { changed: ["username"] } },
      { detail: { changed: ["description"] } },
    ]);
    expect(asked.filter(([route]) => route.startsWith("PATCH"))).toEqual([
      ["PATCH /applications/11/bot", { username: "lamp" }],
      ["PATCH /applications/11", { description: "Shines" }],
    ]);
  });

  test("is only partially edited if the instance refuses the username", async () => {
    const taken: Answer = [400, { code: 50035, message: "Username is taken" }];
    const routes: Routes = { "PATCH /applications/11": [200, {}], "PATCH /applications/11/bot": taken };
    const { bots } = await instance(routes);
    const saved = "The application was saved, but not the bot's username.";
    expect((await failure(bots.edit("11", { name: "Lamp", username: "lamp" }))).message).toContain(saved);
    expect((await failure(bots.edit("11", { username: "lamp" }))).message).not.toContain(saved);
    const none = await failure((await instance({})).bots.edit("11", { name: "Lamp" }));
    expect(none).toMatchObject({
      code: "not-offered",
      message: expect.stringContaining("cannot change") as unknown,
    });
  });

  test("counts as saved if only reading it back fails", async () => {
    const { bots } = await instance({ "PATCH /applications/11": [200, {}], "GET /applications/11": "lost" });
    const error = await failure(bots.edit("11", { name: "Lamp" }));
    expect(error.message).toMatch(/^The change was saved, /);
    expect(error.message).not.toContain("Nothing was changed");
    expect(error.details).toEqual({ sent: true });
  });

  test("is unknown if its id is not a Snowflake, and the id does not become part of a path", async () => {
    const { applications, bots, asked } = await instance({ "GET /users/@me/guilds": [200, []] });
    for (const id of ["11/../../guilds/22", "11?a=b", "11#", "@me", "0", ""])
      for (const work of [
        () => bots.get(id),
        () => bots.edit(id, { name: "Lamp" }),
        () => bots.edit(id, { username: "lamp" }),
        () => bots.resetToken(id),
        () => bots.delete(id),
        () => bots.authorize(id, "22", 0n),
        () => bots.guilds(id),
        () => applications.issueToken(id),
      ])
        expect((await failure(work())).code).toBe("unknown-application");
    expect((await failure(bots.authorize("11", "22/../33", 0n))).code).toBe("unknown-guild");
    expect(asked).toEqual([]);
  });

  test("is not created if the list of applications fails", async () => {
    const { applications, asked } = await instance({ "GET /applications": [500, {}] });
    expect(await failure(applications.create("Lamp"))).toMatchObject({ code: "bad-gateway" });
    expect(asked).toEqual([["GET /applications"]]);
  });

  test("is created with its name, and can then get a token", async () => {
    const { applications, asked, recorded } = await instance({
      "GET /applications": [200, []],
      "POST /applications": [200, { id: "11" }],
      "POST /applications/11/bot": [200, { token: "a.b.c" }],
    });
    expect(await applications.create("Lamp")).toMatchObject({ id: "11", name: "Lamp", isNew: true });
    expect(await applications.issueToken("11")).toEqual({ token: "a.b.c" });
    expect(asked.slice(1)).toEqual([["POST /applications", { name: "Lamp" }], ["POST /applications/11/bot"]]);
    expect(recorded).toEqual([
      { action: "application.create", target: "Lamp", detail: { application: "11" } },
      { action: "bot.token", target: "11", id: "11" },
    ]);
  });

  test.each([
    [
      "a token",
      (bots: Awaited<ReturnType<typeof instance>>) => bots.applications.issueToken("11"),
      "POST /applications/11/bot",
      "The bot may have been created.",
    ],
    [
      "a new token",
      (bots: Awaited<ReturnType<typeof instance>>) => bots.bots.resetToken("11"),
      "POST /applications/11/bot/reset",
      "The old token may have stopped working.",
    ],
  ])(
    "is reported as possibly changed if the answer to a request for %s is lost",
    async (_what, ask, route, words) => {
      expect((await failure(ask(await instance({ [route]: "lost" })))).message).toContain(words);
      const refused: Answer = [403, { code: 50001, message: "Missing Access" }];
      expect((await failure(ask(await instance({ [route]: refused })))).message).not.toContain(words);
    },
  );

  test("gets a new token if the instance can reset tokens", async () => {
    const { bots, asked } = await instance({ "POST /applications/11/bot/reset": [200, { token: "d.e.f" }] });
    expect(await bots.resetToken("11")).toEqual({ token: "d.e.f" });
    expect(asked).toEqual([["POST /applications/11/bot/reset", {}]]);
    expect(await failure((await instance({})).bots.resetToken("11"))).toMatchObject({
      code: "not-offered",
      message: expect.stringContaining("cannot reset") as unknown,
    });
  });

  test("is deleted by POST, or by DELETE if the instance lacks the POST route", async () => {
    const newer = await instance({ "POST /applications/11/delete": [200, {}] });
    await newer.bots.delete("11");
    expect(newer.asked).toEqual([["POST /applications/11/delete", {}]]);
    const older = await instance({ "DELETE /applications/11": [204, null] });
    await older.bots.delete("11");
    expect(older.asked.map(([route]) => route)).toEqual([
      "POST /applications/11/delete",
      "DELETE /applications/11",
    ]);
    expect((await failure((await instance({})).bots.delete("11"))).code).toBe("not-offered");
    const silent = await failure(
      (await instance({ "POST /applications/11/delete": "lost" })).bots.delete("11"),
    );
    expect(silent.message).toContain("may have been deleted");
    const gone = await instance({ "POST /applications/11/delete": "lost", "GET /applications": [200, []] });
    expect(await gone.bots.delete("11")).toBeUndefined();
  });
});

describe("a bot's guild membership", () => {
  test.each([
    ["/?permissions=1032", "1032"],
    ["/?permissions=x4", null],
    ["/?permissions=4x", null],
    ["/?permissions=", null],
    ["http://", null],
  ])("has the granted permissions in the address %j", async (location, granted) => {
    const { bots } = await instance({ "POST /oauth2/authorize": [200, { location }] });
    expect(await bots.authorize("11", "22", 8n)).toEqual({ kind: "added", granted });
  });

  test.each<[string, Answer]>([
    ["status 403", [403, { code: 7, message: "Already a member?" }]],
    ["another refusal", [400, { code: 7, message: "You are not a member." }]],
  ])("is not requested, and the refusal is unchanged, after %s", async (_, answer) => {
    const { bots, asked } = await instance({ "POST /oauth2/authorize": answer });
    expect((await failure(bots.authorize("11", "22", 8n))).message).toContain("member");
    expect((await failure(bots.authorize("11", "22", 8n))).message).toContain("code 7");
    expect(asked).toHaveLength(2);
  });

  test.each<[string, Answer, string | null]>([
    ["refused", [403, { code: 50001, message: "Missing Access" }], null],
    ["missing", [404, { code: 0, message: "404: Not Found" }], null],
    ["lost", "lost", "bad-gateway"],
    ["failed", [500, {}], "bad-gateway"],
  ])("has no permissions if the request for the guild's roles is %s", async (_, answer, code) => {
    const { bots } = await instance({
      "GET /guilds/22/members/11": [200, { roles: ["30"] }],
      "GET /guilds/22/roles": answer,
    });
    const membership = bots.membership("11", "22");
    if (code === null) expect(await membership).toEqual({ member: true, permissions: null });
    else expect(await failure(membership)).toMatchObject({ code });
  });

  test("has unknown permissions if the instance does not report them", async () => {
    const route = "POST /oauth2/authorize";
    const { bots, asked, recorded } = await instance({ [route]: [200, { location: "/" }] });
    expect(await bots.authorize("11", "22", 8n)).toEqual({ kind: "added", granted: null });
    expect(asked).toEqual([
      ["POST /oauth2/authorize?client_id=11", { guild_id: "22", permissions: "8", authorize: true }],
    ]);
    expect(recorded).toEqual([
      { action: "bot.authorize", target: "11", id: "11", detail: { guild: "22", permissions: "8" } },
    ]);
  });

  test("is reported, or unknown if the instance refuses to report it", async () => {
    const route = "GET /guilds/22/members/11";
    const membership = async (answer: Answer) =>
      (await instance({ [route]: answer })).bots.membership("11", "22");
    for (const body of [{}, null])
      expect(await membership([200, body])).toEqual({ member: true, permissions: null });
    expect(await membership([200, { roles: ["30"] }])).toEqual({ member: true, permissions: null });
    expect(await membership(UNKNOWN_MEMBER)).toEqual({ member: false });
    expect(await membership([403, { code: 50001, message: "Missing Access" }])).toBe("unknown");
    expect((await failure(membership([500, {}]))).code).not.toBe("not-offered");
  });

  test.each([
    ["its roles together, without @everyone", ["30", "31"], "1032"],
    ["none if it has no role", [], "0"],
  ])("has the permissions of %s", async (_, own, permissions) => {
    const roles = [
      { id: "22", name: "@everyone", permissions: "2048" },
      { id: "30", name: "Gull", permissions: "1024" },
      { id: "31", name: "Crew", permissions: 8 },
      { id: "32", name: "Others", permissions: "32" },
    ];
    for (const sent of [own, own.map((id) => ({ id, name: "Role" }))]) {
      const { bots } = await instance({
        "GET /guilds/22/members/11": [200, { roles: [...sent, "22"] }],
        "GET /guilds/22/roles": [200, roles],
      });
      expect(await bots.membership("11", "22")).toEqual({ member: true, permissions });
    }
  });

  test.each([1.5, 2 ** 60, -1, "many"])(
    "is unknown if the permissions of a role are %s",
    async (permissions) => {
      const { bots } = await instance({
        "GET /guilds/22/members/11": [200, { roles: ["30"] }],
        "GET /guilds/22/roles": [200, [{ id: "30", name: "Gull", permissions }]],
      });
      expect(await bots.membership("11", "22")).toEqual({ member: true, permissions: null });
    },
  );

  test("is not added to a guild of others, and the error says whose membership is missing", async () => {
    const { bots } = await instance({
      "POST /oauth2/authorize": [404, { code: 404, message: "Member could not be found" }],
    });
    expect((await failure(bots.authorize("11", "22", 8n))).message).toMatch(
      /^The connected account is not a member of this guild/,
    );
    const unknown = await instance({
      "POST /oauth2/authorize": [404, { code: 10004, message: "Unknown Guild" }],
    });
    expect(await failure(unknown.bots.authorize("11", "22", 8n))).toMatchObject({ code: "unknown-guild" });
  });

  test("is requested only once if the instance lacks the route", async () => {
    const { bots, asked } = await instance({});
    expect(await bots.membership("11", "22")).toBe("unknown");
    expect(await bots.membership("11", "23")).toBe("unknown");
    expect(asked).toHaveLength(1);
  });
});

describe("the guilds of a bot", () => {
  const guilds = Array.from({ length: 30 }, (_, nth) => ({ id: String(100 + nth), name: `Pier ${nth}` }));

  test("are found by checking the account's guilds, 24 per page", async () => {
    const { bots, asked } = await instance({
      "GET /users/@me/guilds": [200, guilds],
      "GET /guilds/102/members/11": [200, {}],
      "GET /guilds/129/members/11": [200, { roles: ["30"] }],
      "GET /guilds/129/roles": [200, [{ id: "30", name: "Gull", permissions: "1024" }]],
      "GET /guilds/103/members/11": [403, { code: 50001, message: "Missing Access" }],
      ...Object.fromEntries(
        guilds
          .filter(({ id }) => !["102", "103", "129"].includes(id))
          .map(({ id }) => [`GET /guilds/${id}/members/11`, UNKNOWN_MEMBER]),
      ),
    });
    const first = await bots.guilds("11");
    expect(first).toMatchObject({
      guilds: [{ id: "102", name: "Pier 2", permissions: null, joinedAt: null, held: null }],
      unknown: [{ id: "103", name: "Pier 3", reason: expect.any(String) as unknown }],
      asked: { done: 24, total: 30 },
      next: "24",
    });
    expect(asked).toHaveLength(25);
    expect(await bots.guilds("11", first.next ?? "")).toMatchObject({
      guilds: [{ id: "129", permissions: "1024" }],
      unknown: [],
      asked: { done: 30, total: 30 },
      next: null,
    });
    expect(await bots.guilds("11", "nowhere")).toMatchObject({ asked: { done: 24 } });
  });

  test("are sorted by name and then by id, and those that the instance refuses are listed", async () => {
    const piers = Array.from({ length: 25 }, (_, nth) => ({ id: String(124 - nth), name: "Pier" }));
    const all = [...piers, { id: "90", name: "Quay" }];
    const members = all.map(({ id }) => [`GET /guilds/${id}/members/11`, UNKNOWN_MEMBER]);
    const refusal: Answer = [400, { code: 7, message: "Bad." }];
    const { bots } = await instance({
      "GET /users/@me/guilds": [200, all],
      ...Object.fromEntries(members),
      "GET /guilds/124/members/11": [200, {}],
      "GET /guilds/90/members/11": refusal,
    });
    expect(await bots.guilds("11")).toMatchObject({ guilds: [], unknown: [], next: "24" });
    expect(await bots.guilds("11", "24")).toMatchObject({ guilds: [{ id: "124" }], unknown: [{ id: "90" }] });
    const cut = await instance({
      "GET /users/@me/guilds": [200, guilds.slice(0, 1)],
      "GET /guilds/100/members/11": "lost",
    });
    expect(await failure(cut.bots.guilds("11"))).toMatchObject({ code: "bad-gateway" });
  });

  test("are not offered if the instance lacks the route for guilds or for members", async () => {
    const none = await failure((await instance({})).bots.guilds("11"));
    expect(none).toMatchObject({
      code: "not-offered",
      message: expect.stringContaining("account's guilds") as unknown,
    });
    const members = await instance({ "GET /users/@me/guilds": [200, guilds.slice(0, 1)] });
    expect(await failure(members.bots.guilds("11"))).toMatchObject({
      code: "not-offered",
      message: expect.stringContaining("members of a guild") as unknown,
    });
    const broken = await instance({
      "GET /users/@me/guilds": [200, guilds.slice(0, 1)],
      "GET /guilds/100/members/11": [500, {}],
    });
    expect((await failure(broken.bots.guilds("11"))).code).not.toBe("not-offered");
  });
});

test("a feature that the instance lacks is refused with the reason", async () => {
  const { bots, capabilities } = await instance({});
  for (const [work, name] of [
    [bots.transfer("11", "8"), "botTransfer"],
    [bots.leave("11", "22"), "botMembership"],
    [bots.setPicture("11", new Uint8Array()), "botPictures"],
    [bots.removePicture("11"), "botPictures"],
  ] as const)
    expect(await failure(work)).toMatchObject({ code: "not-offered", message: capabilities[name] });
  expect(await bots.picture("11", "hash")).toBeNull();
});
