import { expect, test } from "vitest";
import { prepared } from "./queries";
import type { NewRow } from "./tables";
import { testDatabase } from "@/testing/test-database";

const insert = prepared((db, row: NewRow<"meta">) => db.insertInto("meta").values(row));
const find = prepared((db, { key }: { key: string }) =>
  db.selectFrom("meta").select("value").where("key", "=", key).where("value", "!=", "hidden"),
);

test("a compiled query uses the arguments of each call", async () => {
  const db = await testDatabase();
  await insert(db, { key: "a", value: "first" });
  await insert(db, { value: "second", key: "b" });
  await insert(db, { key: "c", value: "hidden" });
  expect(await find(db, { key: "a" })).toEqual([{ value: "first" }]);
  expect(await find(db, { key: "b" })).toEqual([{ value: "second" }]);
  expect(await find(db, { key: "c" })).toEqual([]);
});

test("a query is compiled once per set of columns", async () => {
  const db = await testDatabase();
  const { id: file_id } = await db
    .insertInto("config_files")
    .values({ created_at: 0, undone_dismissed: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  let built = 0;
  const keep = prepared((connection, row: NewRow<"config_revisions">) => {
    built += 1;
    return connection.insertInto("config_revisions").values(row);
  });
  const version = {
    file_id,
    etag: "e",
    content: Buffer.from("x"),
    author: "ada",
    author_kind: "operator",
    created_at: 1,
    state: "saved",
  };
  await keep(db, version);
  await keep(db, { ...version, note: "x" });
  await keep(db, { ...version, author: "bo" });
  expect(built).toBe(2);
  const rows = await db.selectFrom("config_revisions").select(["author", "note"]).orderBy("id").execute();
  expect(rows).toEqual([
    { author: "ada", note: null },
    { author: "ada", note: "x" },
    { author: "bo", note: null },
  ]);
});

test("a compiled query runs within the given transaction", async () => {
  const db = await testDatabase();
  const undone = db.transaction().execute(async (tx) => {
    await insert(tx, { key: "a", value: "x" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await find(db, { key: "a" })).toEqual([]);
});
