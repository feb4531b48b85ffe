import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { ALL_PERMISSIONS } from "./members";
import { addMember, giveRole, rolesOf, testInstanceStore } from "@/testing/test-instance-store";

async function harbor() {
  const t = await testInstanceStore();
  const owner = await t.store.createUser({ username: "ada" });
  const member = await t.store.createUser({ username: "bo" });
  const guild = await t.store.createGuild(owner.id, { name: "Harbor" });
  await addMember(t.db, guild.id, member.id);
  const application = await t.store.createApplication(owner.id, { name: "Lighthouse" });
  await t.store.createBot(owner.id, application.id);
  const request = (permissions: bigint, authorize = true) => ({
    applicationId: application.id,
    guildId: guild.id,
    permissions,
    authorize,
  });
  const rows = async () => ({
    members: (await t.db.selectFrom("members").selectAll().execute()).length,
    roles: (await t.db.selectFrom("roles").selectAll().execute()).length,
    given: (await t.db.selectFrom("member_roles").selectAll().execute()).length,
  });
  return { ...t, owner, member, guild, application, request, rows };
}

test("authorizing a bot adds it as a member with a managed role named after the application", async () => {
  const { store, as, db, owner, guild, application, request } = await harbor();
  expect(await store.authorizeBot(owner.id, request(8n))).toEqual({ granted: 8n });
  expect(await rolesOf(db, guild.id, application.id)).toEqual([
    { name: "Lighthouse", permissions: 8n, managed: true },
  ]);
  expect((await as(owner.id).guilds.members(guild.id, { bots: true })).members).toMatchObject([
    { id: application.id, permissions: String(ALL_PERMISSIONS) },
  ]);
});

test("authorizing a bot again replaces its permissions without adding a second role", async () => {
  const { store, db, owner, guild, application, request, rows } = await harbor();
  await store.authorizeBot(owner.id, request(8n));
  const first = await rows();
  await store.authorizeBot(owner.id, request(Bit.SendMessages));
  expect(await rows()).toEqual(first);
  const roles = await rolesOf(db, guild.id, application.id);
  expect(roles.map((role) => role.permissions)).toEqual([Bit.SendMessages]);
});

test("authorizing a bot with an empty set of permissions removes its managed role", async () => {
  const { store, db, owner, guild, application, request, rows } = await harbor();
  await store.authorizeBot(owner.id, request(0n));
  expect(await rows()).toEqual({ members: 3, roles: 1, given: 0 });
  await store.authorizeBot(owner.id, request(8n));
  expect(await rows()).toEqual({ members: 3, roles: 2, given: 1 });
  await store.authorizeBot(owner.id, request(0n));
  expect(await rows()).toEqual({ members: 3, roles: 1, given: 0 });
  expect(await rolesOf(db, guild.id, application.id)).toEqual([]);
});

test("concurrent authorizations create one member and one role", async () => {
  const { store, owner, request, rows } = await harbor();
  await Promise.all(Array.from({ length: 20 }, () => store.authorizeBot(owner.id, request(8n))));
  expect(await rows()).toEqual({ members: 3, roles: 2, given: 1 });
});

test("declining an authorization changes nothing", async () => {
  const { store, owner, request, rows } = await harbor();
  const before = await rows();
  await store.authorizeBot(owner.id, request(8n, false));
  expect(await rows()).toEqual(before);
});

test("authorizing a bot grants only permissions that the caller has", async () => {
  const t = await harbor();
  await giveRole(t, t.guild.id, t.member.id, Bit.ManageGuild | Bit.BanMembers);
  const wanted = Bit.Administrator | Bit.BanMembers | Bit.KickMembers | Bit.SendMessages;
  // The bot also has Send Messages, because @everyone has this permission.
  expect(await t.store.authorizeBot(t.member.id, t.request(wanted))).toEqual({
    granted: Bit.BanMembers | Bit.SendMessages,
  });
  await giveRole(t, t.guild.id, t.member.id, Bit.Administrator);
  expect(await t.store.authorizeBot(t.member.id, t.request(wanted))).toEqual({ granted: wanted });
  expect(await t.store.authorizeBot(t.owner.id, t.request(ALL_PERMISSIONS))).toEqual({
    granted: ALL_PERMISSIONS,
  });
});

test("adding a bot to a guild requires the Manage Guild permission", async () => {
  const t = await harbor();
  await expect(t.store.authorizeBot(t.member.id, t.request(0n))).rejects.toMatchObject({
    code: "missing-permissions",
  });
  const elsewhere = await t.store.createGuild(t.owner.id, { name: "Elsewhere" });
  await addMember(t.db, elsewhere.id, t.member.id);
  await giveRole(t, elsewhere.id, t.member.id, Bit.ManageGuild);
  await expect(t.store.authorizeBot(t.member.id, t.request(0n))).rejects.toMatchObject({
    code: "missing-permissions",
  });
  expect((await t.store.listManageableGuilds(t.member.id)).map(({ name }) => name)).toEqual(["Elsewhere"]);
  const everyone = Bit.ManageGuild.toString();
  await t.db.updateTable("roles").set({ permissions: everyone }).where("id", "=", t.guild.id).execute();
  expect(await t.store.authorizeBot(t.member.id, t.request(0n))).toEqual({ granted: 0n });
});

