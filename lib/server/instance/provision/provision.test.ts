import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "@/lib/errors";
import { openTestInstance } from "@/testing/test-instance";
import { describePlan, executePlan, parseDocument, planFor } from ".";

const test = openTestInstance();

const target = (userId = test.ada.id) => ({ instance: test.as(userId), owner: "ada" });

/** Returns the lines of the plan for a document. */
async function planned(text: string, unsaved: string[] = [], userId?: string) {
  const plan = await planFor(parseDocument(text), target(userId), new Set(unsaved));
  const { bots, summary } = describePlan(plan);
  const lines = bots.flatMap((bot) => [
    `${bot.sign} ${bot.name}`,
    ...bot.changes.map(({ sign, text: words }) => `  ${sign} ${words.replaceAll(/\d{17,}/g, "ID")}`),
  ]);
  return { lines, summary, plan };
}

/** Provisions a document, and returns what the run reported. */
async function provisioned(text: string, unsaved: string[] = []) {
  const { plan } = await planned(text, unsaved);
  const steps: string[] = [];
  const ids: Record<string, string> = {};
  await executePlan(plan, target(), {
    beforeToken: (bot) => void steps.push(`token of ${bot} follows`),
    onToken: ({ bot, token }) => void steps.push(`${bot}: token of ${token.split(".").length} parts`),
    onDone(bot, id, notes) {
      ids[bot.name] = id;
      steps.push(`${bot.name} done ${notes.join()}`.trim());
    },
  });
  return { steps, ids };
}

const refusals = async (text: string, userId?: string) => {
  const error: unknown = await planned(text, [], userId).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  const { code, message, problems } = error;
  return {
    code,
    message,
    problems: problems.map((one) => one.message),
    lines: problems.map((one) => "line" in one && one.line),
  };
};

let lighthouse = "";
beforeAll(async () => {
  const { guilds } = test.instance;
  lighthouse = (await guilds.create("Lighthouse")).id;
  await guilds.create("Twin");
  await guilds.create("Twin");
});

describe("a document", () => {
  it("creates its bots, and changes nothing when it is run again", async () => {
    const text = JSON.stringify({
      bots: [
        {
          name: "Fog horn",
          description: "Warns ships",
          public: false,
          guilds: [{ guild: "Lighthouse", permissions: ["MANAGE_GUILD", "BAN_MEMBERS"] }],
        },
        { name: "Plain" },
      ],
    });
    expect(await planned(text)).toMatchObject({
      lines: [
        "+ Fog horn",
        '  + description: "Warns ships"',
        "  + public: false",
        '  + guild "Lighthouse" (ID): Manage guild, Ban members',
        "+ Plain",
      ],
      summary: { create: 2, change: 0, same: 0, unknown: 0 },
    });
    const { steps, ids } = await provisioned(text);
    expect(steps).toEqual([
      "token of Fog horn follows",
      "Fog horn: token of 3 parts",
      "Fog horn done",
      "token of Plain follows",
      "Plain: token of 3 parts",
      "Plain done",
    ]);
    const horn = await test.instance.bots.get(ids["Fog horn"] ?? "");
    expect(horn).toMatchObject({ description: "Warns ships", public: false, hasBot: true });
    expect(horn.guilds).toMatchObject([{ id: lighthouse, permissions: "36" }]);
    expect(await test.instance.bots.get(ids.Plain ?? "")).toMatchObject({ public: true, guilds: [] });

    expect(await planned(text)).toMatchObject({
      lines: ["= Fog horn", '  = guild "Lighthouse" (ID)', "= Plain"],
      summary: { create: 0, change: 0, same: 2, unknown: 0 },
    });
    expect((await provisioned(text)).steps).toEqual([]);

    // A bot that is found by id can be renamed. Values that the document omits are unchanged.
    const guilds = [{ guild: lighthouse, permissions: "BAN_MEMBERS" }];
    const changed = JSON.stringify({ bots: [{ name: "Siren", id: ids["Fog horn"], public: true, guilds }] });
    expect((await planned(changed)).lines).toEqual([
      "~ Siren",
      '  ~ name: "Fog horn" → "Siren"',
      "  ~ public: false → true",
      '  ~ guild "Lighthouse" (ID): − Manage guild',
    ]);
    expect((await provisioned(changed)).steps).toEqual(["Siren done"]);
    const siren = await test.instance.bots.get(ids["Fog horn"] ?? "");
    expect(siren).toMatchObject({ name: "Siren", description: "Warns ships", public: true });
    expect(siren.guilds).toMatchObject([{ permissions: "4" }]);
    const kept = '{ "bots": [{ "name": "Siren", "guilds": [{ "guild": "Lighthouse" }] }] }';
    expect((await planned(kept)).lines).toEqual(["= Siren", '  = guild "Lighthouse" (ID)']);
  });

  it("creates a bot and a token if the application has no bot yet", async () => {
    await test.instance.applications.create("Half done");
    const text = '{ "bots": [{ "name": "Half done" }] }';
    expect((await planned(text)).lines).toEqual(["~ Half done", "  + bot user and token"]);
    expect((await provisioned(text)).steps).toEqual([
      "token of Half done follows",
      "Half done: token of 3 parts",
      "Half done done",
    ]);
    expect((await planned(text)).lines).toEqual(["= Half done"]);
  });

  it("creates another token for a bot if an interrupted run did not save the token", async () => {
    const text = '{ "bots": [{ "name": "Cut off" }] }';
    await provisioned(text);
    expect((await planned(text, ["Cut off"])).lines).toEqual([
      "~ Cut off",
      "  + token: an earlier run stopped before saving the token",
    ]);
    expect((await provisioned(text, ["Cut off"])).steps).toHaveLength(3);
  });

  it("adds a bot without permissions if the document requests none", async () => {
    const text = '{ "bots": [{ "name": "Quiet", "guilds": [{ "guild": "Lighthouse" }] }] }';
    expect((await planned(text)).lines).toEqual(["+ Quiet", '  + guild "Lighthouse" (ID): no permissions']);
    const { ids } = await provisioned(text);
    expect((await test.instance.bots.get(ids.Quiet ?? "")).guilds).toMatchObject([{ permissions: "0" }]);
  });
});

