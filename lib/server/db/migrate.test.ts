import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "./index";
import { testDatabase } from "@/testing/test-database";

const ran = sql<{ name: string }>`select name from kysely_migration order by name`;

test("refuses a database upgraded by a newer version, names its migrations and changes nothing", async () => {
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
