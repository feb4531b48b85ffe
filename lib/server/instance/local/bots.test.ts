import { expect, test } from "vitest";
import { testInstanceStore } from "@/testing/test-instance-store";

async function harbor() {
  const { store, db } = await testInstanceStore();
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
  return { store, db, owner, id, token, guilds };
}

test("lists pages of bots, newest first, with guild counts, and searches by name and id", async () => {
  const { store, owner, id } = await harbor();
  const made = [];
  for (const name of ["100%", "100 per cent", "harbor pilot"])
    made.push(await store.createApplication(owner.id, { name }));
  const ids = [...made.map((one) => one.id).reverse(), id];
  const first = await store.listBots({ search: "", limit: 2 });
  const after = { key: first[1]!.createdAt, id: first[1]!.id };
  const rest = await store.listBots({ search: "", limit: 9, after });
  expect([...first, ...rest].map((bot) => bot.id)).toEqual(ids);
  expect(rest.at(-1)).toMatchObject({ name: "Harbor", guildCount: 3, owner: { username: "ada" } });
  const named = async (search: string) =>
    (await store.listBots({ search, limit: 9 })).map(({ name }) => name);
  expect(await named("HARBOR")).toEqual(["harbor pilot", "Harbor"]);
  expect(await named("0%")).toEqual(["100%"]);
  expect(await named(id)).toEqual(["Harbor"]);
  await store.createApplication(owner.id, { name: "Ärger am Kai" });
  expect(await named("Ärger AM")).toEqual(["Ärger am Kai"]);
});

test("changing a bot's name also renames its user and roles, but changes no other field", async () => {
  const { store, id, token, guilds } = await harbor();
  await store.editBot(id, { description: " Moors\nships " });
  const edited = await store.editBot(id, { name: " Pilot ", botPublic: false });
  expect(edited).toMatchObject({ name: "Pilot", description: "Moors\nships", botPublic: false });
  expect(await store.authenticate(`Bot ${token}`)).toMatchObject({ username: "Pilot" });
  expect((await store.getMembership(guilds[0]!.id, id))?.roles).toMatchObject([{ name: "Pilot" }]);
  await expect(store.editBot(id, { name: "\u200b" })).rejects.toMatchObject({ code: "invalid-input" });
  await expect(store.editBot(id, { description: "x".repeat(401) })).rejects.toMatchObject({
    problems: [{ path: "description" }],
  });
});

test("removing a bot from one guild does not affect its other guilds", async () => {
  const { store, owner, id, guilds } = await harbor();
  await store.removeBot(id, guilds[1]!.id);
  expect((await store.listBotGuilds(id)).map(({ name, permissions }) => [name, permissions])).toEqual([
    ["Dry dock", 3072n],
    ["Tavern", 3072n],
  ]);
  for (const elsewhere of [guilds[1]!.id, "1", "a\0"])
    await expect(store.removeBot(id, elsewhere)).rejects.toMatchObject({ code: "not-found" });
  const again = { applicationId: id, guildId: guilds[1]!.id, permissions: 0n, authorize: true };
  await store.authorizeBot(owner.id, again);
  expect(await store.listBotGuilds(id)).toHaveLength(3);
});

test("resetting the token of another owner's bot revokes the previous token", async () => {
  const { store, id, token } = await harbor();
  const renewed = await store.renewBotToken(id);
  await expect(store.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await store.authenticate(`Bot ${renewed.token}`)).toMatchObject({ id });
});

test("a bot can be transferred only to a person, and only the new owner can then issue its token", async () => {
  const { store, owner, id } = await harbor();
  const heir = await store.createUser({ username: "bo" });
  for (const nobody of [id, "1", "x"])
    await expect(store.transferBot(id, nobody)).rejects.toMatchObject({ code: "not-found" });
  expect((await store.transferBot(id, heir.id)).owner).toEqual({ id: heir.id, username: "bo" });
  await expect(store.createBot(owner.id, id)).rejects.toMatchObject({ code: "not-application-owner" });
  await expect(store.createBot(heir.id, id)).resolves.toHaveProperty("token");
});

test("a deleted bot leaves all guilds, and its token and id stop working", async () => {
  const { store, db, owner, id, token } = await harbor();
  await store.deleteBot(id);
  await expect(store.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });
  await expect(store.getBot(id)).rejects.toMatchObject({ code: "unknown-application" });
  expect(await store.listApplications(owner.id)).toEqual([]);
  expect(await db.selectFrom("roles").select("id").where("application_id", "=", id).execute()).toEqual([]);
  expect(await db.selectFrom("members").select("user_id").where("user_id", "=", id).execute()).toEqual([]);
});
