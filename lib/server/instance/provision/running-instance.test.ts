import { describe, expect, it } from "vitest";
import {
  type Answer,
  failure,
  NOT_FOUND,
  type Routes,
  simulatedInstance,
} from "@/testing/simulated-instance";
import { describePlan, executePlan, parseDocument, planFor } from ".";

const lamp = { id: "11", name: "Lamp", bot: { id: "11", username: "Lamp" } };
const harbor = { id: "22", name: "Harbor", owner: true };
const guilds = (...entries: object[]): Routes => ({ "GET /users/@me/guilds": [200, entries] });
const withLamp: Routes = { "GET /applications": [200, [lamp]] };
const NO_MEMBER: Answer = [404, { code: 10007, message: "Unknown Member" }];

/** Returns the plan for a document on an instance whose account has no bots, and is in the guild Harbor. */
async function planned(routes: Routes, document: object) {
  const instance = await simulatedInstance({
    "GET /applications": [200, []],
    ...guilds(harbor),
    ...routes,
  });
  const target = { instance, owner: "mara" };
  const plan = await planFor(parseDocument(JSON.stringify(document)), target);
  const { bots, summary } = describePlan(plan);
  const lines = bots.flatMap(({ sign, text, changes }) => [
    `${sign} ${text}`,
    ...changes.map((change) => `  ${change.sign} ${change.text}`),
  ]);
  async function run() {
    instance.asked.length = 0;
    const notes: string[] = [];
    await executePlan(plan, target, {
      beforeToken: () => undefined,
      onToken: () => undefined,
      onDone: (_bot, _id, more) => void notes.push(...more),
    });
    return { notes, asked: instance.asked.map(([route]) => route) };
  }
  return { plan, lines, summary, run };
}

const inGuild = (guild: string, permissions?: string) => ({
  bots: [{ name: "Lamp", guilds: [{ guild, permissions }] }],
});

/** Returns the problems for which a document is refused. */
const problems = async (routes: Routes, document: object) =>
  (await failure(planned(routes, document))).problems.map(({ message }) => message);

it("nothing is planned if the instance does not list the account's bots or fails", async () => {
  const document = { bots: [{ name: "Lamp" }] };
  expect(await failure(planned({ "GET /applications": NOT_FOUND }, document))).toMatchObject({
    code: "conflict",
    message:
      "Your instance does not list applications, so every run would create the bots again. Nothing was changed. Create them on the Bots page instead.",
  });
  for (const route of ["GET /applications", "GET /users/@me/guilds"])
    expect(await failure(planned({ [route]: [500, {}] }, document))).toMatchObject({ code: "bad-gateway" });
});

describe("a guild", () => {
  const unlisted = { "GET /users/@me/guilds": NOT_FOUND };

  it("is found by its id only if the instance does not list guilds", async () => {
    const { lines } = await planned(unlisted, inGuild(" 23 ", "8"));
    expect(lines).toEqual(["+ Lamp", '  + guild "23" (23): Administrator']);
    expect(await problems(unlisted, inGuild("Harbor", "8"))).toEqual([
      "Your instance does not list its guilds. Write the id of the guild instead of its name.",
    ]);
  });

  it.each(["Harbor", " Harbor ", "22", " 22 "])("is found as %j in the account's list", async (guild) => {
    expect((await planned({}, inGuild(guild, "8"))).lines[1]).toContain('guild "Harbor" (22)');
  });

  it.each([
    [0, "mara is not in any guild."],
    [1, 'There are "Pier 1".'],
    [5, 'There are "Pier 1", "Pier 2", "Pier 3", "Pier 4", "Pier 5".'],
    [6, 'There are "Pier 1", "Pier 2", "Pier 3", "Pier 4", "Pier 5" and others.'],
  ])("that is unknown is reported with the first of %i guilds of the account", async (count, words) => {
    const piers = Array.from({ length: count }, (_, nth) => ({ id: `3${nth}`, name: `Pier ${nth + 1}` }));
    for (const unknown of ["Nowhere", "99"])
      expect(await problems(guilds(...piers), inGuild(unknown, "8"))).toEqual([
        `There is no guild "${unknown}". ${words}`,
      ]);
  });

  it("whose name several guilds have is reported with at most five ids", async () => {
    const twins = Array.from({ length: 6 }, (_, nth) => ({ id: `3${nth}`, name: "Twin" }));
    expect(await problems(guilds(...twins), inGuild("Twin", "8"))).toEqual([
      "There are 6 guilds with this name. Write the id of one instead: 30, 31, 32, 33, 34.",
    ]);
  });
});