describe("a bot that exists", () => {
  const add =
    '{ "bots": [{ "name": "Buoy", "guilds": [{ "guild": "Lighthouse", "permissions": "BAN_MEMBERS" }] }] }';

  it("is added to the guild if only its membership is missing", async () => {
    const { ids } = await provisioned('{ "bots": [{ "name": "Buoy" }] }');
    expect((await planned(add)).lines).toEqual(["~ Buoy", '  + guild "Lighthouse" (ID): Ban members']);
    expect((await provisioned(add)).steps).toEqual(["Buoy done"]);
    expect((await test.instance.bots.get(ids.Buoy ?? "")).guilds).toMatchObject([{ permissions: "4" }]);
    expect((await provisioned(add)).steps).toEqual([]);
  });

  it("gets a new description without any change in its guilds", async () => {
    const guilds = [{ guild: "Lighthouse", permissions: "BAN_MEMBERS" }];
    const { ids } = await provisioned(JSON.stringify({ bots: [{ name: "Skiff", guilds }] }));
    const described = { name: "Skiff", description: "Rows", guilds: [{ guild: "Lighthouse" }] };
    expect((await provisioned(JSON.stringify({ bots: [described] }))).steps).toEqual(["Skiff done"]);
    expect(await test.instance.bots.get(ids.Skiff ?? "")).toMatchObject({
      description: "Rows",
      guilds: [{ permissions: "4" }],
    });
  });

  it("is not created again if another run created it first", async () => {
    const text = '{ "bots": [{ "name": "Ferry" }] }';
    const { plan } = await planned(text);
    await provisioned(text);
    const steps: string[] = [];
    await executePlan(plan, target(), {
      beforeToken: () => undefined,
      onToken: () => void steps.push("token"),
      onDone: () => void steps.push("done"),
    });
    expect(steps).toEqual(["done"]);
    const named = (await test.instance.applications.list()).filter(({ name }) => name === "Ferry");
    expect(named).toHaveLength(1);
  });
});

