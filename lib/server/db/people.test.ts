import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { migrate } from "./migrate";

test("the migration adds sort keys to existing names and marks the memberships of bots", async () => {
  const db = await testDatabase("005-bots-by-age");
  // More users than the migration handles in one batch.
  const users = Array.from(
    { length: 1_100 },
    (_, nth) =>
      sql`(${`${10_000 + nth}`}, ${nth === 1_099 ? "ÄRGER Ⅷ" : `User ${nth}`}, ${sql.lit(nth % 2)}, '0', 0, 0, 0, 0)`,
  );
  await sql`insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
    values ${sql.join(users)}`.execute(db);
  await sql`insert into guilds (id, name, owner_id, created_at) values ('1', 'Ärger', '10000', 0)`.execute(
    db,
  );
  for (const id of ["10000", "10001"])
    await sql`insert into members (guild_id, user_id, joined_at) values ('1', ${id}, 0)`.execute(db);
  await migrate(db);
  const keys = await db.selectFrom("users").select(["id", "username_key"]).orderBy("id").execute();
  expect(keys.every(({ username_key }) => username_key !== "")).toBe(true);
  expect(keys.at(-1)?.username_key).toBe("ärger viii");
  expect(await db.selectFrom("guilds").select("name_key").execute()).toEqual([{ name_key: "ärger" }]);
  expect(await db.selectFrom("members").select(["user_id", "bot"]).orderBy("user_id").execute()).toEqual([
    { user_id: "10000", bot: 0 },
    { user_id: "10001", bot: 1 },
  ]);
});