test("authorizing a bot checks the preconditions in the documented order", async () => {
  const t = await harbor();
  const { store, owner, member, request } = t;
  const stranger = await store.createUser({ username: "cy" });
  const botless = await store.createApplication(owner.id, { name: "Botless" });
  const refused = (callerId: string, change: object, code: string) =>
    expect(store.authorizeBot(callerId, { ...request(8n), ...change })).rejects.toMatchObject({ code });
  await refused(stranger.id, { applicationId: "1" }, "unknown-guild");
  await refused(owner.id, { guildId: "1", applicationId: "1" }, "unknown-guild");
  await refused(owner.id, { guildId: "no Snowflake" }, "unknown-guild");
  await refused(member.id, { applicationId: "1" }, "missing-permissions");
  await refused(owner.id, { applicationId: "1" }, "unknown-application");
  await refused(owner.id, { applicationId: "no Snowflake" }, "unknown-application");
  await refused(owner.id, { applicationId: botless.id }, "application-has-no-bot");
});

test("authorizing a bot beyond a limit is refused and changes nothing", async () => {
  const { store, settings, owner, request, rows } = await harbor();
  const before = await rows();
  const refused = (code: string) =>
    expect(store.authorizeBot(owner.id, request(8n))).rejects.toMatchObject({ code });
  settings["limits.guild.maxMembers"] = 2;
  await refused("guild-member-limit");
  settings["limits.guild.maxMembers"] = 3;
  settings["limits.guild.maxRoles"] = 1;
  await refused("guild-role-limit");
  settings["limits.guild.maxRoles"] = 2;
  settings["limits.user.maxGuilds"] = 0;
  await refused("bot-guild-limit");
  expect(await rows()).toEqual(before);
  settings["limits.user.maxGuilds"] = 1;
  await store.authorizeBot(owner.id, request(8n));
  // The limits refuse only new members and new roles, and this bot already has both.
  settings["limits.guild.maxMembers"] = 0;
  settings["limits.guild.maxRoles"] = 0;
  settings["limits.user.maxGuilds"] = 0;
  expect(await store.authorizeBot(owner.id, request(16n))).toEqual({ granted: 16n });
});

test("a bot is not added to more guilds than the limit at the same time", async () => {
  const { store, settings, owner, request, rows } = await harbor();
  const guilds = [request(0n).guildId];
  for (let nth = 0; nth < 5; nth += 1) guilds.push((await store.createGuild(owner.id, { name: "Pier" })).id);
  settings["limits.user.maxGuilds"] = 2;
  const { members } = await rows();
  const added = guilds.map((guildId) => store.authorizeBot(owner.id, { ...request(0n), guildId }));
  const outcomes = (await Promise.allSettled(added)).map(({ status }) => status);
  expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(2);
  expect((await rows()).members).toBe(members + 2);
});

test("creating a guild is refused if the owner has reached the guild limit", async () => {
  const { store, as, settings, owner } = await harbor();
  expect(await as(owner.id).guilds.all(false)).toMatchObject([
    { name: "Harbor", memberCount: 2, owner: { username: "ada" } },
  ]);
  settings["limits.user.maxGuilds"] = 1;
  await expect(store.createGuild(owner.id, { name: "Second" })).rejects.toMatchObject({
    code: "bot-guild-limit",
  });
});

test("only the owner can add a private bot to a guild", async () => {
  const harbor = await testInstanceStore();
  const { store, db } = harbor;
  const owner = await store.createUser({ username: "ada" });
  const manager = await store.createUser({ username: "bo" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  await store.createBot(owner.id, id);
  const { bots, guilds } = harbor.as(owner.id);
  await bots.edit(id, { public: false });
  const shared = await store.createGuild(owner.id, { name: "Dry dock" });
  await addMember(db, shared.id, manager.id);
  await giveRole(harbor, shared.id, manager.id, 32n + 1024n);
  const others = await store.createGuild(manager.id, { name: "Tavern" });
  const add = (callerId: string, guildId: string, permissions: bigint, authorize = true) =>
    store.authorizeBot(callerId, { applicationId: id, guildId, permissions, authorize });

  for (const authorize of [true, false])
    await expect(add(manager.id, others.id, 0n, authorize)).rejects.toMatchObject({
      code: "not-application-owner",
      message: expect.stringContaining("Ask the owner") as unknown,
    });
  expect((await guilds.members(others.id, { bots: true })).members).toEqual([]);
  await add(owner.id, shared.id, 3072n);
  expect(await add(manager.id, shared.id, 3076n)).toEqual({ granted: 3072n });
  await bots.edit(id, { public: true });
  expect(await add(manager.id, others.id, 8n)).toEqual({ granted: 8n });
});
