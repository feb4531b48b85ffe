import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel();

let harbor = "";
let mara = { id: "", username: "mara" };
beforeAll(async () => {
  harbor = (await panel.get("createGuild", { body: { name: "Harbor" } })).id;
  mara = await panel.get("createUser", { body: { username: "mara" } });
});

/** The names in the list, without the guilds of other tests. */
const names = async (query?: Record<string, string>) =>
  (await panel.get("listGuilds", { query }))
    .map(({ name }) => name)
    .filter((name) => ["Harbor", "Pier"].includes(name));

describe("the list of guilds", () => {
  test("can be limited to guilds to which the caller can add a bot", async () => {
    const mate = await panel.visitor({});
    await mate.get("createGuild", { body: { name: "Pier" } });
    expect(await names()).toEqual(["Harbor", "Pier"]);
    expect(await names({ manageable: "1" })).toEqual(["Harbor"]);
    expect(await names({ manageable: "0" })).toEqual(["Harbor", "Pier"]);
    expect(await names({ search: "PIE" })).toEqual(["Pier"]);
  });

  test("has a Link header to the next page", async () => {
    const others = (await panel.get("listGuilds")).length;
    for (let nth = 0; nth < 51; nth += 1)
      await panel.get("createGuild", { body: { name: `Quay ${String(nth).padStart(2, "0")}` } });
    const first = await panel.ask("listGuilds", { query: { search: "quay" } });
    expect(first.body).toHaveLength(50);
    const [, address = ""] =
      /^<\/api\/panel\/guilds\?(.+)>; rel="next"$/.exec(first.headers.link ?? "") ?? [];
    const next = Object.fromEntries(new URLSearchParams(address));
    expect(next).toMatchObject({ search: "quay", after: expect.any(String) });
    const last = await panel.ask("listGuilds", { query: next });
    expect(last.body).toMatchObject([{ name: "Quay 50" }]);
    expect(last.headers.link).toBeUndefined();
    // The next page's position is also valid without the search text.
    const { after } = next;
    const rest = await panel.ask("listGuilds", { query: { after: after! } });
    expect(rest.body).toMatchObject({ 0: { name: "Quay 50" } });
    const whole = await panel.ask("listGuilds");
    expect(whole.headers.link).toBeUndefined();
    expect(whole.body).toHaveLength(others + 51);
  });
});

describe("editing a guild", () => {
  const member = async () => {
    const { id } = await panel.get("createGuild", { body: { name: "Dock" } });
    expect(await panel.get("addMember", { params: { id }, body: { userId: mara.id } })).toMatchObject({
      id: mara.id,
      username: "mara",
    });
    return id;
  };

  test("renames the guild without proof of identity", async () => {
    const id = await member();
    const visitor = panel.as({ isProved: false });
    expect(await visitor.get("editGuild", { params: { id }, body: { name: "Wharf" } })).toMatchObject({
      id,
      name: "Wharf",
    });
    const entries = await panel.entries(3);
    expect(entries.map(({ action }) => action)).toEqual(["guild.rename", "guild.member.add", "guild.create"]);
  });

  test("transfers the guild to a member after proof of identity", async () => {
    const id = await member();
    const sent = { params: { id }, body: { ownerId: mara.id } };
    expect(await panel.as({ isProved: false }).ask("editGuild", sent)).toMatchObject({
      status: 403,
      body: { code: "proof-required" },
    });
    expect(await panel.get("editGuild", sent)).toMatchObject({ name: "Dock", owner: { username: "mara" } });
    expect((await panel.entries())[0]).toMatchObject({ action: "guild.transfer" });
  });

  test.each<{ name?: string; ownerId?: string }>([{}, { name: "Wharf", ownerId: "1" }])(
    "refuses %j, because a request must contain exactly one change",
    async (body) => {
      const id = await member();
      const visitor = body.ownerId === undefined ? panel.as({ isProved: false }) : panel;
      expect(await visitor.ask("editGuild", { params: { id }, body })).toMatchObject({
        status: 400,
        body: { code: "invalid-input", detail: "Send either a name or the id of the new owner." },
      });
      expect(await panel.get("getGuild", { params: { id } })).toMatchObject({
        name: "Dock",
        owner: { username: "keeper" },
      });
    },
  );
});

describe("the members of a guild", () => {
  beforeEach(() => panel.ask("addMember", { params: { id: harbor }, body: { userId: mara.id } }));

  test("are listed as people or bots, in pages", async () => {
    const { id: bot } = await panel.get("createApplication", { body: { name: "Buoy" } });
    await panel.get("issueToken", { params: { id: bot } });
    await panel.get("authorizeBot", { params: { id: bot, guildId: harbor }, body: { permissions: "0" } });
    const list = async (query: Record<string, string>) =>
      (await panel.get("listMembers", { params: { id: harbor }, query })).members.map(
        ({ username }) => username,
      );
    expect(await list({})).toEqual(["keeper", "mara"]);
    expect(await list({ bots: "0" })).toEqual(["keeper", "mara"]);
    expect(await list({ search: "mar" })).toEqual(["mara"]);
    expect(await list({ bots: "1" })).toEqual(["Buoy"]);
  });

  test("can be made managers of the guild", async () => {
    const params = { id: harbor, userId: mara.id };
    const { roles } = await panel.get("setManager", { params, body: { manager: true } });
    expect(roles).toHaveLength(1);
    expect((await panel.entries())[0]).toMatchObject({ action: "guild.manager.grant" });
    await panel.get("setManager", { params, body: { manager: false } });
    expect((await panel.entries())[0]).toMatchObject({ action: "guild.manager.revoke" });
  });

  test("can be removed from the guild", async () => {
    const params = { id: harbor, userId: mara.id };
    expect(await panel.get("removeMember", { params })).toEqual({ removed: mara.id });
    expect((await panel.entries())[0]).toMatchObject({ action: "guild.member.remove" });
    const { members } = await panel.get("listMembers", { params: { id: harbor } });
    expect(members.map(({ username }) => username)).toEqual(["keeper"]);
  });
});

test("a request for a deleted guild returns 404", async () => {
  const { id } = await panel.get("createGuild", { body: { name: "Sandbank" } });
  expect(await panel.get("deleteGuild", { params: { id }, body: {} })).toEqual({ deleted: id });
  expect((await panel.entries())[0]).toMatchObject({ action: "guild.delete" });
  expect(await panel.ask("getGuild", { params: { id } })).toMatchObject({ status: 404 });
});