describe("a document is refused as a whole", () => {
  it("if a bot or guild is unknown, ambiguous or listed twice", async () => {
    const { code, message, problems, lines } = await refusals(`{ "bots": [
  { "name": "New",
    "guilds": [{ "guild": "Nowhere" }, { "guild": "Twin" }, { "guild": "Lighthouse" }, { "guild": "${lighthouse}" }] },
  { "name": "New" },
  { "name": "Lost",
    "id": "1104236891374919680" },
  { "name": "${"x".repeat(200)}" }
] }`);
    expect(code).toBe("invalid-document");
    expect(lines).toEqual([3, 3, 3, 4, 6, 7]);
    expect(message).toContain("The document has 6 problems, so nothing was changed.");
    expect(problems).toEqual([
      'There is no guild "Nowhere". There are "Lighthouse", "Twin", "Twin".',
      expect.stringMatching(/^There are 2 guilds with this name\. Write the id of one instead: \d+, \d+\.$/),
      "This guild is listed twice for this bot. Remove one.",
      "This bot is already listed on line 2. Remove one.",
      "ada has no bot with this id. Remove the id to create one, or set its owner.",
      "Must be between 1 and 32 in length.",
    ]);
    expect((await test.instance.applications.list()).some(({ name }) => name === "New")).toBe(false);
  });

  it("if a new bot has the name to which another bot is renamed", async () => {
    const { id } = await test.instance.applications.create("Gull");
    const { problems } = await refusals(
      `{ "bots": [{ "name": "Tern", "id": "${id}" },\n{ "name": "Tern" }] }`,
    );
    expect(problems).toEqual(["This bot is already listed on line 1. Remove one."]);
  });

  it("if two bots of the owner have the requested name", async () => {
    for (let nth = 0; nth < 2; nth += 1) await test.instance.applications.create("Double");
    const { message, problems, lines } = await refusals('{ "bots": [{\n  "name": "Double" }] }');
    expect(message).toBe(
      "The document has 1 problem, so nothing was changed. Correct what is listed and run it again.",
    );
    expect(lines).toEqual([2]);
    expect(problems).toEqual([
      expect.stringMatching(/^ada has 2 bots with this name\. Set id to one of them: \d+ or \d+\.$/),
    ]);
  });

  it("if the owner may not add a bot or grant its permissions", async () => {
    const { users, guilds } = test.instance;
    const bo = await users.create("bo");
    await guilds.addMember(lighthouse, bo.id);
    const text =
      '{ "bots": [{ "name": "Visitor", "guilds": [{ "guild": "Lighthouse",\n"permissions": "Administrator" }] }] }';
    expect((await refusals(text, bo.id)).lines).toEqual([2]);
    expect((await refusals(text, bo.id)).problems).toEqual([
      "ada may not add bots to Lighthouse: adding bots requires the Manage guild permission.",
    ]);
    await guilds.setManager(lighthouse, bo.id, true);
    expect((await refusals(text, bo.id)).problems).toEqual([
      "ada cannot grant Administrator in Lighthouse because ada does not have it. Remove it here.",
    ]);
  });

  it("if its values are invalid, and the problems are in the order of their positions", async () => {
    const { problems, lines } = await refusals(`{ "bots": [
  { "name": "Pilot", "guilds": [{ "guild": "Nowhere" }] },
  { "id": "1104236891374919680", "public": 1, "name": "Lost", "guilds": [{ "guild": "Nobody" }] },
  { "name": "Long",
    "description": "${"x".repeat(401)}" },
  { "name": "Long" },
  { "name": "Long" }
] }`);
    expect(lines).toEqual([2, 3, 3, 3, 5, 6, 7]);
    expect(problems.map((words) => words.split(". ", 1)[0])).toEqual([
      'There is no guild "Nowhere"',
      "ada has no bot with this id",
      "Write true or false, without quotes.",
      'There is no guild "Nobody"',
      "Must be 400 or fewer in length.",
      "This bot is already listed on line 4",
      "This bot is already listed on line 4",
    ]);
  });

  it("and the error lists at most 100 problems", async () => {
    const bots = Array.from({ length: 120 }, (_, nth) => ({
      name: `B${nth}`,
      guilds: [{ guild: `G${nth}` }],
    }));
    const { message, problems } = await refusals(JSON.stringify({ bots }));
    expect(message).toContain("The document has 120 problems");
    expect(message).toContain("The first 100 are listed.");
    expect(problems).toHaveLength(100);
    expect(problems[99]).toContain("G99");
  });
});

it("a failure stops the run, and the error names the bot", async () => {
  const { plan } = await planned(
    '{ "bots": [{ "name": "Before" }, { "name": "Gone", "guilds": [{ "guild": "Lighthouse" }] }, { "name": "After" }] }',
  );
  const away = await test.instance.guilds.create("Away");
  const [before, gone, after] = plan.bots;
  if (!before || !gone || !after) throw new Error("The plan has three bots.");
  for (const guild of gone.guilds) guild.guild = { ...guild.guild, id: away.id };
  await test.instance.guilds.delete(away.id);
  const done: string[] = [];
  const progress = { beforeToken: () => undefined, onToken: () => undefined };
  await expect(
    executePlan(plan, target(), { ...progress, onDone: (bot) => void done.push(bot.name) }),
  ).rejects.toMatchObject({ code: "unknown-guild", message: "Gone: Unknown Guild" });
  expect(done).toEqual(["Before"]);
});

it.each([
  [{ guild: { maxMembers: 1 } }, "Maximum number of guild members reached. Raise limits.guild.maxMembers"],
  [{ guild: { maxRoles: 1 } }, "Maximum number of guild roles reached. Raise limits.guild.maxRoles"],
  [{ user: { maxGuilds: 0 } }, "Maximum number of guilds reached. Raise limits.user.maxGuilds"],
])("a failure because of the limit %j says which limit to raise", async (limits, words) => {
  const { id } = await test.instance.guilds.create("Narrow");
  const path = process.env.CONFIG_PATH ?? "";
  const before = readFileSync(path);
  onTestFinished(() => writeFileSync(path, before));
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(before.toString()) as object), limits }));
  const guilds = [{ guild: id, permissions: "BAN_MEMBERS" }];
  await expect(provisioned(JSON.stringify({ bots: [{ name: "Narrow", guilds }] }))).rejects.toThrow(
    `Narrow: ${words}, then run it again.`,
  );
});
