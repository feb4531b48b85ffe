import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/testing/rooms";
import { listAudit } from "@/lib/server/audit";
import type { PageQuery } from "@/lib/server/instance";
import { openTestInstance } from "@/testing/test-instance";

const test = openTestInstance();

interface Page {
  entries: { id: string }[];
  next: string | null;
}

let harbor = "";
let pilots = "";
beforeAll(async () => {
  harbor = (await test.instance.guilds.create("Harbor")).id;
  pilots = (await test.instance.guilds.create("Pilots")).id;
});

const newMember = async (name: string, guild = harbor) => {
  const { id, username } = await test.instance.users.create(name);
  await test.instance.guilds.addMember(guild, id);
  return { id, username };
};

type List = [name: string, page: (query: PageQuery) => Promise<Page>, add: (nth: number) => Promise<unknown>];

const lists: List[] = [
  [
    "guilds",
    async (query) => {
      const { guilds, next } = await test.instance.guilds.page(query);
      return { entries: guilds, next };
    },
    (nth) => test.instance.guilds.create(`Pier ${nth}`),
  ],
  [
    "users",
    async (query) => {
      const { users, next } = await test.instance.users.page({ search: "user-", ...query });
      return { entries: users, next };
    },
    (nth) => test.instance.users.create(`user-${nth}`),
  ],
  [
    "members",
    async (query) => {
      const { members, next } = await test.instance.guilds.members(harbor, query);
      return { entries: members, next };
    },
    (nth) => newMember(`member-${nth}`),
  ],
  [
    "members found by name",
    async (query) => {
      const { members, next } = await test.instance.guilds.members(pilots, { search: "Pilot-", ...query });
      return { entries: members, next };
    },
    (nth) => newMember(`pilot-${nth}`, pilots),
  ],
  [
    "tokens",
    async (query) => {
      const { tokens, next } = await test.instance.users.tokens(test.ada.id, query);
      return { entries: tokens, next };
    },
    () => test.instance.users.createToken(test.ada.id, { name: "script", expiresAt: Date.now() + 60_000 }),
  ],
  ...(["newest", "oldest", "name"] as const).map((order): List => [
    `bots, ${order}`,
    async (query) => {
      const { bots, next } = await test.instance.bots.page({ order, search: order, ...query });
      return { entries: bots, next };
    },
    (nth) => test.instance.applications.create(`${order} ${nth}`),
  ]),
];

describe.each(lists)("the list of %s", (_list, page, add) => {
  it("has a second page only if it has more than 50 entries", async () => {
    const had = (await page({})).entries.length;
    for (let nth = had; nth < 50; nth += 1) await add(nth);
    const full = await page({});
    expect([full.entries.length, full.next]).toEqual([50, null]);
    await add(50);
    const { entries, next } = await page({});
    const rest = await page({ after: next ?? "" });
    expect([entries.length, rest.entries.length, rest.next]).toEqual([50, 1, null]);
    expect(new Set([...entries, ...rest.entries].map(({ id }) => id)).size).toBe(51);
  });

  it.each(["x.y", ".1", "1\0.2", `1.${"9".repeat(10_000)}`])(
    "refuses the invalid page position %j",
    async (after) => {
      await expect(page({ after })).rejects.toMatchObject({ code: "invalid-input" });
    },
  );
});

it("the list of tokens refuses a page position with extra characters", async () => {
  const page = test.instance.users.tokens(test.ada.id, { after: "1.2x" });
  await expect(page).rejects.toMatchObject({ code: "invalid-input" });
});

it("in standalone mode, the panel answers from its own database and offers no registration tokens", async () => {
  expect(test.as(test.ada.id)).toMatchObject({ mode: "standalone", isNear: true });
  await expect(test.instance.tokens.create({ count: 1, length: 12 })).rejects.toMatchObject({
    code: "not-offered",
  });
});

