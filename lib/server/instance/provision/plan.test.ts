import { expect, it } from "vitest";
import { botPlan, describeBot, guildPlan, needsToken, permissionsOf } from "./plan";

const guild = { id: "22", name: "Pier", manageable: true, permissions: null };
const known = { id: "11", name: "Gull", description: "", public: true, hasBot: true };
const line = (present: string | null, wanted: bigint | undefined, canChange: boolean) => {
  const plan = guildPlan(guild, { member: true, permissions: present }, wanted, canChange);
  const wantedBot = { name: "Gull", path: [], guilds: [] } as unknown as Parameters<typeof botPlan>[0];
  const bot = botPlan(wantedBot, known as Parameters<typeof botPlan>[1], [plan], new Set());
  const [change] = describeBot(bot).changes;
  return [plan.action, change?.sign, change?.text.replace('guild "Pier" (22)', "")];
};

it("compares the permissions of a member with the wanted ones, also if the instance cannot change them", () => {
  expect(line("4", 4n, false)).toEqual(["none", "=", ""]);
  expect(line("2", 4n, true)).toEqual(["set", "~", ": + Ban members, − Kick members"]);
  expect(line("2", 4n, false)).toEqual([
    "none",
    "=",
    ": wanted + Ban members, − Kick members; the instance does not change the permissions of a member, so they stay unchanged",
  ]);
  expect(line(null, 4n, false)).toEqual([
    "none",
    "=",
    ": the instance shows no roles of the bot to this account, so they stay unchanged",
  ]);
  expect(line("2", undefined, false)).toEqual(["none", "=", ""]);
});

it("names the permissions that a plan grants, and whether a bot gets a token", () => {
  const guildWith = (present: Parameters<typeof guildPlan>[1], wanted?: bigint) =>
    guildPlan(guild, present, wanted, true);
  const bot = { name: "Gull", known: null, edit: {}, token: false, unreported: [] };
  const unchanged = { ...bot, guilds: [guildWith({ member: true, permissions: "8" }, 8n)] };
  const granted = [
    guildWith({ member: false }, 2n),
    guildWith({ member: false }),
    guildWith("unknown", 4n),
    guildWith({ member: true, permissions: "2" }, 32n),
  ];
  const plan = { owner: "ada", bots: [unchanged, { ...bot, guilds: granted }] };
  expect([permissionsOf(plan), needsToken(plan)]).toEqual([38n, false]);
  expect(needsToken({ ...plan, bots: [unchanged, { ...bot, token: true, guilds: [] }] })).toBe(true);
  expect(needsToken({ ...plan, bots: [] })).toBe(false);
});
