import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { addMember, giveRole, testInstanceStore } from "@/testing/test-instance-store";

async function harbor() {
  const t = await testInstanceStore();
  const owner = await t.store.createUser({ username: "ada" });
  const member = await t.store.createUser({ username: "Bo" });
  const guild = await t.store.createGuild(owner.id, { name: "Harbor" });
  await t.store.addMember(guild.id, member.id);
  const application = await t.store.createApplication(owner.id, { name: "Lighthouse" });
  await t.store.createBot(owner.id, application.id);
  const authorize = (callerId: string) =>
    t.store.authorizeBot(callerId, {
      applicationId: application.id,
      guildId: guild.id,
      permissions: 8n,
      authorize: true,
    });
  return { ...t, owner, member, guild, application, authorize };
}

const people = { bots: false, search: "", limit: 10 };

test("guilds are listed in pages sorted by name regardless of case, and found by the start of the name or by id", async () => {
  const { store, owner } = await testInstanceStore().then(async (t) => ({
    ...t,
    owner: await t.store.createUser({ username: "ada" }),
  }));
  const ids: Record<string, string> = {};
  for (const name of ["berth", "Ärger", "anchor", "Anchor", "Zoo", "100%"])
    ids[name] = (await store.createGuild(owner.id, { name })).id;
  const order = ["100%", "anchor", "Anchor", "berth", "Zoo", "Ärger"];
  const first = await store.listGuildPage({ search: "", limit: 2 });
  const rest = await store.listGuildPage({ search: "", limit: 9, after: first[1] });
  expect([...first, ...rest].map(({ name }) => name)).toEqual(order);
  const named = async (search: string) =>
    (await store.listGuildPage({ search, limit: 9 })).map(({ name }) => name);
  expect(await named("ANCH")).toEqual(["anchor", "Anchor"]);
  expect(await named("ärg")).toEqual(["Ärger"]);
  expect(await named("1%")).toEqual([]);
  expect(await named(ids.Zoo ?? "")).toEqual(["Zoo"]);
  expect(await store.countGuilds()).toBe(6);
  await store.renameGuild(ids.Zoo ?? "", " Aquarium ");
  expect(await named("aqua")).toEqual(["Aquarium"]);
  await expect(store.renameGuild(ids.Zoo ?? "", "\u200b")).rejects.toMatchObject({ code: "invalid-input" });
  for (const id of ["1", "x"])
    await expect(store.renameGuild(id, "Pier")).rejects.toMatchObject({ code: "unknown-guild" });
});

test("members are listed in pages in joining order without bots, and found by the start of the name or by id", async () => {
  const { store, owner, member, guild, application, authorize } = await harbor();
  await authorize(owner.id);
  const others = [];
  for (const name of ["cy", "boris", "dee"]) {
    const user = await store.createUser({ username: name });
    await store.addMember(guild.id, user.id);
    others.push(user.id);
  }
  const first = await store.listMembers(guild.id, { ...people, limit: 2 });
  const last = first[1]!;
  const rest = await store.listMembers(guild.id, { ...people, after: { at: last.joinedAt, id: last.id } });
  expect([...first, ...rest].map(({ id }) => id)).toEqual([owner.id, member.id, ...others]);
  const found = await store.listMembers(guild.id, { ...people, search: "BO", limit: 1 });
  expect(found).toMatchObject([{ username: "Bo" }]);
  const { key, id } = found[0]!;
  expect(await store.listMembers(guild.id, { ...people, search: "BO", after: { key, id } })).toMatchObject([
    { username: "boris" },
  ]);
  expect(await store.listMembers(guild.id, { ...people, search: owner.id })).toMatchObject([
    { username: "ada" },
  ]);
  expect(await store.listMembers(guild.id, { ...people, bots: true })).toMatchObject([
    { id: application.id, roles: [{ name: "Lighthouse" }] },
  ]);
  expect(await store.getGuild(guild.id)).toMatchObject({ memberCount: 6, botCount: 1 });
  await expect(store.listMembers("1", people)).rejects.toMatchObject({ code: "unknown-guild" });
});