it("the counts include people and guilds, but no bots", async () => {
  const { instance } = test;
  const before = await instance.counts();
  await instance.users.create("counted");
  await instance.guilds.create("Counted");
  const { id } = await instance.applications.create("Counted");
  await instance.applications.issueToken(id);
  expect(await instance.counts()).toEqual({ users: before.users! + 1, guilds: before.guilds! + 1 });
});

describe("the list of bots", () => {
  it("refuses an unknown sort order", async () => {
    const { bots } = test.instance;
    await expect(bots.page({ order: "size" })).rejects.toMatchObject({ code: "invalid-input" });
    const { next } = await bots.page({ order: "name" });
    expect(next).not.toBeNull();
    for (const order of ["newest", "oldest"])
      await expect(bots.page({ order, after: next ?? "" })).rejects.toMatchObject({ code: "invalid-input" });
    const { next: byAge } = await bots.page({ order: "newest" });
    await expect(bots.page({ order: "oldest", after: byAge ?? "" })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });
});

const entry = async () => {
  const [newest] = await listAudit(db(), {});
  return newest && { action: newest.action, target: newest.target, detail: newest.detail };
};

describe("a user", () => {
  it("can be created and changed, and each change has an audit entry", async () => {
    const { users } = test.instance;
    const { id, username } = await users.create("quay");
    expect(username).toBe("quay");
    expect(await entry()).toMatchObject({ action: "user.create", target: "quay", detail: { user: id } });
    expect(await users.get(id)).toMatchObject({
      id,
      disabled: false,
      isSelf: false,
      operator: null,
      manages: [],
      bot: false,
    });

    expect(await users.change(id, { disabled: true })).toMatchObject({ disabled: true });
    expect(await entry()).toMatchObject({ action: "user.disable", target: "quay", detail: { user: id } });
    expect(await users.change(id, { disabled: false })).toMatchObject({ disabled: false });
    expect(await entry()).toMatchObject({ action: "user.enable" });
    const { rights: before } = await users.get(id);
    expect(await users.change(id, { rights: 5n })).toMatchObject({ rights: "5", disabled: false });
    expect(await entry()).toMatchObject({ action: "user.rights", detail: { user: id, before, rights: "5" } });
  });

  it("cannot disable their own account if they are an operator", async () => {
    const { instance, ada } = test;
    expect(await instance.users.get(ada.id)).toMatchObject({
      isSelf: true,
      operator: { username: "ada", disabled: false },
      manages: expect.arrayContaining([
        { id: harbor, name: "Harbor", owner: expect.anything() as unknown },
      ]) as unknown,
    });
    await expect(instance.users.change(ada.id, { disabled: true })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await instance.users.get(ada.id)).toMatchObject({ disabled: false });
    await expect(instance.users.ban(ada.id, "none")).rejects.toMatchObject({ code: "not-offered" });
  });

  it("can have named tokens, which are valid until they expire or are revoked", async () => {
    const { users } = test.instance;
    const { id } = await users.create("mole");
    const ends = Date.now() + 60_000;
    const { token, entry: made } = await users.createToken(id, { name: "deploy", expiresAt: ends });
    expect(token.split(".")).toHaveLength(3);
    const shown = {
      name: "deploy",
      createdBy: "ada",
      endsAt: new Date(ends).toISOString(),
      lastUsedAt: null,
      state: "active",
    };
    expect(made).toMatchObject(shown);
    expect(await entry()).toMatchObject({
      action: "user.token.create",
      target: "mole",
      detail: { user: id, token: made.id, name: "deploy", ends: shown.endsAt },
    });
    expect((await users.tokens(id, {})).tokens).toMatchObject([shown]);
    vi.useFakeTimers({ now: ends, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await users.tokens(id, {})).tokens).toMatchObject([{ state: "ended" }]);
    vi.useRealTimers();
    expect(await users.revokeToken(id, made.id)).toMatchObject({ state: "revoked" });
    expect(await entry()).toMatchObject({
      action: "user.token.revoke",
      target: "mole",
      detail: { user: id, token: made.id, name: "deploy" },
    });
    expect((await users.tokens(id, {})).tokens).toMatchObject([{ state: "revoked" }]);
  });
});

describe("a guild", () => {
  it("can be created, changed and deleted, and each change has an audit entry", async () => {
    const { guilds, users } = test.instance;
    const { id } = await guilds.create("Jetty");
    expect(await entry()).toMatchObject({ action: "guild.create", target: "Jetty", detail: { id } });
    expect(await guilds.rename(id, "Wharf")).toMatchObject({
      name: "Wharf",
      manageable: true,
      memberCount: 1,
    });
    expect(await entry()).toMatchObject({
      action: "guild.rename",
      target: "Wharf",
      detail: { guild: id, before: "Jetty" },
    });
    const bo = await users.create("bo");
    await guilds.addMember(id, bo.id);
    expect(await guilds.transfer(id, bo.id)).toMatchObject({ owner: bo, manageable: false });
    expect(await entry()).toMatchObject({
      action: "guild.transfer",
      target: "Wharf",
      detail: { owner: "bo" },
    });
    await guilds.delete(id);
    expect(await entry()).toMatchObject({
      action: "guild.delete",
      target: "Wharf",
      detail: { guild: id, members: 2, bots: 0 },
    });
    await expect(guilds.get(id)).rejects.toMatchObject({ code: "unknown-guild" });
  });

  it("has members, who can be made guild managers", async () => {
    const { guilds, users } = test.instance;
    const { id } = await guilds.create("Dock");
    const cy = await users.create("cy");
    expect(await guilds.addMember(id, cy.id)).toEqual(cy);
    const detail = { guild: id, user: cy.id, username: "cy" };
    expect(await entry()).toMatchObject({ action: "guild.member.add", target: "Dock", detail });
    expect(await test.as(cy.id).guilds.all(true)).toEqual([]);
    expect(await guilds.setManager(id, cy.id, true)).toMatchObject({ roles: [expect.any(String)] });
    expect(await entry()).toMatchObject({ action: "guild.manager.grant", target: "Dock", detail });
    expect(await test.as(cy.id).guilds.all(true)).toMatchObject([{ id, manageable: true }]);
    expect((await test.as(cy.id).guilds.all(false)).length).toBeGreaterThan(1);
    const { members } = await guilds.members(id, {});
    expect(members.map(({ username, roles }) => [username, roles.length])).toEqual([
      ["ada", 0],
      ["cy", 1],
    ]);
    await guilds.setManager(id, cy.id, false);
    expect(await entry()).toMatchObject({ action: "guild.manager.revoke", detail });
    expect(await test.as(cy.id).guilds.all(true)).toEqual([]);
    await guilds.removeMember(id, cy.id);
    expect(await entry()).toMatchObject({ action: "guild.member.remove", target: "Dock", detail });
    expect((await guilds.members(id, {})).members.map(({ username }) => username)).toEqual(["ada"]);
  });
});

describe("a bot", () => {
  it("can be added to a guild, and is then returned with its guilds", async () => {
    const { applications, bots, guilds } = test.instance;
    const { id, isNew, hasBot } = await applications.create("Beacon");
    expect([isNew, hasBot]).toEqual([true, false]);
    expect(await bots.get(id)).toMatchObject({ hasBot: false, invite: null, guilds: [], username: null });
    expect((await applications.issueToken(id)).token.split(".")).toHaveLength(3);
    expect(await bots.membership(id, harbor)).toEqual({ member: false });
    expect(await bots.authorize(id, harbor, 8n)).toEqual({ kind: "added", granted: "8" });
    expect(await entry()).toMatchObject({
      action: "bot.authorize",
      target: "Beacon",
      detail: { application: id, guild: harbor, permissions: "8", owner: "ada" },
    });
    expect(await bots.membership(id, harbor)).toEqual({ member: true, permissions: "8" });
    expect(await bots.get(id)).toMatchObject({
      hasBot: true,
      username: "Beacon",
      disabled: false,
      invite: { at: "panel" },
      heirs: [{ id: test.ada.id, username: "ada" }],
      guilds: [{ id: harbor, name: "Harbor", permissions: "8", held: expect.any(String) as unknown }],
    });
    const bo = await test.instance.users.create("stranger");
    expect((await test.as(bo.id).bots.get(id)).guilds).toMatchObject([{ held: null }]);
    expect((await guilds.members(harbor, { bots: true })).members).toMatchObject([{ username: "Beacon" }]);
    await bots.leave(id, harbor);
    expect(await entry()).toMatchObject({
      action: "bot.remove",
      target: "Beacon",
      detail: { application: id, guild: harbor },
    });
    expect(await bots.guilds(id)).toMatchObject({ guilds: [], next: null });
  });

  it("can be changed, transferred and deleted, and each change has an audit entry", async () => {
    const { applications, bots, users } = test.instance;
    const { id } = await applications.create("Lamp");
    const detail = { application: id };
    await expect(bots.resetToken(id)).rejects.toMatchObject({ code: "application-has-no-bot" });
    await expect(bots.edit(id, {})).rejects.toMatchObject({ code: "invalid-input" });
    const changes = { name: "Lantern", description: "Shines", public: false };
    expect(await bots.edit(id, changes)).toMatchObject(changes);
    expect(await entry()).toMatchObject({
      action: "bot.edit",
      target: "Lantern",
      detail: { ...detail, changed: ["name", "description", "public"] },
    });
    expect(await applications.edit(id, { description: "Shone" })).toMatchObject({
      ...changes,
      description: "Shone",
    });
    await applications.issueToken(id);
    expect((await bots.resetToken(id)).token.split(".")).toHaveLength(3);
    expect(await entry()).toMatchObject({ action: "bot.reset", target: "Lantern", detail });
    const heir = await users.create("heir");
    expect(await bots.transfer(id, heir.id)).toMatchObject({ owner: heir });
    expect(await entry()).toMatchObject({
      action: "bot.transfer",
      target: "Lantern",
      detail: { ...detail, owner: "heir" },
    });
    await bots.delete(id);
    expect(await entry()).toMatchObject({ action: "bot.delete", target: "Lantern", detail });
    await expect(bots.get(id)).rejects.toMatchObject({ code: "unknown-application" });
  });

  it("is created only once if the option `once` is set", async () => {
    const { applications } = test.instance;
    const first = await applications.create("Only", { once: true });
    const second = await applications.create("Only", { once: true });
    expect([first.isNew, second.isNew, second.id]).toEqual([true, false, first.id]);
    expect((await applications.create("Only")).isNew).toBe(true);
    expect((await applications.list()).filter(({ name }) => name === "Only")).toHaveLength(2);
  });

  it("has a picture until the picture is removed", async () => {
    const { applications, bots } = test.instance;
    const { id } = await applications.create("Gull");
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const { icon } = await bots.setPicture(id, png);
    expect(await entry()).toMatchObject({
      action: "bot.picture",
      target: "Gull",
      detail: { application: id },
    });
    expect(await bots.picture(id, icon ?? "")).toMatchObject({
      type: "image/png",
      content: new Uint8Array(png),
    });
    expect(await bots.removePicture(id)).toMatchObject({ icon: null });
    expect(await entry()).toMatchObject({ action: "bot.picture.remove", target: "Gull" });
    expect(await bots.picture(id, icon ?? "")).toBeNull();
  });
});

it("a guild that somebody else owns is listed, but the caller cannot manage it", async () => {
  const { users, guilds } = test.instance;
  const { id } = await guilds.create("Zeppelin");
  const di = await users.create("di");
  const own = (list: { guilds: { id: string; manageable: boolean | null; permissions: string | null }[] }) =>
    list.guilds.find((guild) => guild.id === id);
  expect(own(await guilds.page({ search: "zepp" }))).toMatchObject({ manageable: true });
  expect(own(await test.as(di.id).guilds.page({ search: "zepp" }))).toMatchObject({
    manageable: false,
    permissions: "0",
  });
});
