import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import { testInstanceStore } from "@/testing/test-instance-store";
import { thorough } from "@/testing/thorough";
import { newUser } from "./users";

/** Returns each guild's stored counts, and the row counts that they should equal. */
async function guildCounts(db: Db) {
  const guilds = await db
    .selectFrom("guilds")
    .select(["id", "member_count", "bot_count", "role_count"])
    .orderBy("id")
    .execute();
  const members = await db.selectFrom("members").select(["guild_id", "bot"]).execute();
  const roles = await db.selectFrom("roles").select("guild_id").execute();
  const of = ({ id }: { id: string }) => members.filter(({ guild_id }) => guild_id === id);
  const counted = guilds.map((guild) => ({
    id: guild.id,
    member_count: of(guild).length,
    bot_count: of(guild).filter(({ bot }) => bot === 1).length,
    role_count: roles.filter(({ guild_id }) => guild_id === guild.id).length,
  }));
  return { kept: guilds, counted };
}

type Action = (typeof ACTIONS)[number];
const ACTIONS = [
  "authorize",
  "authorize without permissions",
  "remove bot",
  "delete bot",
  "add member",
  "remove member",
  "make manager",
  "take manager",
  "create guild",
  "delete guild",
] as const;

/** Steps share a few guilds, people and bots, so that they affect each other. */
interface Step {
  action: Action;
  guild: number;
  person: number;
  bot: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Action>("authorize") },
    { weight: 3, arbitrary: fc.constant<Action>("add member") },
    { weight: 10, arbitrary: fc.constantFrom(...ACTIONS) },
  ),
  guild: fc.nat(2),
  person: fc.nat(2),
  bot: fc.nat(3),
});

async function directory() {
  const t = await testInstanceStore();
  const owner = (await t.store.createUser({ username: "ada" })).id;
  const instance = t.as(owner);
  const people: string[] = [];
  for (const username of ["bo", "cy", "di"]) people.push((await t.store.createUser({ username })).id);
  const newBot = async () => {
    const { id } = await t.store.createApplication(owner, { name: "Buoy" });
    await t.store.createBot(owner, id);
    return id;
  };
  const bots = [await newBot(), await newBot(), await newBot(), await newBot()];
  const newGuild = async () => (await t.store.createGuild(owner, { name: "Harbor" })).id;
  const guilds = [await newGuild(), await newGuild(), await newGuild()];

  async function act({ action, guild: g, person: p, bot: b }: Step): Promise<void> {
    const [guildId, userId, botId] = [guilds[g] ?? "", people[p] ?? "", bots[b] ?? ""];
    const authorize = (permissions: bigint) =>
      t.store.authorizeBot(owner, { applicationId: botId, guildId, permissions, authorize: true });
    switch (action) {
      case "authorize":
        return void (await authorize(8n));
      case "authorize without permissions":
        return void (await authorize(0n));
      case "remove bot":
        return void (await instance.bots.leave(botId, guildId));
      case "delete bot":
        bots[b] = await newBot();
        return void (await instance.bots.delete(botId));
      case "add member":
        return void (await instance.guilds.addMember(guildId, userId));
      case "remove member":
        return void (await instance.guilds.removeMember(guildId, userId));
      case "make manager":
      case "take manager":
        return void (await instance.guilds.setManager(guildId, userId, action === "make manager"));
      case "create guild":
        guilds[g] = await newGuild();
        return;
      case "delete guild":
        return void (await instance.guilds.delete(guildId));
    }
  }
  return { ...t, act };
}

/** Ignores refused actions. Deadlocks and bugs still fail the test. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError) || error.code === "unavailable") throw error;
}

test("a guild's stored counts stay correct after any sequence of concurrent changes", async () => {
  const { db, act } = await directory();
  const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 5, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(sequence, async (rounds) => {
      for (const round of rounds) await Promise.all(round.map((one) => act(one).catch(ignoreRefusal)));
      const { kept, counted } = await guildCounts(db);
      expect(kept).toEqual(counted);
    }),
    { numRuns: thorough ? 100 : 8 },
  );
});

test("adding or removing many members at once updates the guild's counts", async () => {
  const { store, as, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { guilds } = as(owner.id);
  const { id: guild_id } = await store.createGuild(owner.id, { name: "Harbor" });
  const users = Array.from({ length: 50 }, (_, nth) =>
    newUser({ id: `${1000 + nth}`, username: "bo", bot: nth < 20, rights: "0" }),
  );
  await db.insertInto("users").values(users).execute();
  await db
    .insertInto("members")
    .values(users.map(({ id, bot }) => ({ guild_id, user_id: id, bot, joined_at: 0 })))
    .execute();
  expect(await guilds.get(guild_id)).toMatchObject({ memberCount: 51, botCount: 20 });
  await db.deleteFrom("members").where("bot", "=", 1).execute();
  expect(await guilds.get(guild_id)).toMatchObject({ memberCount: 31, botCount: 0 });
});
