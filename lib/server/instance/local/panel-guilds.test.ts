import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { ALL_PERMISSIONS, DEFAULT_EVERYONE_PERMISSIONS } from "./members";
import { addMember, giveRole, rolesOf, testInstanceStore } from "@/testing/test-instance-store";

async function harbor() {
  const t = await testInstanceStore();
  const owner = await t.store.createUser({ username: "ada" });
  const member = await t.store.createUser({ username: "Bo" });
  const guild = await t.store.createGuild(owner.id, { name: "Harbor" });
  const { guilds, users } = t.as(owner.id);
  await guilds.addMember(guild.id, member.id);
  const application = await t.store.createApplication(owner.id, { name: "Lighthouse" });
  await t.store.createBot(owner.id, application.id);
  const authorize = (callerId: string) =>
    t.store.authorizeBot(callerId, {
      applicationId: application.id,
      guildId: guild.id,
      permissions: 8n,
      authorize: true,
    });
  return { ...t, guilds, users, owner, member, guild, application, authorize };
}

test("guilds are listed by name regardless of case, and can be found by name prefix or id", async () => {
  const { store, as, settings } = await testInstanceStore();
  settings["limits.user.maxGuilds"] = 100;
  const { id: owner } = await store.createUser({ username: "ada" });
  const { guilds } = as(owner);
  const ids: Record<string, string> = {};
  for (const name of ["berth", "Ärger", "anchor", "Anchor", "Zoo", "100%", "\u{10ffff}"])
    ids[name] = (await guilds.create(name)).id;
  for (let nth = 0; nth < 46; nth += 1) await guilds.create("Moor");
  const moors = Array.from({ length: 46 }, () => "Moor");
  const order = ["100%", "anchor", "Anchor", "berth", ...moors, "Zoo", "Ärger", "\u{10ffff}"];
  const first = await guilds.page({});
  const rest = await guilds.page({ after: first.next ?? "" });
  expect([...first.guilds, ...rest.guilds].map(({ name }) => name)).toEqual(order);
  const named = async (search: string) => (await guilds.page({ search })).guilds.map(({ name }) => name);
  expect(await named("ANCH")).toEqual(["anchor", "Anchor"]);
  expect(await named("ärg")).toEqual(["Ärger"]);
  expect(await named("1%")).toEqual([]);
  expect(await named(ids.Zoo ?? "")).toEqual(["Zoo"]);
  await guilds.rename(ids.Zoo ?? "", " Aquarium ");
  expect(await named("aqua")).toEqual(["Aquarium"]);
  await expect(guilds.rename(ids.Zoo ?? "", "\u200b")).rejects.toMatchObject({ code: "invalid-input" });
  for (const id of ["1", "x"])
    await expect(guilds.rename(id, "Pier")).rejects.toMatchObject({ code: "unknown-guild" });
});

test("members are listed without bots, in the order in which they joined, and found by name prefix or id", async () => {
  const { store, guilds, owner, member, guild, application, authorize } = await harbor();
  await authorize(owner.id);
  const others = [];
  const names = ["cy", "boris", "dee", ...Array.from({ length: 47 }, (_, nth) => `mate-${nth}`)];
  for (const name of names) {
    const user = await store.createUser({ username: name });
    await guilds.addMember(guild.id, user.id);
    others.push(user.id);
  }
  const first = await guilds.members(guild.id, {});
  const rest = await guilds.members(guild.id, { after: first.next ?? "" });
  expect([...first.members, ...rest.members].map(({ id }) => id)).toEqual([owner.id, member.id, ...others]);
  const found = async (search: string) => (await guilds.members(guild.id, { search })).members;
  expect(await found("BO")).toMatchObject([{ username: "Bo" }, { username: "boris" }]);
  expect(await found(owner.id)).toMatchObject([{ username: "ada" }]);
  expect((await guilds.members(guild.id, { bots: true })).members).toMatchObject([
    { id: application.id, roles: [{ name: "Lighthouse" }] },
  ]);
  expect(await guilds.get(guild.id)).toMatchObject({ memberCount: 53, botCount: 1 });
  await expect(guilds.members("1", {})).rejects.toMatchObject({ code: "unknown-guild" });
});

