import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "./index";
import { testDatabase } from "@/testing/test-database";

const ran = sql<{ name: string }>`select name from kysely_migration order by name`;

test("migrate() refuses a database that a newer version of the panel has upgraded", async () => {
  const db = await testDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(db);
  const before = await ran.execute(db);
  await expect(migrate(db)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/newer version of Instance Admin \(999-later\)/),
  });
  expect((await ran.execute(db)).rows).toEqual(before.rows);
});

test("migrating twice changes nothing", async () => {
  const db = await testDatabase();
  const before = await ran.execute(db);
  await migrate(db);
  expect((await ran.execute(db)).rows).toEqual(before.rows);
});

test("the migration stores the kind of each version's author, or 'unknown' for an ambiguous name", async () => {
  const kinds = async (operator: string) => {
    const db = await testDatabase("037-audit-filters");
    await sql`insert into operators (username, username_key, password_hash, user_id, disabled, created_at, sessions_valid_since)
      values (${operator}, ${operator}, 'x', '1', 0, 1, 1)`.execute(db);
    await sql`insert into config_files (created_at, undone_dismissed) values (1, 0)`.execute(db);
    for (const author of ["ada", "system", "outside the panel"])
      await sql`insert into config_revisions (file_id, etag, content, author, created_at, state)
        select id, 'e', ${Buffer.from("x")}, ${author}, 1, 'saved' from config_files`.execute(db);
    await migrate(db);
    const rows = await db.selectFrom("config_revisions").select("author_kind").orderBy("id").execute();
    return rows.map(({ author_kind }) => author_kind);
  };
  expect(await kinds("ada")).toEqual(["operator", "panel", "outside"]);
  expect(await kinds("system")).toEqual(["operator", "unknown", "outside"]);
});
