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

test.each(["001-initial", "001-0123456789ab"])(
  "migrate() refuses the database of a commit before the first release (%s) and says what to do",
  async (name) => {
    const db = await testDatabase();
    await sql`update kysely_migration set name = ${name}`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('038-author-kinds', '2026-11-01')`.execute(
      db,
    );
    const before = await ran.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/before its first release.*Set DATA_DIR to an empty folder/),
    });
    expect((await ran.execute(db)).rows).toEqual(before.rows);
  },
);

test("migrating twice changes nothing", async () => {
  const db = await testDatabase();
  const before = await ran.execute(db);
  await migrate(db);
  expect((await ran.execute(db)).rows).toEqual(before.rows);
});