describe("a bot's membership", () => {
  it("that the instance does not report is unknown in the plan, and requires a list of permissions", async () => {
    const { lines, summary } = await planned(withLamp, inGuild("Harbor", "BAN_MEMBERS"));
    expect(summary).toEqual({ create: 0, change: 0, same: 0, unknown: 1 });
    expect(lines).toEqual([
      "? Lamp (11)",
      '  ? guild "Harbor" (22): add with Ban members; your instance does not report whether the bot is in it',
    ]);
    expect(await problems(withLamp, inGuild("Harbor"))).toEqual([
      "List the bot's permissions here: your instance does not report whether the bot is in this guild, so the panel cannot preserve existing permissions.",
    ]);
  });

  it.each<[string, Answer, string[]]>([
    ["granted as requested", [200, { location: "/?permissions=4" }], []],
    ["granted without details", [200, {}], []],
    [
      "granted differently",
      [200, { location: "/?permissions=5" }],
      ['In "Harbor" your instance granted 5 instead of 4.'],
    ],
    [
      "not changed",
      [400, { code: 1, message: "Already a member" }],
      [
        'It was already in "Harbor", and your instance did not change its permissions. To change them, remove the bot from the guild first.',
      ],
    ],
  ])("is requested even if it is unknown: %s", async (_, answer, notes) => {
    const routes = { ...withLamp, "POST /oauth2/authorize": answer };
    const { run } = await planned(routes, inGuild("Harbor", "BAN_MEMBERS"));
    expect((await run()).notes).toEqual(notes);
  });

  it("is requested without editing a bot that has no other changes", async () => {
    const routes: Routes = {
      ...withLamp,
      "GET /guilds/22/members/11": NO_MEMBER,
      "POST /oauth2/authorize": [200, {}],
    };
    const { lines, run } = await planned(routes, inGuild("Harbor", "BAN_MEMBERS"));
    expect(lines).toEqual(["~ Lamp (11)", '  + guild "Harbor" (22): Ban members']);
    expect((await run()).asked).toEqual(["POST /oauth2/authorize?client_id=11"]);
  });

  it("stays as it is if the instance reports other permissions, or if the owner may not change it", async () => {
    const routes: Routes = {
      ...withLamp,
      ...guilds({ ...harbor, owner: false, permissions: "0" }),
      "GET /guilds/22/members/11": [200, { roles: ["30"] }],
      "GET /guilds/22/roles": [200, [{ id: "30", name: "Lamp", permissions: "2" }]],
    };
    const { lines, run } = await planned(routes, inGuild("Harbor", "BAN_MEMBERS"));
    expect(lines).toEqual([
      "= Lamp (11)",
      '  = guild "Harbor" (22): wanted + Ban members, − Kick members; the instance does not change the permissions of a member, so they stay unchanged',
    ]);
    expect((await run()).asked).toEqual([]);
  });
});

it.each<[object, object, string[]]>([
  [{}, { public: true }, ["  = public: your instance does not report it, so it stays unchanged"]],
  [{}, {}, []],
  [{ bot_public: false }, { public: true }, ["  ~ public: false → true"]],
  [{ bot_public: true }, { public: true }, []],
])("compares an application %j with the described values %j", async (present, wanted, lines) => {
  const routes: Routes = { "GET /applications": [200, [{ ...lamp, ...present }]] };
  const shown = (await planned(routes, { bots: [{ name: "Lamp", ...wanted }] })).lines;
  expect(shown.slice(1)).toEqual(lines);
});

describe("creating a bot", () => {
  const create = async (answer: Answer, name = "Lámp") => {
    const token: Answer = [200, { token: "a.b.c" }];
    const routes = { "POST /applications": answer, "POST /applications/11/bot": token };
    return (await planned(routes, { bots: [{ name }] })).run();
  };

  it.each(["Lámp", " Lámp ", "La\u0301mp"])(
    "succeeds if the instance stores its name as %j",
    async (name) => {
      expect((await create([200, { id: "11", name }])).asked).toEqual([
        "GET /applications",
        "POST /applications",
        "POST /applications/11/bot",
      ]);
    },
  );

  it.each([
    ["lámp", "lámp"],
    ["x".repeat(101), "x".repeat(100)],
  ])("fails if the instance stores its name as %j, because no run would find it", async (name, shown) => {
    expect((await failure(create([200, { id: "11", name }]))).message).toBe(
      `Lámp: Your instance stored the name as "${shown}". Use this name in the document, so that the next run finds the bot.`,
    );
  });

  it("fails with the instance's problems, or with an unknown outcome", async () => {
    const errors = { name: { _errors: [{ message: "Taken." }] } };
    const refused = await failure(create([400, { code: 50035, message: "Invalid.", errors }]));
    expect(refused).toMatchObject({
      code: "invalid-input",
      problems: [{ path: "name", message: "Taken." }],
      message: "Lámp: Invalid. name: Taken. (POST /applications: status 400, code 50035)",
    });
    expect((await failure(create("lost"))).details).toMatchObject({ sent: true });
  });
});