test("a member's entry has the permissions of the person's roles, and a guild's owner has all", async () => {
  const t = await harbor();
  await giveRole(t, t.guild.id, t.member.id, Bit.BanMembers);
  await t.users.change(t.member.id, { disabled: true });
  const { members } = await t.guilds.members(t.guild.id, {});
  expect(members).toMatchObject([
    { username: "ada", disabled: false, permissions: String(ALL_PERMISSIONS) },
    {
      username: "Bo",
      disabled: true,
      permissions: String(DEFAULT_EVERYONE_PERMISSIONS | Bit.BanMembers),
    },
  ]);
});

test("neither a bot nor a deleted user can be added as a member, and a bot is not changed as a member", async () => {
  const { store, guilds, db, owner, guild, application, authorize } = await harbor();
  await expect(guilds.addMember(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
  const gone = await store.createUser({ username: "cy" });
  await db.updateTable("users").set({ deleted: 1 }).where("id", "=", gone.id).execute();
  for (const nobody of [gone.id, "1", "x"])
    await expect(guilds.addMember(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
  await authorize(owner.id);
  await expect(guilds.setManager(guild.id, application.id, true)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("when it is authorized"),
  });
  await expect(guilds.removeMember(guild.id, application.id)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("This is a bot."),
  });
  await expect(store.createGuild("1", { name: "Pier" })).rejects.toMatchObject({ code: "not-found" });
});

test("a user's guilds are listed after or before an id, in the order of the ids", async () => {
  const { store } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const ids: string[] = [];
  for (const name of ["D", "C", "B", "A"]) ids.push((await store.createGuild(id, { name })).id);
  const listed = async (page: { limit: number; after?: string; before?: string }) =>
    (await store.listUserGuilds(id, page)).map((guild) => ids.indexOf(guild.id));
  expect(await listed({ limit: 3 })).toEqual([0, 1, 2]);
  expect(await listed({ limit: 2, after: ids[1]! })).toEqual([2, 3]);
  expect(await listed({ limit: 2, before: ids[3]! })).toEqual([1, 2]);
  expect(await listed({ limit: 1, after: ids[0]!, before: ids[3]! })).toEqual([1]);
  expect(await listed({ limit: 2, before: ids[0]! })).toEqual([]);
});

test("a member can add bots while one of their roles grants Manage Guild", async () => {
  const { store, guilds, owner, member, guild, authorize } = await harbor();
  await expect(authorize(member.id)).rejects.toMatchObject({ code: "missing-permissions" });
  expect(await guilds.setManager(guild.id, member.id, true)).toEqual({ roles: ["Guild manager"] });
  expect((await guilds.setManager(guild.id, member.id, true)).roles).toEqual([]);
  await authorize(member.id);
  const another = await store.createUser({ username: "cy" });
  await guilds.addMember(guild.id, another.id);
  await guilds.setManager(guild.id, another.id, true);
  expect((await guilds.get(guild.id)).roles).toMatchObject([
    { name: "Guild manager", permissions: String(Bit.ManageGuild), memberCount: 2, managed: false },
    { name: "@everyone", memberCount: 4, managed: false },
  ]);
  expect((await guilds.setManager(guild.id, member.id, false)).roles).toEqual(["Guild manager"]);
  expect((await guilds.setManager(guild.id, member.id, false)).roles).toEqual([]);
  await expect(authorize(member.id)).rejects.toMatchObject({ code: "missing-permissions" });
  await authorize(another.id);
  await authorize(owner.id);
  expect((await guilds.get(guild.id)).roles[0]).toMatchObject({ name: "Lighthouse", managed: true });
  await expect(guilds.setManager(guild.id, owner.id, true)).rejects.toMatchObject({ code: "conflict" });
});

test("roles with the same position are listed by their ids, the newest first", async () => {
  const { guilds, db, guild } = await harbor();
  const roleAt = (id: string, position: number) => ({
    id,
    guild_id: guild.id,
    name: id,
    permissions: "0",
    position,
    managed: 0,
    application_id: null,
  });
  const roles = [roleAt("15", 1), roleAt("19", 1), roleAt("11", 1), roleAt("10", 2)];
  await db.insertInto("roles").values(roles).execute();
  const listed = (await guilds.get(guild.id)).roles.map(({ name }) => name);
  expect(listed.join(" ")).toBe("10 19 15 11 @everyone");
});

test("revoking Manage Guild from a member removes every role that grants it", async () => {
  const t = await harbor();
  await giveRole(t, t.guild.id, t.member.id, Bit.Administrator);
  await giveRole(t, t.guild.id, t.member.id, Bit.BanMembers);
  await t.guilds.setManager(t.guild.id, t.member.id, false);
  expect(await rolesOf(t.db, t.guild.id, t.member.id)).toMatchObject([{ permissions: Bit.BanMembers }]);
  const permissions = Bit.ManageGuild.toString();
  await t.db.updateTable("roles").set({ permissions }).where("id", "=", t.guild.id).execute();
  await expect(t.guilds.setManager(t.guild.id, t.member.id, false)).rejects.toMatchObject({
    code: "conflict",
  });
});

test("the role for guild managers counts toward the role limit", async () => {
  const { guilds, settings, member, guild } = await harbor();
  settings["limits.guild.maxRoles"] = 1;
  await expect(guilds.setManager(guild.id, member.id, true)).rejects.toMatchObject({
    code: "guild-role-limit",
  });
  expect((await guilds.get(guild.id)).roles).toHaveLength(1);
});

test("the owner can leave a guild only after transferring it to a member", async () => {
  const { store, guilds, users, owner, member, guild, application, authorize } = await harbor();
  await authorize(owner.id);
  await expect(guilds.transfer(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
  const stranger = await store.createUser({ username: "cy" });
  await expect(guilds.transfer(guild.id, stranger.id)).rejects.toMatchObject({ code: "not-found" });
  await users.change(member.id, { disabled: true });
  await expect(guilds.transfer(guild.id, member.id)).rejects.toMatchObject({ code: "conflict" });
  await users.change(member.id, { disabled: false });
  expect(await guilds.transfer(guild.id, member.id)).toMatchObject({ owner: { username: "Bo" } });
  await expect(authorize(owner.id)).rejects.toMatchObject({ code: "missing-permissions" });
  await expect(guilds.removeMember(guild.id, member.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(guilds.removeMember(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
  await guilds.removeMember(guild.id, owner.id);
  await expect(guilds.removeMember(guild.id, owner.id)).rejects.toMatchObject({ code: "not-found" });
});

test("adding a person to a guild respects the member limit, and refuses bots and unknown users", async () => {
  const { store, guilds, settings, guild, application, member } = await harbor();
  const user = await store.createUser({ username: "cy" });
  settings["limits.guild.maxMembers"] = 2;
  await expect(guilds.addMember(guild.id, user.id)).rejects.toMatchObject({ code: "guild-member-limit" });
  expect(await guilds.addMember(guild.id, member.id)).toMatchObject({ username: "Bo" });
  for (const nobody of ["1", "x", "a\0"]) {
    await expect(guilds.addMember(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(guilds.removeMember(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(guilds.transfer(guild.id, nobody)).rejects.toMatchObject({ code: "not-found" });
  }
  await expect(guilds.addMember(guild.id, application.id)).rejects.toMatchObject({ code: "conflict" });
});

test("deleting a guild removes its roles and memberships, but no users or bots", async () => {
  const t = await harbor();
  const { store, guilds, users, db, owner, member, guild, application, authorize } = t;
  await authorize(owner.id);
  await guilds.setManager(guild.id, member.id, true);
  const other = await store.createGuild(owner.id, { name: "Other" });
  await addMember(db, other.id, member.id);
  await guilds.delete(guild.id);
  expect((await listAudit(db))[0]).toMatchObject({ target: "Harbor", detail: { members: 3, bots: 1 } });
  await expect(authorize(owner.id)).rejects.toMatchObject({ code: "unknown-guild" });
  await expect(guilds.delete(guild.id)).rejects.toMatchObject({ code: "unknown-guild" });
  expect((await t.as(owner.id).bots.guilds(application.id)).guilds).toEqual([]);
  expect(await users.get(member.id)).toMatchObject({ guildCount: 1 });
  expect(await db.selectFrom("member_roles").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("roles").selectAll().execute()).toHaveLength(1);
});