test("granting Manage Guild through a role lets a member add bots until it is revoked", async () => {
  const { store, owner, member, guild, authorize } = await harbor();
  await expect(authorize(member.id)).rejects.toMatchObject({ code: "missing-permissions" });
  expect(await store.setManager(guild.id, member.id, true)).toMatchObject({
    member: { username: "Bo" },
    roles: ["Guild manager"],
  });
  expect((await store.setManager(guild.id, member.id, true)).roles).toEqual([]);
  await authorize(member.id);
  const another = await store.createUser({ username: "cy" });
  await store.addMember(guild.id, another.id);
  await store.setManager(guild.id, another.id, true);
  expect(await store.listGuildRoles(guild.id)).toMatchObject([
    { name: "Guild manager", permissions: Bit.ManageGuild, memberCount: 2 },
    { name: "@everyone", memberCount: 4 },
  ]);
  expect((await store.setManager(guild.id, member.id, false)).roles).toEqual(["Guild manager"]);
  expect((await store.setManager(guild.id, member.id, false)).roles).toEqual([]);
  await expect(authorize(member.id)).rejects.toMatchObject({ code: "missing-permissions" });
  await authorize(another.id);
  await authorize(owner.id);
  expect((await store.listGuildRoles(guild.id))[0]).toMatchObject({ name: "Lighthouse", managed: true });
  await expect(store.setManager(guild.id, owner.id, true)).rejects.toMatchObject({ code: "conflict" });
});

test("revoking Manage Guild removes every role that allows it, except @everyone", async () => {
  const t = await harbor();
  await giveRole(t, t.guild.id, t.member.id, Bit.Administrator);
  await giveRole(t, t.guild.id, t.member.id, Bit.BanMembers);
  await t.store.setManager(t.guild.id, t.member.id, false);
  const membership = await t.store.getMembership(t.guild.id, t.member.id);
  expect(membership?.roles).toMatchObject([{ permissions: Bit.BanMembers }]);
  const permissions = Bit.ManageGuild.toString();
  await t.db.updateTable("roles").set({ permissions }).where("id", "=", t.guild.id).execute();
  await expect(t.store.setManager(t.guild.id, t.member.id, false)).rejects.toMatchObject({
    code: "conflict",
  });
});

test("the role of guild managers counts toward the limit of roles", async () => {
  const { store, settings, member, guild } = await harbor();
  settings["limits.guild.maxRoles"] = 1;
  await expect(store.setManager(guild.id, member.id, true)).rejects.toMatchObject({
    code: "guild-role-limit",
  });
  expect(await store.listGuildRoles(guild.id)).toHaveLength(1);
});

test("a guild can be transferred to a member, and its owner can leave only after a transfer", async () => {
  const { store, owner, member, guild, application, authorize } = await harbor();
  await authorize(owner.id);
  await expect(store.transferGuild(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
  const stranger = await store.createUser({ username: "cy" });
  await expect(store.transferGuild(guild.id, stranger.id)).rejects.toMatchObject({ code: "not-found" });
  await store.changeUser(member.id, { disabled: true });
  await expect(store.transferGuild(guild.id, member.id)).rejects.toMatchObject({ code: "conflict" });
  await store.changeUser(member.id, { disabled: false });
  expect(await store.transferGuild(guild.id, member.id)).toMatchObject({ owner: { username: "Bo" } });
  await expect(authorize(owner.id)).rejects.toMatchObject({ code: "missing-permissions" });
  await expect(store.removeMember(guild.id, member.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(store.removeMember(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
  await store.removeMember(guild.id, owner.id);
  await expect(store.removeMember(guild.id, owner.id)).rejects.toMatchObject({ code: "not-found" });
});

test("a person joins a guild only once and within the limits, and bots and unknown users are refused", async () => {
  const { store, settings, guild, application, member } = await harbor();
  const user = await store.createUser({ username: "cy" });
  settings["limits.guild.maxMembers"] = 2;
  await expect(store.addMember(guild.id, user.id)).rejects.toMatchObject({ code: "guild-member-limit" });
  expect(await store.addMember(guild.id, member.id)).toMatchObject({ member: { username: "Bo" } });
  for (const nobody of ["1", "x", "a\0"]) {
    await expect(store.addMember(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(store.removeMember(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(store.transferGuild(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
  }
  await expect(store.addMember(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
});

test("deleting a guild removes its roles and memberships, but no users or bots", async () => {
  const t = await harbor();
  const { store, db, owner, member, guild, application, authorize } = t;
  await authorize(owner.id);
  await store.setManager(guild.id, member.id, true);
  const other = await store.createGuild(owner.id, { name: "Other" });
  await addMember(db, other.id, member.id);
  expect(await store.deleteGuild(guild.id)).toEqual({ name: "Harbor", memberCount: 3, botCount: 1 });
  await expect(authorize(owner.id)).rejects.toMatchObject({ code: "unknown-guild" });
  await expect(store.deleteGuild(guild.id)).rejects.toMatchObject({ code: "unknown-guild" });
  expect(await store.listBotGuilds(application.id)).toEqual([]);
  expect(await store.getUser(member.id)).toMatchObject({ guildCount: 1 });
  expect(await db.selectFrom("member_roles").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("roles").selectAll().execute()).toHaveLength(1);
});
