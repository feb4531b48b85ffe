import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { migrate } from "./migrate";

test("the migration creates a file record for each path in the history", async () => {
  const db = await testDatabase("009-watch");
  const revision = (path: string, etag: string, at: number) =>
    sql`insert into config_revisions (config_path, etag, content, author, created_at, state)
      values (${path}, ${etag}, ${Buffer.from("x")}, 'ada', ${at}, 'saved')`.execute(db);
  await revision("/a", "1", 1_000);
  await revision("/b", "2", 2_000);
  await revision("/a", "3", 3_000);
  await sql`insert into running_versions values ('/a', '1', ${Buffer.from("y")}, 'told', 1)`.execute(db);
  await sql`insert into applies (config_path, etag, actor, way, state, checks, output, taken_back, keep, lease_until, created_at)
    values ('/c', '1', 'ada', 'api', 'kept', '[]', '', '[]', 0, 0, 0)`.execute(db);
  await sql`insert into meta values ('config-undone-dismissed:/a', '3')`.execute(db);
  await sql`insert into leases values ('watch', 'x', 1)`.execute(db);
  await sql`insert into watch_samples values (1, 'api', 2)`.execute(db);
  await sql`insert into watch_hours values (1, 'api', 1, 1, 2, 2, 2)`.execute(db);
  await sql`insert into watch_parts values ('api', 'x', 1, null, null, 1, 0, null)`.execute(db);
  await sql`insert into watch_outages values ('api', 1, 2)`.execute(db);
  await sql`insert into notifications (at, event, body, tries, next_at) values (1, 'test', '{}', 0, 1)`.execute(
    db,
  );
  await migrate(db);

  const paths = await db.selectFrom("config_paths").orderBy("path").select(["path", "file_id"]).execute();
  expect(paths.map(({ path }) => path)).toEqual(["/a", "/b", "/c"]);
  const [a, b, c] = paths.map(({ file_id }) => file_id);
  const versions = await db
    .selectFrom("config_revisions")
    .orderBy("id")
    .select(["etag", "file_id"])
    .execute();
  expect(versions).toEqual([
    { etag: "1", file_id: a },
    { etag: "2", file_id: b },
    { etag: "3", file_id: a },
  ]);
  expect(await db.selectFrom("applies").select("file_id").execute()).toEqual([{ file_id: c }]);
  expect(await db.selectFrom("config_files").where("id", "=", a!).selectAll().execute()).toEqual([
    { id: a, created_at: 1_000, undone_dismissed: 3 },
  ]);
  for (const table of [
    "running_versions",
    "watch_samples",
    "watch_hours",
    "watch_parts",
    "watch_outages",
    "notifications",
  ] as const)
    expect([table, await db.selectFrom(table).select("file_id").execute()]).toEqual([
      table,
      [{ file_id: a }],
    ]);
  expect(await db.selectFrom("leases").selectAll().execute()).toEqual([]);
  // A version that is added after the migration continues the numbering.
  const row = {
    file_id: a!,
    etag: "4",
    content: Buffer.from("x"),
    author: "ada",
    author_kind: "operator",
    created_at: 4,
    state: "saved",
  };
  const { id } = await db
    .insertInto("config_revisions")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(id).toBe(4);
});

test("the migration drops measurements and notifications if the database has no configuration file", async () => {
  const db = await testDatabase("009-watch");
  await sql`insert into watch_samples values (1, 'api', 2)`.execute(db);
  await sql`insert into notifications (at, event, body, tries, next_at) values (1, 'test', '{}', 0, 1)`.execute(
    db,
  );
  await migrate(db);
  expect(await db.selectFrom("watch_samples").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("notifications").selectAll().execute()).toEqual([]);
});
