import { expect, test } from "vitest";
import { rolesOf, testInstanceStore } from "@/testing/test-instance-store";

async function harbor() {
  const { store, as, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  const { token } = await store.createBot(owner.id, id);
  const guilds = [];
  for (const name of ["Dry dock", "Lighthouse", "Tavern"])
    guilds.push(await store.createGuild(owner.id, { name }));
  for (const guild of guilds)
    await store.authorizeBot(owner.id, {
      applicationId: id,
      guildId: guild.id,
      permissions: 3072n,
      authorize: true,
    });
  return { store, bots: as(owner.id).bots, db, owner, id, token, guilds };
}

test("lists pages of bots, newest first, with guild counts, and searches by name and id", async () => {
  const { store, bots, owner, id } = await harbor();
  const made = [];
  for (const name of ["100%", "100 per cent", "harbor pilot"])
    made.push(await store.createApplication(owner.id, { name }));
  for (let nth = 0; nth < 48; nth += 1) made.push(await store.createApplication(owner.id, { name: "Buoy" }));
  const ids = [...made.map((one) => one.id).reverse(), id];
  const first = await bots.page({});
  const rest = await bots.page({ after: first.next ?? "" });
  expect([...first.bots, ...rest.bots].map((bot) => bot.id)).toEqual(ids);
  expect(rest.bots.at(-1)).toMatchObject({ name: "Harbor", guildCount: 3, owner: { username: "ada" } });
  const named = async (search: string) => (await bots.page({ search })).bots.map(({ name }) => name);
  expect(await named("HARBOR")).toEqual(["harbor pilot", "Harbor"]);
  expect(await named("0%")).toEqual(["100%"]);
  expect(await named(id)).toEqual(["Harbor"]);
  await store.createApplication(owner.id, { name: "Ärger am Kai" });
  expect(await named("Ärger AM")).toEqual(["Ärger am Kai"]);
});

test("changing a bot's name also renames its user and roles, but changes no other field", async () => {
  const { store, bots, db, id, token, guilds } = await harbor();
  await bots.edit(id, { description: " Moors\nships " });
  const edited = await bots.edit(id, { name: " Pilot ", public: false });
  expect(edited).toMatchObject({ name: "Pilot", description: "Moors\nships", public: false });
  expect(await store.authenticate(`Bot ${token}`)).toMatchObject({ username: "Pilot" });
  expect(await rolesOf(db, guilds[0]!.id, id)).toMatchObject([{ name: "Pilot" }]);
  await expect(bots.edit(id, { name: "\u200b" })).rejects.toMatchObject({ code: "invalid-input" });
  await expect(bots.edit(id, { description: "x".repeat(401) })).rejects.toMatchObject({
    problems: [{ path: "description" }],
  });
});

test("removing a bot from one guild does not affect its other guilds", async () => {
  const { store, bots, owner, id, guilds } = await harbor();
  await bots.leave(id, guilds[1]!.id);
  expect((await bots.guilds(id)).guilds.map(({ name, permissions }) => [name, permissions])).toEqual([
    ["Dry dock", "3072"],
    ["Tavern", "3072"],
  ]);
  expect(await bots.membership(id, guilds[0]!.id)).toEqual({ member: true, permissions: "3072" });
  expect(await bots.membership(id, guilds[1]!.id)).toEqual({ member: false });
  for (const elsewhere of [guilds[1]!.id, "1", "a\0"])
    await expect(bots.leave(id, elsewhere)).rejects.toMatchObject({ code: "not-found" });
  const again = { applicationId: id, guildId: guilds[1]!.id, permissions: 0n, authorize: true };
  await store.authorizeBot(owner.id, again);
  expect((await bots.guilds(id)).guilds).toHaveLength(3);
});

test("a bot whose user is disabled is shown as disabled", async () => {
  const { bots, db, id } = await harbor();
  expect(await bots.get(id)).toMatchObject({ disabled: false });
  await db.updateTable("users").set({ disabled: 1 }).where("id", "=", id).execute();
  expect(await bots.get(id)).toMatchObject({ disabled: true });
});

test("resetting the token of another owner's bot revokes the previous token", async () => {
  const { store, bots, id, token } = await harbor();
  const renewed = await bots.resetToken(id);
  await expect(store.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await store.authenticate(`Bot ${renewed.token}`)).toMatchObject({ id });
});

test("a bot can be transferred only to a person, and only the new owner can then issue its token", async () => {
  const { store, bots, db, owner, id } = await harbor();
  const [heir, disabled, deleted] = [
    await store.createUser({ username: "bo" }),
    await store.createUser({ username: "cy" }),
    await store.createUser({ username: "dee" }),
  ];
  await db.updateTable("users").set({ disabled: 1 }).where("id", "=", disabled.id).execute();
  await db.updateTable("users").set({ deleted: 1 }).where("id", "=", deleted.id).execute();
  for (const nobody of [id, disabled.id, deleted.id, "1", "x"])
    await expect(bots.transfer(id, nobody)).rejects.toMatchObject({ code: "not-found" });
  expect((await bots.transfer(id, heir.id)).owner).toEqual({ id: heir.id, username: "bo" });
  await expect(store.createBot(owner.id, id)).rejects.toMatchObject({ code: "not-application-owner" });
  await expect(store.createBot(heir.id, id)).resolves.toHaveProperty("token");
});

test("concurrent requests for an application that must exist only once create one application", async () => {
  const { as, store } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const { applications } = as(id);
  const creations = Array.from({ length: 10 }, () => applications.create("Lamp", { once: true }));
  const made = await Promise.all(creations);
  expect(new Set(made.map((one) => one.id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test("a deleted bot leaves all guilds, and its token and id stop working", async () => {
  const { store, bots, db, owner, id, token } = await harbor();
  await bots.delete(id);
  await expect(store.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });
  await expect(bots.get(id)).rejects.toMatchObject({ code: "unknown-application" });
  expect(await store.listApplications(owner.id)).toEqual([]);
  expect(await db.selectFrom("roles").select("id").where("application_id", "=", id).execute()).toEqual([]);
  expect(await db.selectFrom("members").select("user_id").where("user_id", "=", id).execute()).toEqual([]);
});
