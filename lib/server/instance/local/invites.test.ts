import { expect, test } from "vitest";
import { addMember, giveRole, testInstanceStore } from "@/testing/test-instance-store";

test("only the owner can add a private bot to guilds, and a guild's managers can change its permissions", async () => {
  const harbor = await testInstanceStore();
  const { store, db } = harbor;
  const owner = await store.createUser({ username: "ada" });
  const manager = await store.createUser({ username: "bo" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  await store.createBot(owner.id, id);
  await store.editBot(id, { botPublic: false });
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
  expect(await store.getMembership(others.id, id)).toBeNull();
  await add(owner.id, shared.id, 3072n);
  expect(await add(manager.id, shared.id, 3076n)).toEqual({ granted: 3072n });
  await store.editBot(id, { botPublic: true });
  expect(await add(manager.id, others.id, 8n)).toEqual({ granted: 8n });
});

test("a guild is found only by its id", async () => {
  const { store } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const guild = await store.createGuild(id, { name: "Dry dock" });
  expect(await store.findGuild(guild.id)).toEqual(guild);
  for (const none of ["1", "x", ""]) expect(await store.findGuild(none)).toBeNull();
});
