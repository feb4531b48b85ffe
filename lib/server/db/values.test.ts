import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import type { Db } from "./tables";

const revision = {
  file_id: 1,
  etag: "0",
  content: Buffer.from([0, 1, 254, 255]),
  author: "ada",
  author_kind: "operator",
  note: null,
  created_at: 0,
  state: "saved",
};

async function withFile(): Promise<Db> {
  const db = await testDatabase();
  await db.insertInto("config_files").values({ created_at: 0, undone_dismissed: 0 }).execute();
  return db;
}

test("both databases return exactly the values that were stored", async () => {
  const db = await withFile();
  // The time (ms) exceeds 32 bits, and the note contains characters that a driver could treat incorrectly.
  const stored = { ...revision, created_at: 1_795_298_926_768, note: "⚓ ’quoted’ \u{1f980}\n\t%_?1" };
  await db.insertInto("config_revisions").values(stored).execute();
  const { content, ...row } = await db
    .selectFrom("config_revisions")
    .selectAll()
    .where("created_at", "=", stored.created_at)
    .where("note", "=", stored.note)
    .executeTakeFirstOrThrow();
  expect({ ...row, content: [...content] }).toEqual({ ...stored, id: 1, content: [0, 1, 254, 255] });
});

test("both databases store and return empty bytes", async () => {
  const db = await withFile();
  const { content } = await db
    .insertInto("config_revisions")
    .values({ ...revision, content: Buffer.alloc(0) })
    .returning("content")
    .executeTakeFirstOrThrow();
  expect([content instanceof Uint8Array, content.length]).toEqual([true, 0]);
});

test("an update returns the number of changed rows", async () => {
  const db = await withFile();
  for (const etag of ["1", "2"])
    await db
      .insertInto("config_revisions")
      .values({ ...revision, etag })
      .execute();
  const { numUpdatedRows } = await db
    .updateTable("config_revisions")
    .set({ author: "bo" })
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(2n);
});

test("both databases refuse to store or search for text with a null character", async () => {
  const db = await testDatabase();
  await db.insertInto("meta").values({ key: "a", value: "x" }).execute();
  await expect(db.insertInto("meta").values({ key: "a\0b", value: "x" }).execute()).rejects.toThrow();
  await expect(db.selectFrom("meta").selectAll().where("key", "=", "a\0b").execute()).rejects.toThrow();
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([{ key: "a" }]);
});
